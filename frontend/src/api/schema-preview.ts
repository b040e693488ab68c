/**
 * Shapes of the REST and WebSocket contract, written by hand from `events/types.py` and the
 * requirements until they are generated from the server's OpenAPI document.
 */

import type { Blueprint } from "@/domain/blueprint";

export type Json = Record<string, unknown>;
export type RunStatus = "pending" | "running" | "completed" | "failed" | "paused" | "cancelled";
export type PauseReason = "approval" | "budget";
export type Action = "approve" | "reject" | "modify" | "route" | "redo" | "autopilot";
export type Usage = { input_tokens: number; output_tokens: number; cost_usd: number | null };

export type ErrorInfo = {
  code: string;
  message: string;
  node?: string | null;
  retryable: boolean;
  details?: Json;
};

type Base = { seq: number | null; run_id: string; at: string | null };
type OfStep = { node: string; step_id: string };

export type RouteInfo = {
  node: string;
  label: string;
  reason: string;
  score: number | null;
  threshold: number | null;
  edges: string[];
  targets: string[];
  forced: boolean;
  rule: string;
  raw: string;
};

export type Proposal = {
  item_id: string;
  node: string;
  name: string;
  proposers: string[];
  routes: Partial<RouteInfo>[];
};

export type RunEvent =
  | (Base & {
      type: "run.started";
      segment_id: string;
      kind: "start" | "decision" | "continue";
      attempt: number;
    })
  | (Base & OfStep & { type: "node.running"; status: "running"; name: string; round: number; model: string })
  | (Base &
      OfStep & {
        type: "node.completed";
        status: "completed";
        name: string;
        round: number;
        seconds: number;
        usage: Usage;
        model: string;
        called_model: boolean;
      })
  | (Base & OfStep & { type: "node.failed"; status: "failed"; name: string; error: ErrorInfo })
  | (Base & OfStep & { type: "message.delta"; message_id: string; offset: number; text: string })
  | (Base & OfStep & { type: "message.completed"; message_id: string; text: string })
  | (Base & OfStep & { type: "message.discarded"; message_id: string; reason: string })
  | (Base & OfStep & { type: "tool.started"; call_id: string; tool: string; arguments: Json })
  | (Base &
      OfStep & { type: "tool.completed"; call_id: string; tool: string; result: string; error: boolean })
  | (Base & {
      type: "draft";
      draft_id: string;
      node: string;
      name: string;
      round: number;
      text: string;
      by: "agent" | "person";
      author: string;
    })
  | (Base & { type: "route" } & RouteInfo)
  | (Base & { type: "feedback"; node: string; text: string; by: "agent" | "person" })
  | (Base & { type: "loop.limit"; node: string; edges: string[]; limit: number })
  | (Base & { type: "notice"; node: string | null; code: string; message: string })
  | (Base & {
      type: "run.paused";
      status: "paused";
      node: string;
      pause_id: string;
      pause_reason: PauseReason;
      next_nodes: string[];
      proposals: Proposal[];
      current_draft: string;
    })
  | (Base & {
      type: "decision";
      pause_id: string;
      action: string;
      node: string;
      decided_by: string;
      decided_at: string;
      reason: string;
    })
  | (Base & { type: "usage"; total: Usage; by_node: Record<string, Usage> })
  | (Base & { type: "run.changed"; god_mode: boolean })
  | (Base & {
      type: "run.done";
      status: "done";
      run_status: "completed" | "failed" | "cancelled";
      final_draft: string | null;
      critic_score: number | null;
      iteration_count: number;
      loop_limit_reached: boolean;
      error: ErrorInfo | null;
    })
  | (Base & { type: "snapshot"; run_status: RunStatus; run: RunDetail; partial: PartialMessage[] });

export type PartialMessage = OfStep & { message_id: string; offset: number; text: string };

/** What the snapshot and `GET /api/runs/{id}` tell about a run as a whole. */
export type RunDetail = {
  run_id?: string;
  id?: string;
  name?: string;
  blueprint?: Blueprint;
  blueprint_id?: string | null;
  input_topic?: string;
  topic?: string;
  god_mode?: boolean;
  status?: RunStatus;
  created_at?: string;
  started_at?: string | null;
  completed_at?: string | null;
  budget?: RunBudget | null;
  documents?: string[];
  final_draft?: string | null;
  critic_score?: number | null;
  iteration_count?: number;
  usage?: Partial<Usage> & Json;
  error?: ErrorInfo | null;
};

export type RunBudget = { tokens?: number | null; cost_usd?: number | null; minutes?: number | null };

export type Update =
  | {
      type: "thread.changed";
      cursor: number;
      thread_id: string;
      kind: "council" | "chat";
      run_status: RunStatus;
      name: string;
      topic: string;
      attention: boolean;
    }
  | { type: "thread.deleted"; cursor: number; thread_id: string }
  | { type: "blueprint.changed"; cursor: number; blueprint_id: string; deleted: boolean }
  | {
      type: "document.changed";
      cursor: number;
      document_id: string;
      state: "queued" | "reading" | "ready" | "failed" | "deleted";
      pages_done: number;
      pages: number | null;
    }
  | { type: "attention"; cursor: number; threads: string[] };

export type Problem = {
  path: string;
  code: string;
  severity: "error" | "warning";
  message: string;
  hint: string;
};

export type Council = { id: string; name: string; data: Blueprint; created_at: string; updated_at: string };
export type CouncilListed = Omit<Council, "data"> & { data?: Blueprint };
export type SavedAgent = { id: string; name: string; data: Json; created_at: string; updated_at: string };

export type RunAccepted = { run_id: string; status: RunStatus; message: string };
