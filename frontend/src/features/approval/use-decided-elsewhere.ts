"use client";

import { useEffect, useRef } from "react";
import type { RunView } from "@/domain/run-view";
import { useTellDecided } from "./use-decide";

/** Tells who decided the pause that was shown here, what and when, however its decision became known. */
export function useDecidedElsewhere(view: RunView): void {
  const tell = useTellDecided();
  const shown = useRef<string | null>(null);
  const waits = view.status === "paused" && view.pause?.reason === "approval" ? view.pause.id : null;
  useEffect(() => {
    const before = shown.current;
    shown.current = waits;
    if (before === null || before === waits) return;
    const decision = view.decisions.findLast(({ pauseId }) => pauseId === before);
    if (decision) tell({ pauseId: before, action: decision.action, by: decision.by, at: decision.at });
  }, [waits, view.decisions, tell]);
}
