"use client";

import { useQuery } from "@tanstack/react-query";
import { request } from "./client";
import { keys } from "./queries";
import type { Provider, System } from "./types";

/** Which model providers can be used; asked again only when a person asks. */
export function useProviders() {
  return useQuery({
    queryKey: keys.providers,
    queryFn: ({ signal }) => request<Provider[]>("GET", "/api/providers", undefined, signal),
  });
}

/** Version, tools and data; measured each time the settings are opened. */
export function useSystem() {
  return useQuery({
    queryKey: keys.system,
    queryFn: ({ signal }) => request<System>("GET", "/api/system", undefined, signal),
    refetchOnMount: "always",
  });
}
