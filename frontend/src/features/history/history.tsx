"use client";

import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { later } from "@/ui/later";
import { RunList } from "./list";

const Loading = () => <main className="page" id="content" aria-busy="true" />;
const Compare = dynamic(
  later(() => import("./compare").then((module) => module.Compare)),
  {
    ssr: false,
    loading: Loading,
  },
);
const RunRecordPage = dynamic(
  later(() => import("./record").then((module) => module.RunRecordPage)),
  {
    ssr: false,
    loading: Loading,
  },
);

/** The list of runs, one of them, or two side by side: the address says which. */
export function History() {
  const address = useSearchParams();
  const [run, a, b] = [address.get("run"), address.get("a"), address.get("b")];
  if (run) return <RunRecordPage runId={run} />;
  if (a && b) return <Compare a={a} b={b} />;
  return <RunList />;
}
