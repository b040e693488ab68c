"use client";

import { Box, Cloud, HardDrive, type LucideIcon, Server } from "lucide-react";
import { useFormatter, useTranslations } from "use-intl";
import type { Provider } from "@/api/contract";
import { useProviders } from "@/api/system-queries";
import { Button } from "@/ui/button";
import { Exact, Group, SettingRow, StateBadge } from "./parts";

const INSTALL = "pip install 'councilos[builtin]'";
const SHOWN = 3;

type Known = "anthropic" | "openai" | "ollama" | "builtin";

const ICONS: Record<Known, LucideIcon> = { anthropic: Cloud, openai: Cloud, ollama: HardDrive, builtin: Box };

/** What a person needs to know of a provider: its state, and what would change it. */
function stateOf(provider: Provider): "ready" | "missing" | "unreachable" {
  if (provider.ready && !(provider.provider === "ollama" && provider.models.length === 0)) return "ready";
  return provider.configured && provider.reachable === false ? "unreachable" : "missing";
}

function useNote(): (provider: Provider) => string {
  const t = useTranslations("settings");
  const format = useFormatter();
  const models = ({ models: names }: Provider) => {
    if (names.length <= SHOWN) return format.list(names);
    return t("moreModels", { list: names.slice(0, SHOWN).join(", "), count: names.length - SHOWN });
  };
  return (provider) => {
    const state = stateOf(provider);
    if (provider.provider === "builtin") return state === "ready" ? t("builtinNote") : t("install");
    if (state === "ready") {
      const local = provider.provider === "ollama" ? `${t("here")} · ` : "";
      return local + models(provider);
    }
    if (provider.ready) return t("noModels");
    if (state === "missing") return provider.provider === "ollama" ? t("setHost") : t("setKey");
    return provider.address ? t("noAnswer", { address: provider.address }) : t("cannotUse");
  };
}

function Row({
  provider,
  onCheck,
  checking,
}: {
  provider: Provider;
  onCheck: () => void;
  checking: boolean;
}) {
  const t = useTranslations("settings");
  const noteOf = useNote();
  const state = stateOf(provider);
  const known = provider.provider as Known;
  const own = known === "openai" && provider.configured && provider.tools === null;
  const exact = known === "builtin" ? INSTALL : provider.set[0];
  return (
    <SettingRow
      icon={own ? Server : (ICONS[known] ?? Cloud)}
      name={own ? t("provider.own") : t.has(`provider.${known}`) ? t(`provider.${known}`) : provider.title}
      note={
        <>
          {noteOf(provider)}
          {state === "unreachable" && (
            <span className="block t12" lang="en">
              {provider.problem}
            </span>
          )}
        </>
      }
    >
      {state === "unreachable" && (
        <Button size="sm" disabled={checking} onClick={onCheck}>
          {t("again")}
        </Button>
      )}
      {state === "missing" && exact && <Exact text={exact} />}
      <StateBadge state={state} />
    </SettingRow>
  );
}

/** Which model providers are ready, and the exact variable for those that are not (SO-1: never a key). */
export function Models() {
  const t = useTranslations("settings");
  const providers = useProviders();
  const found = providers.data ?? [];
  const ready = found.filter((provider) => stateOf(provider) === "ready").length;
  const lead = providers.isPending
    ? t("checking")
    : providers.error
      ? t("checkFailed")
      : t("readyCount", { ready, total: found.length });
  return (
    <Group id="models" title={t("models")} lead={lead}>
      {found.map((provider) => (
        <Row
          key={provider.provider}
          provider={provider}
          checking={providers.isFetching}
          onCheck={() => void providers.refetch()}
        />
      ))}
    </Group>
  );
}
