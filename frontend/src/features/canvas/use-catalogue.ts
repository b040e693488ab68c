"use client";

import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { useLocale, useTranslations } from "use-intl";
import { request } from "@/api/client";
import type { Provider } from "@/api/contract";
import { useProviders } from "@/api/system-queries";
import type { AgentNode, Blueprint, NewAgent } from "@/domain/blueprint";
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

export type SetupModel = {
  name: string;
  label: string;
  provider: string;
  local: boolean;
  ready: boolean;
  variable: string | null;
  reason: string;
};

function modelsOf(provider: Provider): SetupModel[] {
  const shared = {
    provider: provider.title,
    local: provider.provider === "ollama" || provider.provider === "builtin",
    ready: provider.ready,
    variable: provider.ready ? null : (provider.set[0] ?? null),
    reason: provider.problem,
  };
  return provider.models.map((name) => ({ ...shared, name: `${provider.provider}:${name}`, label: name }));
}

/** Which models are ready, and what is missing for the others. */
export function useModels() {
  const providers = useProviders();
  const data = useMemo(() => providers.data?.flatMap(modelsOf), [providers.data]);
  return { ...providers, data };
}
