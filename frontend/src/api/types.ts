/** The server's shapes under the names that this app uses; all of them come from its OpenAPI document. */

import type { Blueprint, Budget } from "@/domain/blueprint";
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Json = Record<string, unknown>;
export type RunStatus = Schemas["RunState"]["status"];
export type PauseReason = Schemas["RunPaused"]["pause_reason"];
export type Action = Schemas["NodeDecision"]["action"];
export type Usage = Schemas["Usage"];
export type ErrorInfo = Schemas["ErrorInfo"];
export type Problem = Schemas["ProblemItem"];
export type RunAccepted = Schemas["RunAccepted"];
export type Provider = Schemas["Provider"];
export type System = Schemas["System"];
export type Tool = Schemas["Tool"];

export type RouteInfo = Omit<Schemas["RouteTaken"], "seq" | "run_id" | "at" | "type">;
/** A proposal's routes are what `route` events tell, as far as the server knows it. */
export type Proposal = Omit<Schemas["Proposal"], "routes"> & { routes: Partial<RouteInfo>[] };
/** What a snapshot tells about the run as a whole. */
export type RunSeen = Partial<Pick<Schemas["RunSummary"], "god_mode" | "started_at" | "created_at">>;

type Sent = Schemas["Frame"]["run"];
type Sharper = { "run.paused": { proposals: Proposal[] }; snapshot: { run: RunSeen } };
type Sharpen<E extends Sent> = E["type"] extends keyof Sharper
  ? Omit<E, keyof Sharper[E["type"]]> & Sharper[E["type"]]
  : E;
export type RunEvent = { [E in Sent as E["type"]]: Sharpen<E> }[Sent["type"]];
export type EventPage = Omit<Schemas["EventPage"], "events"> & { events: RunEvent[] };
export type Document = Schemas["Document"];
export type DocumentChanged = Schemas["DocumentChanged"];
export type Update = Schemas["Frame"]["update"];

export type Council = Omit<Schemas["Council"], "data"> & { data: Blueprint };
export type SavedAgent = Omit<Schemas["SavedAgent"], "data"> & { data: Json };

/** What a run has used; empty before its first step. */
export type RunUsage = { total?: Usage; by_node?: Record<string, Usage> };
type Own = { budget: Budget | null; usage: RunUsage };
export type RunListed = Omit<Schemas["RunSummary"], keyof Own> & Own;
export type RunPage = Omit<Schemas["RunPage"], "items"> & { items: RunListed[] };
export type DraftListed = Schemas["DraftVersion"];
export type RunDetail = Omit<Schemas["RunDetail"], keyof Own | "blueprint"> & Own & { blueprint: Blueprint };
