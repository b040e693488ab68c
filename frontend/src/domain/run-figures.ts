import type { RunStatus, RunSummary } from "@/api/contract";

export type Figured = Pick<RunSummary, "created_at" | "started_at" | "completed_at" | "usage">;

export const LIVE: readonly RunStatus[] = ["pending", "running", "paused"];

export function isLive(status: RunStatus): boolean {
  return LIVE.includes(status);
}

/** Milliseconds from start to end, or to `now` while the run goes on; 0 before it starts. */
export function durationOf(run: Figured, now: number): number {
  if (!run.started_at) return 0;
  const end = run.completed_at ? Date.parse(run.completed_at) : now;
  return Math.max(0, end - Date.parse(run.started_at));
}

export function tokensOf(run: Figured): number {
  const total = run.usage.total;
  return total ? total.input_tokens + total.output_tokens : 0;
}

/** Money spent; null when a price is unknown or nothing was used. */
export function costOf(run: Figured): number | null {
  return run.usage.total?.cost_usd ?? null;
}

/** Whether `continue` may help: a failure that a person did not ask for. */
export function canContinue(run: Pick<RunSummary, "status" | "error_info">): boolean {
  return run.status === "failed" && run.error_info?.code !== "rejected";
}
