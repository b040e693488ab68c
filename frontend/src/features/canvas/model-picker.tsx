"use client";

import { Command } from "cmdk";
import { Check, ChevronsUpDown, CircleAlert, CircleCheck, Cloud, HardDrive } from "lucide-react";
import { Popover } from "radix-ui";
import { useId, useState } from "react";
import { useTranslations } from "use-intl";
import { type ModelChoice, type Provider, providerOf } from "@/domain/models";
import { commandFilter } from "@/ui/command-filter";
import { Icon } from "@/ui/icon";
import { useModelNames } from "./use-model-names";

function State({ provider }: { provider: Provider }) {
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

/** Which model speaks for an agent: what is ready, what is missing and why; any other name may be typed. */
export function ModelPicker({ value, onChange }: { value: string; onChange: (model: string) => void }) {
  const t = useTranslations("canvas");
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState("");
  const { labelOf, choices, providers } = useModelNames();
  const id = useId();
  const speaker = providerOf(value, providers);
  const isLocal = speaker?.provider === "ollama" || speaker?.provider === "builtin";
  const typed = query.trim();
  const pick = (model: string) => {
    onChange(model);
    setOpen(false);
    setQuery("");
  };
  const item = (choice: ModelChoice) => (
    <Command.Item
      key={choice.name}
      className="menu-i"
      value={`${choice.label} ${choice.name}`}
      onSelect={() => pick(choice.name)}
    >
      <span className="grow ell">{labelOf(choice.name)}</span>
      {choice.name === value && <Icon of={Check} size={14} />}
    </Command.Item>
  );
  return (
    <div className="field">
      <span className="label" id={`${id}-label`}>
        {t("panel.model")}
        {speaker && <State provider={speaker} />}
      </span>
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger asChild>
          <button className="input" type="button" aria-labelledby={`${id}-label ${id}-value`}>
            <Icon of={isLocal ? HardDrive : Cloud} />
            <span className="grow ell" id={`${id}-value`}>
              {labelOf(value)}
            </span>
            <Icon of={ChevronsUpDown} size={14} />
          </button>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            className="menu picker"
            align="start"
            sideOffset={6}
            collisionPadding={8}
            aria-label={t("panel.model")}
          >
            <Command label={t("panel.model")} filter={commandFilter}>
              <Command.Input
                className="input"
                placeholder={t("model.search")}
                value={query}
                onValueChange={setQuery}
              />
              <Command.List label={t("panel.model")}>
                <Command.Item
                  className="menu-i"
                  value={`default ${t("model.default")}`}
                  onSelect={() => pick("default")}
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
                        <State provider={provider} />
                      </span>
                    }
                  >
                    {choices.filter((choice) => choice.provider === provider).map(item)}
                  </Command.Group>
                ))}
                {typed && !choices.some((choice) => choice.name === typed) && (
                  <Command.Item className="menu-i" value={typed} onSelect={() => pick(typed)} forceMount>
                    {t("model.use", { name: typed })}
                  </Command.Item>
                )}
              </Command.List>
            </Command>
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </div>
  );
}
