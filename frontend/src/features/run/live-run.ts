"use client";

import { useEffect, useMemo, useState } from "react";
import { createStore, type StoreApi, useStore } from "zustand";
import { type LinkState, LiveSocket } from "@/api/live-socket";
import type { RunEvent } from "@/api/schema-preview";
import { reduceRun } from "@/domain/run-reducer";
import { EMPTY_RUN, type RunView } from "@/domain/run-view";

type LiveRun = { view: RunView; link: LinkState };

const FRAME_MS = 16;

/** Takes frames in at once, and at most once per picture when many come together. */
function batched(apply: (events: RunEvent[]) => void): (event: RunEvent) => void {
  let waiting: RunEvent[] = [];
  let last = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const flush = () => {
    timer = null;
    last = performance.now();
    const events = waiting;
    waiting = [];
    apply(events);
  };
  return (event) => {
    waiting.push(event);
    if (timer !== null) return;
    const quiet = performance.now() - last;
    timer = setTimeout(flush, quiet >= FRAME_MS ? 0 : FRAME_MS - quiet);
  };
}

function connect(store: StoreApi<LiveRun>, runId: string): () => void {
  const take = batched((events) => {
    const { view, ...rest } = store.getState();
    const next = events.reduce(reduceRun, view);
    store.setState({ ...rest, view: next });
    if (events.some((event) => event.type === "run.done")) socket.close();
  });
  const socket = new LiveSocket<RunEvent>({
    path: () => `/ws/council/${encodeURIComponent(runId)}?after=${store.getState().view.seq}`,
    onFrame: take,
    onState: (link) => store.setState({ link }),
  });
  return () => socket.close();
}

/** One run, live: its view, the state of its link, and a way to connect again after it has ended. */
export function useLiveRun(runId: string): LiveRun & { reconnect: () => void } {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another run is another store
  const store = useMemo(() => createStore<LiveRun>(() => ({ view: EMPTY_RUN, link: "connecting" })), [runId]);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is the reason to connect again
  useEffect(() => connect(store, runId), [store, runId, attempt]);
  const live = useStore(store);
  return { ...live, reconnect: () => setAttempt((count) => count + 1) };
}
