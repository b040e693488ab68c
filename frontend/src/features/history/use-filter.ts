"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useCallback } from "react";
import type { RunStatus } from "@/api/contract";

export const PAGE = 25;

export const STATUS_GROUPS = ["all", "paused", "running", "completed", "failed", "cancelled"] as const;
export type StatusGroup = (typeof STATUS_GROUPS)[number];

/** What a filter button stands for; a run that waits to start counts as running. */
export const STATUSES: Record<StatusGroup, readonly RunStatus[]> = {
  all: [],
  paused: ["paused"],
  running: ["pending", "running"],
  completed: ["completed"],
  failed: ["failed"],
  cancelled: ["cancelled"],
};

export type Filter = { text: string; council: string; status: StatusGroup; page: number };

/** The filter stands in the address: a reload and a shared link show the same list. */
export function useFilter(): [Filter, (change: Partial<Filter>) => void] {
  const address = useSearchParams();
  const router = useRouter();
  const path = usePathname();
  const status = STATUS_GROUPS.find((known) => known === address.get("status")) ?? "all";
  const filter: Filter = {
    text: address.get("text") ?? "",
    council: address.get("council") ?? "",
    status,
    page: Math.max(0, Number.parseInt(address.get("page") ?? "1", 10) - 1) || 0,
  };
  const query = address.toString();
  const change = useCallback(
    (next: Partial<Filter>) => {
      const changed = new URLSearchParams(query);
      const set = (name: string, value: string) => (value ? changed.set(name, value) : changed.delete(name));
      if (next.text !== undefined) set("text", next.text);
      if (next.council !== undefined) set("council", next.council);
      if (next.status !== undefined) set("status", next.status === "all" ? "" : next.status);
      set("page", next.page ? String(next.page + 1) : "");
      router.replace(changed.size > 0 ? `${path}?${changed}` : path, { scroll: false });
    },
    [query, path, router],
  );
  return [filter, change];
}
