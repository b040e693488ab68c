"use client";

import { useCallback, useMemo } from "react";
import { useTranslations } from "use-intl";
import { choicesOf, type ModelChoice, modelLabel, type Provider, providerOf } from "@/domain/models";
import { useProviders } from "./use-catalogue";

const NONE: Provider[] = [];

/** How models are called on cards and in pickers, and which can be chosen. */
export function useModelNames(): {
  labelOf: (name: string | undefined) => string;
  choices: ModelChoice[];
  providers: Provider[];
} {
  const t = useTranslations("canvas");
  const { data: providers = NONE } = useProviders();
  const choices = useMemo(() => choicesOf(providers), [providers]);
  const labelOf = useCallback(
    (name: string | undefined) => {
      if (!name || name === "default") return t("node.defaultModel");
      if (name === "builtin") return t("model.builtin");
      const label = modelLabel(name, providers);
      return providerOf(name, providers)?.provider === "ollama" ? `${label} · ${t("model.local")}` : label;
    },
    [providers, t],
  );
  return { labelOf, choices, providers };
}
