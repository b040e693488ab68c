"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, Cloud, Copy, HardDrive, RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { request } from "@/api/client";
import { keys } from "@/api/queries";
import type { Health } from "@/api/types";
import type { Provider } from "@/domain/models";
import { useProviders } from "@/features/canvas/use-catalogue";
import { LANGUAGES } from "@/i18n/languages";
import { Button } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { notify } from "@/ui/notify";
import { chooseLanguage, chooseTheme, useLanguage, useTheme } from "@/ui/preferences";
import { Segments } from "@/ui/segments";

const THEMES = ["system", "light", "dark"] as const;
const SHOWN_MODELS = 3;

/** The exact variable to set, with a copy button; never a value. */
function Variable({ name }: { name: string }) {
  const t = useTranslations("common");
  const copy = async () => {
    await navigator.clipboard.writeText(name);
    notify.success(t("copied"));
  };
  return (
    <span className="env">
      {name}
      <IconButton small icon={Copy} label={t("copyValue", { value: name })} onClick={copy} />
    </span>
  );
}

function ProviderState({ provider }: { provider: Provider }) {
  const t = useTranslations("settings");
  if (provider.ready) {
    return (
      <span className="badge badge-success">
        <Icon of={CircleCheck} size={14} />
        {t("ready")}
      </span>
    );
  }
  return (
    <span className={provider.configured ? "badge badge-danger" : "badge"}>
      <Icon of={CircleAlert} size={14} />
      {t(provider.configured ? "unreachable" : "missing")}
    </span>
  );
}

function ProviderRow({ provider }: { provider: Provider }) {
  const t = useTranslations();
  const isLocal = provider.provider === "ollama" || provider.provider === "builtin";
  const [variable] = provider.configured ? [] : provider.set;
  const first = provider.models.slice(0, SHOWN_MODELS).join(", ");
  const rest = provider.models.length - SHOWN_MODELS;
  const models = rest > 0 ? t("settings.moreModels", { first, count: rest }) : first;
  const about = provider.provider === "builtin" ? t("settings.builtin") : models;
  const title = provider.provider === "builtin" ? t("canvas.model.builtin") : provider.title;
  return (
    <div className="r">
      <span className="tile">
        <Icon of={isLocal ? HardDrive : Cloud} />
      </span>
      <div className="tx">
        <b>{title}</b>
        <span>{provider.ready ? about : variable ? t("settings.setVariable") : provider.problem}</span>
      </div>
      {variable && <Variable name={variable} />}
      <ProviderState provider={provider} />
    </div>
  );
}

function Models() {
  const t = useTranslations("settings");
  const { data, error, isFetching, refetch } = useProviders();
  const ready = data?.filter((provider) => provider.ready).length ?? 0;
  return (
    <section className="grp" id="models">
      <div className="row">
        <h2 className="grow">{t("models")}</h2>
        <Button size="sm" icon={RefreshCw} disabled={isFetching} onClick={() => refetch()}>
          {t(isFetching ? "checking" : "checkAgain")}
        </Button>
      </div>
      {data && <p>{t("modelsLead", { ready, all: data.length })}</p>}
      {error && <p className="t-danger">{t("providersFailed")}</p>}
      {data && (
        <div className="rows">
          {data.map((provider) => (
            <ProviderRow key={provider.provider} provider={provider} />
          ))}
        </div>
      )}
    </section>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="r">
      <div className="tx">
        <b>{label}</b>
      </div>
      {children}
    </div>
  );
}

function Look() {
  const t = useTranslations();
  const language = useLanguage();
  const theme = useTheme();
  return (
    <section className="grp" id="look">
      <h2>{t("settings.look")}</h2>
      <div className="rows mt-2.5">
        <Row label={t("language.label")}>
          <Segments
            label={t("language.label")}
            value={language}
            onChange={chooseLanguage}
            options={LANGUAGES.map((known) => ({ value: known.id, label: known.name, lang: known.id }))}
          />
        </Row>
        <Row label={t("theme.label")}>
          <Segments
            label={t("theme.label")}
            value={theme}
            onChange={chooseTheme}
            options={THEMES.map((known) => ({ value: known, label: t(`theme.${known}`) }))}
          />
        </Row>
      </div>
    </section>
  );
}

function Server() {
  const t = useTranslations("settings");
  const { data } = useQuery({
    queryKey: keys.health,
    queryFn: ({ signal }) => request<Health>("GET", "/api/health", undefined, signal),
    staleTime: 0,
  });
  if (!data) return null;
  return (
    <section className="grp" id="server">
      <h2>{t("server")}</h2>
      <div className="rows mt-2.5">
        <Row label={t("version")}>
          <span className="muted">{data.version}</span>
        </Row>
        <Row label={t("database")}>
          <span className={data.status === "ok" ? "badge badge-success" : "badge badge-danger"}>
            {t(data.status === "ok" ? "databaseOk" : "databaseDown")}
          </span>
        </Row>
      </div>
    </section>
  );
}

/** What is ready and what is missing, language, appearance, the server. Never a secret. */
export function Settings() {
  const t = useTranslations();
  const sections = [
    ["#models", t("settings.models")],
    ["#look", t("settings.look")],
    ["#server", t("settings.server")],
  ] as const;
  return (
    <main className="page" id="content">
      <div className="settings">
        <nav className="snav only-l" aria-label={t("settings.sections")}>
          {sections.map(([href, label]) => (
            <a key={href} href={href}>
              {label}
            </a>
          ))}
        </nav>
        <div>
          <div className="page-h mb-0">
            <div>
              <h1>{t("settings.title")}</h1>
              <p>{t("settings.lead")}</p>
            </div>
          </div>
          <Models />
          <Look />
          <Server />
        </div>
      </div>
    </main>
  );
}
