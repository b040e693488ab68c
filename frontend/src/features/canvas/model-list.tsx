"use client";

import { Command } from "cmdk";
import { Check } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import type { ModelChoice } from "@/domain/models";
import { commandFilter } from "@/ui/command-filter";
import { Icon } from "@/ui/icon";
import { ProviderState } from "./provider-state";
import { useModelNames } from "./use-model-names";

/** Every model by provider, with what is missing; any other name may be typed. */
export default function ModelList({ value, onPick }: { value: string; onPick: (model: string) => void }) {
  const t = useTranslations("canvas");
  const [query, setQuery] = useState("");
  const { labelOf, choices, providers } = useModelNames();
  const typed = query.trim();
  const item = (choice: ModelChoice) => (
    <Command.Item
      key={choice.name}
      className="menu-i"
      value={`${choice.label} ${choice.name}`}
      onSelect={() => onPick(choice.name)}
    >
      <span className="grow ell">{labelOf(choice.name)}</span>
      {choice.name === value && <Icon of={Check} size={14} />}
    </Command.Item>
  );
  return (
    <Command label={t("panel.model")} filter={commandFilter}>
      <Command.Input
        autoFocus
        className="input"
        placeholder={t("model.search")}
        value={query}
        onValueChange={setQuery}
      />
      <Command.List label={t("panel.model")}>
        <Command.Item
          className="menu-i"
          value={`default ${t("model.default")}`}
          onSelect={() => onPick("default")}
        >
          <span className="grow">
            {t("model.default")}
            <span className="block muted t12">{t("model.defaultHint")}</span>
          </span>
        </Command.Item>
        {providers.map((provider) => (
          <Command.Group
            key={provider.provider}
            heading={
              <span className="row">
                <span className="grow">{provider.title}</span>
                <ProviderState provider={provider} />
              </span>
            }
          >
            {choices.filter((choice) => choice.provider === provider).map(item)}
          </Command.Group>
        ))}
        {typed && !choices.some((choice) => choice.name === typed) && (
          <Command.Item className="menu-i" value={typed} onSelect={() => onPick(typed)} forceMount>
            {t("model.use", { name: typed })}
          </Command.Item>
        )}
      </Command.List>
    </Command>
  );
}
