"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "use-intl";
import { request } from "@/api/client";
import { keys } from "@/api/queries";
import type { AgentNode, Blueprint, NewAgent } from "@/domain/blueprint";
import type { Provider } from "@/domain/models";
import { AGENT_KINDS, type AgentKind } from "./agent-kinds";

/** A new agent of a kind, in the person's language. */
export function useAgentOf(): (kind: AgentKind) => NewAgent {
  const t = useTranslations("agents");
  return (kind) => {
    const entry = AGENT_KINDS.find((known) => known.kind === kind);
    return {
      type: "agent",
      name: t(`${kind}.name`),
      system_prompt: kind === "blank" ? "" : t(`${kind}.prompt`),
      model: "default",
      tools: { web_search: entry?.webSearch ?? false, pdf_reader: false },
      icon: entry?.icon,
      ...(kind === "blank" ? {} : { description: t(`${kind}.purpose`) }),
    };
  };
}

const TEMPLATES = ["default", "content", "analysis", "programming"] as const;

export type TemplateKey = (typeof TEMPLATES)[number];
export type Template = { key: TemplateKey; blueprint: Blueprint };

/** A template stands as our own layout places it; positions in the file are for other clients. */
function unplaced(blueprint: Blueprint): Blueprint {
  return {
    ...blueprint,
    nodes: blueprint.nodes.map(({ position: _, ...node }) => node as AgentNode),
  };
}

/** The councils that ship with the product, in the person's language. */
export function useTemplates(): Template[] {
  const language = useLocale();
  const answers = useQueries({
    queries: TEMPLATES.map((key) => ({
      queryKey: ["template", key, language],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        request<Blueprint>("GET", `/templates/${key}.${language}.json`, undefined, signal).then(unplaced),
    })),
  });
  return TEMPLATES.flatMap((key, i) => {
    const blueprint = answers[i]?.data;
    return blueprint ? [{ key, blueprint }] : [];
  });
}

/** Which model providers can be used, and what to set for the others. */
export function useProviders() {
  return useQuery({
    queryKey: keys.providers,
    queryFn: ({ signal }) => request<Provider[]>("GET", "/api/providers", undefined, signal),
  });
}
