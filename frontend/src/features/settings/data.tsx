"use client";

import { FileText, Globe, type LucideIcon } from "lucide-react";
import { useFormatter, useTranslations } from "use-intl";
import type { System, Tool } from "@/api/types";
import { Exact, Group, SettingRow, StateBadge } from "./parts";

const INSTALL = "pip install 'councilos[documents]'";
const ICONS: Record<Tool["tool"], LucideIcon> = { web_search: Globe, pdf_reader: FileText };

/** Which tools agents can use now. */
export function Tools({ system }: { system: System }) {
  const t = useTranslations("settings");
  return (
    <Group id="tools" title={t("tools")} lead={t("toolsLead")}>
      {system.tools.map(({ tool, ready, set, uses }) => {
        const variable = set[0] ?? "";
        const exact = tool === "pdf_reader" ? INSTALL : variable;
        const note = ready
          ? t(`toolNote.${tool}`, { variable, uses })
          : tool === "pdf_reader"
            ? t("install")
            : t("setKey");
        return (
          <SettingRow key={tool} icon={ICONS[tool]} name={t(`tool.${tool}`)} note={note}>
            {!ready && <Exact text={exact} />}
            <StateBadge state={ready ? "ready" : "missing"} />
          </SettingRow>
        );
      })}
    </Group>
  );
}

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

function useSize(): (bytes: number) => string {
  const format = useFormatter();
  return (bytes) => {
    let [value, step] = [bytes, 0];
    while (value >= 1000 && step < UNITS.length - 1) {
      value /= 1000;
      step += 1;
    }
    const unit = UNITS[step] ?? "byte";
    return format.number(value, {
      style: "unit",
      unit,
      maximumFractionDigits: value < 10 && step > 0 ? 1 : 0,
    });
  };
}

/** Where the data lies and how large it is. */
export function Data({ system }: { system: System }) {
  const t = useTranslations("settings");
  const size = useSize();
  const { data } = system;
  const parts = [
    { id: "database", bytes: data.database, colour: "var(--text)" },
    { id: "documents", bytes: data.documents, colour: "var(--edge)" },
    { id: "other", bytes: data.other, colour: "var(--border-strong)" },
  ] as const;
  const shown = parts.filter((part) => part.bytes > 0);
  const legend = shown.map((part) => t(part.id, { size: size(part.bytes) }));
  return (
    <Group id="data" title={t("data")}>
      <div className="r r-data">
        <div className="tx">
          <b>{t("used", { size: size(data.bytes) })}</b>
          <span>{t("holds", { runs: system.runs, councils: system.councils })}</span>
        </div>
        {shown.length > 0 && (
          <div className="usebar" role="img" aria-label={legend.join(", ")}>
            {shown.map((part) => (
              <i key={part.id} style={{ flexGrow: part.bytes, background: part.colour }} />
            ))}
          </div>
        )}
        <div className="row flex-wrap muted t12 use-l" aria-hidden="true">
          {shown.map((part, i) => (
            <span key={part.id} className="row gap-1">
              <i style={{ background: part.colour }} />
              {legend[i]}
            </span>
          ))}
        </div>
        {data.database_url_set && <p className="muted t12">{t("external", { variable: "DATABASE_URL" })}</p>}
        <p className="row min-w-0 muted t12">
          {t("home")}{" "}
          <code className="ell" title={data.home}>
            {data.home}
          </code>
        </p>
      </div>
    </Group>
  );
}
