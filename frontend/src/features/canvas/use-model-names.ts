"use client";

import { useCallback } from "react";
import { useTranslations } from "use-intl";
import { type SetupModel, useModels } from "./use-catalogue";

/** How a model is called on cards and in pickers. */
export function useModelNames(): { labelOf: (name: string | undefined) => string; models: SetupModel[] } {
  const t = useTranslations("canvas");
  const { data: models = [] } = useModels();
  const labelOf = useCallback(
    (name: string | undefined) => {
      if (!name || name === "default") return t("node.defaultModel");
      const known = models.find((model) => model.name === name);
      return known ? (known.local ? `${known.label} · ${t("model.local")}` : known.label) : name;
    },
    [models, t],
  );
  return { labelOf, models };
}
