"use client";

import { useTranslations } from "use-intl";
import { LANGUAGES } from "@/i18n/languages";
import { chooseLanguage, chooseTheme, useLanguage, useTheme } from "@/ui/preferences";
import { Segments } from "@/ui/segments";

const THEMES = ["system", "light", "dark"] as const;

export function Settings() {
  const t = useTranslations();
  const language = useLanguage();
  const theme = useTheme();
  return (
    <main className="page" id="content">
      <div className="settings">
        <div>
          <div className="page-h">
            <div>
              <h1>{t("settings.title")}</h1>
              <p>{t("settings.lead")}</p>
            </div>
          </div>
          <section className="grp">
            <h2>{t("settings.look")}</h2>
            <div className="rows">
              <div className="r">
                <div className="tx">
                  <b>{t("language.label")}</b>
                </div>
                <Segments
                  label={t("language.label")}
                  value={language}
                  onChange={chooseLanguage}
                  options={LANGUAGES.map((known) => ({ value: known.id, label: known.name, lang: known.id }))}
                />
              </div>
              <div className="r">
                <div className="tx">
                  <b>{t("theme.label")}</b>
                </div>
                <Segments
                  label={t("theme.label")}
                  value={theme}
                  onChange={chooseTheme}
                  options={THEMES.map((known) => ({ value: known, label: t(`theme.${known}`) }))}
                />
              </div>
            </div>
          </section>
        </div>
      </div>
    </main>
  );
}
