"use client";

import { Cpu, Database, FileText, Languages, type LucideIcon, Plug } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { useSystem } from "@/api/system-queries";
import { useErrorText } from "@/features/shell/error-text";
import { LANGUAGES } from "@/i18n/languages";
import { Icon } from "@/ui/icon";
import { chooseLanguage, chooseTheme, useLanguage, useTheme } from "@/ui/preferences";
import { Segments } from "@/ui/segments";
import { Data, Tools } from "./data";
import { Library } from "./library";
import { Models } from "./models";
import { Group, SettingRow } from "./parts";

const THEMES = ["system", "light", "dark"] as const;

const SECTIONS: readonly [id: "models" | "tools" | "library" | "look" | "data", LucideIcon][] = [
  ["models", Cpu],
  ["tools", Plug],
  ["library", FileText],
  ["look", Languages],
  ["data", Database],
];

const TOP_PX = 160;

/** The section that the reader is at: the last one that has come up to the top. */
function useCurrentSection(): string {
  const [current, setCurrent] = useState<string>(SECTIONS[0]?.[0] ?? "");
  useEffect(() => {
    const page = document.getElementById("content");
    const look = () => {
      const above = SECTIONS.filter(([id]) => {
        const section = document.getElementById(id);
        return section !== null && section.getBoundingClientRect().top < TOP_PX;
      });
      setCurrent(above.at(-1)?.[0] ?? SECTIONS[0]?.[0] ?? "");
    };
    page?.addEventListener("scroll", look, { passive: true });
    return () => page?.removeEventListener("scroll", look);
  }, []);
  return current;
}

function Sections({ version }: { version: string | undefined }) {
  const t = useTranslations("settings");
  const current = useCurrentSection();
  return (
    <nav className="snav" aria-label={t("sections")}>
      {SECTIONS.map(([id, icon]) => (
        <a key={id} href={`#${id}`} aria-current={id === current ? "location" : undefined}>
          <Icon of={icon} />
          {t(id)}
        </a>
      ))}
      {version && <p className="muted snav-v">{t("version", { version })}</p>}
    </nav>
  );
}

function Look() {
  const t = useTranslations();
  const language = useLanguage();
  const theme = useTheme();
  return (
    <Group id="look" title={t("settings.look")}>
      <SettingRow name={t("language.label")}>
        <Segments
          label={t("language.label")}
          value={language}
          onChange={chooseLanguage}
          options={LANGUAGES.map((known) => ({ value: known.id, label: known.name, lang: known.id }))}
        />
      </SettingRow>
      <SettingRow name={t("theme.label")}>
        <Segments
          label={t("theme.label")}
          value={theme}
          onChange={chooseTheme}
          options={THEMES.map((known) => ({ value: known, label: t(`theme.${known}`) }))}
        />
      </SettingRow>
    </Group>
  );
}

/** What is ready and what is missing, how the product looks and speaks, where its data lies. */
export function Settings() {
  const t = useTranslations("settings");
  const textOf = useErrorText();
  const system = useSystem();
  return (
    <main className="page" id="content">
      <div className="settings">
        <Sections version={system.data?.version} />
        <div className="min-w-0">
          <div className="page-h mb-0">
            <div>
              <h1>{t("title")}</h1>
              <p>{t("lead")}</p>
            </div>
          </div>
          {system.error && (
            <p className="notice notice-danger mt-4" role="alert">
              {textOf(system.error)}
            </p>
          )}
          <Models />
          {system.data && <Tools system={system.data} />}
          <Library />
          <div className="two">
            <Look />
            {system.data && <Data system={system.data} />}
          </div>
        </div>
      </div>
    </main>
  );
}
