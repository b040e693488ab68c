"use client";

import { ChevronsUpDown, Cloud, HardDrive } from "lucide-react";
import dynamic from "next/dynamic";
import { useId } from "react";
import { useTranslations } from "use-intl";
import { providerOf } from "@/domain/models";
import { Icon } from "@/ui/icon";
import { later } from "@/ui/later";
import { Pop } from "@/ui/popover";
import { ProviderState } from "./provider-state";
import { useModelNames } from "./use-model-names";

const ModelList = dynamic(
  later(() => import("./model-list")),
  { ssr: false },
);

/** Which model speaks for an agent: what is ready, what is missing and why. */
export function ModelPicker({ value, onChange }: { value: string; onChange: (model: string) => void }) {
  const t = useTranslations("canvas");
  const { labelOf, providers } = useModelNames();
  const id = useId();
  const speaker = providerOf(value, providers);
  const isLocal = speaker?.provider === "ollama" || speaker?.provider === "builtin";
  return (
    <div className="field">
      <span className="label" id={`${id}-label`}>
        {t("panel.model")}
        {speaker && <ProviderState provider={speaker} />}
      </span>
      <Pop
        className="menu picker"
        align="start"
        label={t("panel.model")}
        trigger={
          <button className="input" type="button" aria-labelledby={`${id}-label ${id}-value`}>
            <Icon of={isLocal ? HardDrive : Cloud} />
            <span className="grow ell" id={`${id}-value`}>
              {labelOf(value)}
            </span>
            <Icon of={ChevronsUpDown} size={14} />
          </button>
        }
      >
        {(close) => (
          <ModelList
            value={value}
            onPick={(model) => {
              onChange(model);
              close();
            }}
          />
        )}
      </Pop>
    </div>
  );
}
