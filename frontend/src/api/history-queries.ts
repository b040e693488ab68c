"use client";

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { request } from "./client";
import type { EventPage, RunAccepted, RunEvent, RunPage, RunRecord, RunStatus } from "./contract";
import { keys } from "./queries";

export type HistoryFilter = {
  text: string;
  council: string;
  status: readonly RunStatus[];
  limit: number;
  offset: number;
};

/** One page of the history with the counts by status; the last page stays while the next is on its way. */
export function useHistory(filter: HistoryFilter) {
  return useQuery({
    queryKey: [...keys.runs, "page", filter],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ limit: String(filter.limit), offset: String(filter.offset) });
      if (filter.text) query.set("text", filter.text);
      if (filter.council) query.set("council", filter.council);
      for (const status of filter.status) query.append("status", status);
      return request<RunPage>("GET", `/api/runs/?${query}`, undefined, signal);
    },
    placeholderData: (previous) => previous,
  });
}

/** A run with its steps, drafts and frozen blueprint. */
export function useRunRecord(id: string) {
  return useQuery({
    queryKey: keys.run(id),
    queryFn: ({ signal }) =>
      request<RunRecord>("GET", `/api/runs/${encodeURIComponent(id)}`, undefined, signal),
  });
}

const EVENTS_AT_ONCE = 500;

function eventsAfter(id: string, after: number, limit: number, signal: AbortSignal): Promise<EventPage> {
  const path = `/api/councils/run/${encodeURIComponent(id)}/events?after=${after}&limit=${limit}`;
  return request<EventPage>("GET", path, undefined, signal);
}

/** The log of a run, piece by piece. */
export function useEventLog(id: string) {
  return useInfiniteQuery({
    queryKey: [...keys.run(id), "log"],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => eventsAfter(id, pageParam, EVENTS_AT_ONCE, signal),
    getNextPageParam: (page) => (page.more ? page.last_seq : undefined),
  });
}

/** The whole log of a run, to be replayed. */
export function useAllEvents(id: string) {
  return useQuery({
    queryKey: [...keys.run(id), "events"],
    queryFn: async ({ signal }) => {
      const events: RunEvent[] = [];
      for (let after = 0, more = true; more; ) {
        const page = await eventsAfter(id, after, 1_000, signal);
        events.push(...page.events);
        after = page.last_seq;
        more = page.more;
      }
      return events;
    },
  });
}

/** Runs a topic again, with the council as it was (`same`) or as it is saved now (`current`). */
export function useRunAgain() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, blueprint }: { id: string; blueprint: "same" | "current" }) =>
      request<RunAccepted>("POST", `/api/runs/${encodeURIComponent(id)}/again`, { blueprint }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.runs }),
  });
}

export function useContinue() {
  return useMutation({
    mutationFn: (id: string) =>
      request<{ status: RunStatus }>("POST", `/api/councils/run/${encodeURIComponent(id)}/continue`, {}),
  });
}

export function useStop() {
  return useMutation({
    mutationFn: (id: string) =>
      request<{ status: RunStatus }>("POST", `/api/councils/run/${encodeURIComponent(id)}/cancel`),
  });
}

/** Deletes runs one after the other; what could not be deleted is the error. */
export function useDeleteRuns() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids) {
        await request<void>("DELETE", `/api/runs/${encodeURIComponent(id)}`);
        client.removeQueries({ queryKey: keys.run(id) });
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.runs }),
  });
}
