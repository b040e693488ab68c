"use client";

import { useSearchParams } from "next/navigation";
import { Compare } from "./compare";
import { RunList } from "./list";
import { RunRecordPage } from "./record";

/** The list of runs, one of them, or two side by side: the address says which. */
export function History() {
  const address = useSearchParams();
  const [run, a, b] = [address.get("run"), address.get("a"), address.get("b")];
  if (run) return <RunRecordPage runId={run} />;
  if (a && b) return <Compare a={a} b={b} />;
  return <RunList />;
}
