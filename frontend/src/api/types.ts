/** The server's shapes under the names that this app uses; everything comes from `schema.ts`. */

import type { Blueprint, Budget } from "@/domain/blueprint";
import type { components } from "./schema";

type Schemas = components["schemas"];

/** The server always sends every field; only their values may be null. */
type Sent<T> = T extends unknown ? { [K in keyof T]-?: Exclude<T[K], undefined> } : never;

export type Json = Record<string, unknown>;
export type RunStatus = Schemas["RunState"]["status"];
export type PauseReason = Schemas["RunPaused"]["pause_reason"];
export type Action = Schemas["NodeDecision"]["action"];
export type Usage = Sent<Schemas["Usage"]>;
export type ErrorInfo = Sent<Schemas["ErrorInfo"]>;
export type RouteInfo = Omit<Sent<Schemas["RouteTaken"]>, "seq" | "run_id" | "at" | "type">;
export type Problem = Sent<Schemas["ProblemItem"]>;
export type RunAccepted = Schemas["RunAccepted"];
export type Provider = Schemas["Provider"];
export type Health = Schemas["Health"];

/** A proposal's routes are what `route` events tell, as far as the server knows it. */
export type Proposal = Omit<Sent<Schemas["Proposal"]>, "routes"> & { routes: Partial<RouteInfo>[] };

/** What a snapshot tells about the run as a whole. */
export type RunSeen = Partial<Pick<Schemas["RunSummary"], "god_mode" | "started_at" | "created_at">>;

type Event = Sent<Schemas["Frame"]["run"]>;
type EventOf<T extends Event["type"]> = Extract<Event, { type: T }>;
type WithErrors<T> = T extends { error: unknown; type: "node.failed" }
  ? Omit<T, "error"> & { error: ErrorInfo }
  : T extends { type: "run.done" }
    ? Omit<T, "error"> & { error: ErrorInfo | null }
    : T extends { type: "node.completed" }
      ? Omit<T, "usage"> & { usage: Usage }
      : T extends { type: "usage" }
        ? Omit<T, "total" | "by_node"> & { total: Usage; by_node: Record<string, Usage> }
        : T;

export type RunEvent =
  | WithErrors<Exclude<Event, { type: "run.paused" | "snapshot" }>>
  | (Omit<EventOf<"run.paused">, "proposals"> & { proposals: Proposal[] })
  | (Omit<EventOf<"snapshot">, "run" | "partial"> & {
      run: RunSeen;
      partial: Sent<Schemas["MessageDelta"]>[];
    });

export type Update = Sent<Schemas["Frame"]["update"]>;

export type Council = Omit<Schemas["Council"], "data"> & { data: Blueprint };
export type SavedAgent = { id: string; name: string; data: Json };

export type RunListed = Omit<Schemas["RunSummary"], "budget"> & { budget: Budget | null };
export type DraftListed = Schemas["DraftVersion"];
export type RunDetail = Omit<Schemas["RunDetail"], "blueprint" | "budget"> & {
  blueprint: Blueprint;
  budget: Budget | null;
};
