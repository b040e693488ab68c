"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { create } from "zustand";
import { followDocument } from "./document-queries";
import { type LinkState, LiveSocket } from "./live-socket";
import { keys } from "./queries";
import type { Update } from "./types";

type Updates = { attention: readonly string[]; link: LinkState };

/** What `/ws/updates` last said: threads that wait for a person (oldest first) and the link's state. */
export const useUpdates = create<Updates>(() => ({ attention: [], link: "connecting" }));

/** Threads that wait, oldest first, after one more message about them. */
export function waitingAfter(waiting: readonly string[], update: Update): readonly string[] {
  if (update.type === "attention") return update.threads;
  if (update.type !== "thread.changed" && update.type !== "thread.deleted") return waiting;
  const waits = update.type === "thread.changed" && update.attention;
  if (waits === waiting.includes(update.thread_id)) return waiting;
  return waits ? [...waiting, update.thread_id] : waiting.filter((id) => id !== update.thread_id);
}

/** Marks stale what an update touches; open pages then read it again, no page ever asks on a clock (UI-8). */
export function applyUpdate(client: QueryClient, update: Update): void {
  useUpdates.setState(({ attention }) => ({ attention: waitingAfter(attention, update) }));
  if (update.type === "thread.changed" || update.type === "thread.deleted") {
    void client.invalidateQueries({ queryKey: keys.runs });
    void client.invalidateQueries({ queryKey: keys.run(update.thread_id) });
  }
  if (update.type === "blueprint.changed") {
    void client.invalidateQueries({ queryKey: keys.councils });
    void client.invalidateQueries({ queryKey: keys.council(update.blueprint_id) });
  }
  if (update.type === "document.changed") followDocument(client, update);
}

/** Keeps the one updates socket of this tab open. */
export function useUpdatesLink(): void {
  const client = useQueryClient();
  useEffect(() => {
    let cursor = 0;
    let cut = false;
    const socket = new LiveSocket<Update>({
      path: () => (cursor ? `/ws/updates?after=${cursor}` : "/ws/updates"),
      onFrame: (update) => {
        cursor = Math.max(cursor, update.cursor);
        applyUpdate(client, update);
      },
      onState: (link) => {
        useUpdates.setState({ link });
        if (link === "waiting") cut = true;
        if (link === "open" && cut) {
          cut = false;
          void client.invalidateQueries();
        }
      },
    });
    return () => socket.close();
  }, [client]);
}
