/** The shapes that the web app speaks, named; all of them come from the server's OpenAPI document. */

import type { Blueprint } from "@/domain/blueprint";
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Json = Record<string, unknown>;
export type RunStatus = Schemas["RunSummary"]["status"];
export type PauseReason = Schemas["RunPaused"]["pause_reason"];
export type Action = Schemas["NodeDecision"]["action"];
export type Usage = Schemas["Usage"];
export type ErrorInfo = Schemas["ErrorInfo"];
export type RunBudget = { tokens?: number | null; cost_usd?: number | null; minutes?: number | null };

export type RouteInfo = Omit<Schemas["RouteTaken"], "seq" | "run_id" | "at" | "type">;
export type Proposal = Omit<Schemas["Proposal"], "routes"> & { routes: Partial<RouteInfo>[] };

/** A run as the history and snapshots tell it; a snapshot brings no steps, drafts or blueprint. */
export type RunDetail = Partial<
  Omit<Schemas["RunDetail"], "blueprint" | "budget" | "proposals" | "error_info">
> & {
  blueprint?: Blueprint;
  budget?: RunBudget | null;
  proposals?: Proposal[];
  error_info?: ErrorInfo | null;
};

type Sent = Schemas["Frame"]["run"];
type Sharper = {
  "run.paused": { proposals: Proposal[] };
  snapshot: { run: RunDetail };
};
type Sharpen<E extends Sent> = E["type"] extends keyof Sharper
  ? Omit<E, keyof Sharper[E["type"]]> & Sharper[E["type"]]
  : E;
export type RunEvent = { [E in Sent as E["type"]]: Sharpen<E> }[Sent["type"]];
export type PartialMessage = Schemas["Snapshot"]["partial"][number];

export type Update = Schemas["Frame"]["update"];
export type Problem = Schemas["ProblemItem"];
export type Council = Omit<Schemas["Council"], "data"> & { data: Blueprint };
export type CouncilListed = Omit<Council, "data"> & { data?: Blueprint };
export type RunAccepted = Schemas["RunAccepted"];
/** What a run has used; empty before its first step. */
export type RunUsage = { total?: Usage; by_node?: Record<string, Usage> };
export type RunSummary = Omit<Schemas["RunSummary"], "budget" | "usage"> & {
  budget: RunBudget | null;
  usage: RunUsage;
};
export type RunPage = Omit<Schemas["RunPage"], "items"> & { items: RunSummary[] };
export type RunRecord = Omit<Schemas["RunDetail"], "blueprint" | "budget" | "usage"> & {
  blueprint: Blueprint;
  budget: RunBudget | null;
  usage: RunUsage;
};
export type Step = Schemas["Step"];
export type DraftVersion = Schemas["DraftVersion"];
export type EventPage = Omit<Schemas["EventPage"], "events"> & { events: RunEvent[] };
export type Provider = Schemas["Provider"];
export type System = Schemas["System"];
export type Tool = Schemas["Tool"];

export type SavedAgent = { id: string; name: string; data: Json; created_at: string; updated_at: string };
