import type { RunListed } from "@/api/run-queries";

const numberAt = (value: unknown, key: string): number | null => {
  const found =
    typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
  return typeof found === "number" ? found : null;
};

/** The totals of a run's usage, which may stand in `total` or at the top. */
export function totalsOf(run: Pick<RunListed, "usage">): { tokens: number | null; cost: number | null } {
  const total = (run.usage?.total as unknown) ?? run.usage;
  const input = numberAt(total, "input_tokens");
  const output = numberAt(total, "output_tokens");
  return {
    tokens: input === null && output === null ? null : (input ?? 0) + (output ?? 0),
    cost: numberAt(total, "cost_usd"),
  };
}

/** Milliseconds a run took, or has taken until `now`. */
export function durationOf(
  run: Pick<RunListed, "started_at" | "created_at" | "completed_at">,
  now: number,
): number {
  const start = Date.parse(run.started_at ?? run.created_at);
  return Math.max(0, (run.completed_at ? Date.parse(run.completed_at) : now) - start);
}
