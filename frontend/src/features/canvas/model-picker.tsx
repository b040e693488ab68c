"use client";

import { Command } from "cmdk";
import { ChevronsUpDown, CircleAlert, CircleCheck, Cloud, HardDrive } from "lucide-react";
import { Popover } from "radix-ui";
import { useId, useState } from "react";
import { useTranslations } from "use-intl";
import { commandFilter } from "@/ui/command-filter";
import { Icon } from "@/ui/icon";
import type { SetupModel } from "./use-catalogue";
import { useModelNames } from "./use-model-names";

function State({ model }: { model: SetupModel }) {
  const t = useTranslations("canvas.model");
  const missing = model.variable ? t("missing", { variable: model.variable }) : t("notReady");
  return (
    <span className={`row gap-1 t12 ${model.ready ? "t-success" : "t-danger"}`}>
      <Icon of={model.ready ? CircleCheck : CircleAlert} size={14} />
      {model.ready ? t("ready") : missing}
    </span>
  );
}

function groupsOf(models: readonly SetupModel[]): [string, SetupModel[]][] {
  const groups = new Map<string, SetupModel[]>();
  for (const model of models) groups.set(model.provider, [...(groups.get(model.provider) ?? []), model]);
  return [...groups];
}

/** Which model speaks for an agent: what is ready, what is missing and why; any other name may be typed. */
export function ModelPicker({ value, onChange }: { value: string; onChange: (model: string) => void }) {
  const t = useTranslations("canvas");
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState("");
  const { labelOf, models } = useModelNames();
  const id = useId();
  const chosen = models.find((model) => model.name === value);
  const typed = query.trim();
  const pick = (model: string) => {
    onChange(model);
    setOpen(false);
    setQuery("");
  };
  return (
    <div className="field">
      <span className="label" id={`${id}-label`}>
        {t("panel.model")}
        {chosen && <State model={chosen} />}
      </span>
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger asChild>
          <button className="input" type="button" aria-labelledby={`${id}-label ${id}-value`}>
            <Icon of={chosen?.local ? HardDrive : Cloud} />
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
                {groupsOf(models).map(([provider, group]) => (
                  <Command.Group key={provider} heading={provider}>
                    {group.map((model) => (
                      <Command.Item
                        key={model.name}
                        className="menu-i"
                        value={`${model.label} ${model.name}`}
                        onSelect={() => pick(model.name)}
                      >
                        <span className="grow ell">{labelOf(model.name)}</span>
                        <State model={model} />
                      </Command.Item>
                    ))}
                  </Command.Group>
                ))}
                {typed && !models.some((model) => model.name === typed) && (
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
