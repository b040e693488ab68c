"use client";

import { QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Blueprint, Budget } from "@/domain/blueprint";
import { ApiError, request } from "./client";
import type { Council, Problem, RunAccepted, SavedAgent } from "./types";

export const keys = {
  councils: ["councils"] as const,
  council: (id: string) => ["council", id] as const,
  check: (blueprint: Blueprint) => ["check", blueprint] as const,
  agents: ["agents"] as const,
  runs: ["runs"] as const,
  run: (id: string) => ["run", id] as const,
  documents: ["documents"] as const,
  providers: ["providers"] as const,
  health: ["health"] as const,
  system: ["system"] as const,
};

/**
 * Data stays fresh until a push says otherwise; only a lost network is tried again. Every request goes
 * out whatever the browser thinks of its network: the server may run on this very machine, and what was
 * pressed must fail in words now, not happen unasked once the network is back.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      mutations: { networkMode: "always" },
      queries: {
        networkMode: "always",
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        retry: (count, error) => !(error instanceof ApiError) && count < 2,
      },
    },
  });
}

export function useCouncils() {
  return useQuery({
    queryKey: keys.councils,
    queryFn: ({ signal }) => request<Council[]>("GET", "/api/councils/", undefined, signal),
  });
}

export function councilQuery(id: string) {
  return {
    queryKey: keys.council(id),
    queryFn: ({ signal }: { signal?: AbortSignal }) =>
      request<Council>("GET", `/api/councils/${encodeURIComponent(id)}`, undefined, signal),
  };
}

export function useSaveCouncil() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, blueprint }: { id: string | null; blueprint: Blueprint }) => {
      const body = { name: blueprint.name, data: blueprint };
      return id
        ? request<Council>("PUT", `/api/councils/${encodeURIComponent(id)}`, body)
        : request<Council>("POST", "/api/councils/", body);
    },
    onSuccess: (council) => {
      client.setQueryData(keys.council(council.id), council);
      void client.invalidateQueries({ queryKey: keys.councils });
    },
  });
}

export function useDeleteCouncil() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request<void>("DELETE", `/api/councils/${encodeURIComponent(id)}`),
    onSuccess: (_, id) => {
      client.removeQueries({ queryKey: keys.council(id) });
      void client.invalidateQueries({ queryKey: keys.councils });
    },
  });
}

/** What the server thinks of the council as drawn (BP-11); the last answer stays while a new one is on its way. */
export function useProblems(blueprint: Blueprint, enabled: boolean) {
  return useQuery({
    queryKey: keys.check(blueprint),
    queryFn: ({ signal }) =>
      request<{ problems: Problem[] }>("POST", "/api/councils/check", blueprint, signal),
    select: (answer) => answer.problems,
    placeholderData: (previous) => previous,
    gcTime: 10_000,
    enabled,
  });
}

export function useAgents() {
  return useQuery({
    queryKey: keys.agents,
    queryFn: ({ signal }) => request<SavedAgent[]>("GET", "/api/agents/", undefined, signal),
  });
}

export function useSaveAgent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (agent: { name: string; data: Record<string, unknown> }) =>
      request<SavedAgent>("POST", "/api/agents/", agent),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.agents }),
  });
}

export function useDeleteAgent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request<void>("DELETE", `/api/agents/${encodeURIComponent(id)}`),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.agents }),
  });
}

export type StartRun = {
  councilId: string | null;
  input_topic?: string;
  god_mode: boolean;
  documents?: string[];
  budget?: Budget;
};

export function useStartRun() {
  return useMutation({
    mutationFn: ({ councilId, ...body }: StartRun) =>
      request<RunAccepted>(
        "POST",
        councilId ? `/api/councils/${encodeURIComponent(councilId)}/run` : "/api/councils/run",
        councilId ? body : { ...body, language: document.documentElement.lang },
      ),
  });
}

/**
 * The id of a saved council that is exactly this blueprint: the one it came from if that is
 * unchanged, else a new one.
 */
export function useCouncilAsThen() {
  return useMutation({
    mutationFn: async ({ id, blueprint }: { id: string | null; blueprint: Blueprint }) => {
      const known = id
        ? await request<Council>("GET", `/api/councils/${encodeURIComponent(id)}`).catch((error: unknown) => {
            if (error instanceof ApiError && error.status === 404) return null;
            throw error;
          })
        : null;
      if (known && JSON.stringify(known.data) === JSON.stringify(blueprint)) return known.id;
      const created = await request<Council>("POST", "/api/councils/", {
        name: blueprint.name,
        data: blueprint,
      });
      return created.id;
    },
  });
}
