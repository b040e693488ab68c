"use client";

import { type UseQueryResult, useMutation, useQuery } from "@tanstack/react-query";
import type { Budget } from "@/domain/blueprint";
import { request } from "./client";
import { keys } from "./queries";
import type { Action, RunDetail, RunListed, RunStatus } from "./types";

export type { RunListed } from "./types";

const runPath = (id: string, rest = "") => `/api/councils/run/${encodeURIComponent(id)}${rest}`;

/** A run as its page needs it: all but what its socket tells. */
export type RunWithBlueprint = Omit<RunDetail, "drafts" | "steps">;
export type RunWithDrafts = RunDetail;

export function runQuery(id: string) {
  return {
    queryKey: keys.run(id),
    queryFn: ({ signal }: { signal?: AbortSignal }) =>
      request<RunWithDrafts>("GET", `/api/runs/${encodeURIComponent(id)}`, undefined, signal),
  };
}

/** The frozen blueprint and the settings of a run; what happens in it comes over its socket. */
export function useRunDetail(id: string): UseQueryResult<RunWithBlueprint> {
  return useQuery(runQuery(id));
}

export function useRunWithDrafts(id: string) {
  return useQuery(runQuery(id));
}

export type RunFilter = {
  text?: string;
  status?: readonly RunStatus[];
  council?: string;
  limit: number;
  offset: number;
};

export function useRuns(filter: RunFilter) {
  return useQuery({
    queryKey: [...keys.runs, filter],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ limit: String(filter.limit), offset: String(filter.offset) });
      if (filter.text) query.set("text", filter.text);
      if (filter.council) query.set("council", filter.council);
      for (const status of filter.status ?? []) query.append("status", status);
      return request<{ items: RunListed[]; total: number }>("GET", `/api/runs/?${query}`, undefined, signal);
    },
    placeholderData: (previous) => previous,
  });
}

export type Decision = {
  action: Action;
  modified_state?: { current_draft: string };
  reason?: string;
  target?: string;
  note?: string;
};

export type DecideBody = (Decision | { decisions: (Decision & { node: string })[] }) & {
  pause_id: string;
  decided_by: string;
};

/** Decides a pause; always names it, so that nothing is decided twice (RN-9). */
export function useDecide(runId: string) {
  return useMutation({
    mutationFn: (body: DecideBody) =>
      request<{ status: RunStatus }>("POST", runPath(runId, "/approve"), body),
  });
}

export function useCancelRun(runId: string) {
  return useMutation({ mutationFn: () => request<{ status: RunStatus }>("POST", runPath(runId, "/cancel")) });
}

export function useContinueRun(runId: string) {
  return useMutation({
    mutationFn: (budget?: Budget) =>
      request<{ status: RunStatus }>("POST", runPath(runId, "/continue"), budget ? { budget } : {}),
  });
}

export function useSetGodMode(runId: string) {
  return useMutation({
    mutationFn: (god_mode: boolean) =>
      request<{ god_mode: boolean }>("POST", runPath(runId, "/god-mode"), { god_mode }),
  });
}
