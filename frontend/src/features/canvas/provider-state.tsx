"use client";

import { CircleAlert, CircleCheck } from "lucide-react";
import { useTranslations } from "use-intl";
import type { Provider } from "@/domain/models";
import { Icon } from "@/ui/icon";

/** Ready, or what is missing. */
export function ProviderState({ provider }: { provider: Provider }) {
  const t = useTranslations("canvas.model");
  const [variable] = provider.configured ? [] : provider.set;
  const missing = variable ? t("missing", { variable }) : t("notReady");
  return (
    <span
      className={`row gap-1 t12 ${provider.ready ? "t-success" : "t-danger"}`}
      title={provider.problem || undefined}
    >
      <Icon of={provider.ready ? CircleCheck : CircleAlert} size={14} />
      {provider.ready ? t("ready") : missing}
    </span>
  );
}
