"use client";

import { ChevronDown, Search, Workflow } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import type { RunPage } from "@/api/contract";
import { useCouncils } from "@/api/queries";
import { Button } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { Menu } from "@/ui/menu";
import { type Filter, STATUS_GROUPS, STATUSES, type StatusGroup } from "./use-filter";

type Props = { filter: Filter; onChange: (change: Partial<Filter>) => void };

const TYPING_MS = 250;

function SearchBox({ filter, onChange }: Props) {
  const t = useTranslations("history");
  const [typed, setTyped] = useState(filter.text);
  const [known, setKnown] = useState(filter.text);
  if (known !== filter.text) {
    setKnown(filter.text);
    setTyped(filter.text);
  }
  useEffect(() => {
    if (typed === filter.text) return;
    const timer = setTimeout(() => onChange({ text: typed }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, filter.text, onChange]);
  return (
    <label className="input quiet hist-search">
      <Icon of={Search} size={14} />
      <input
        type="search"
        aria-label={t("search")}
        placeholder={t("search")}
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </label>
  );
}

function CouncilChoice({ filter, onChange }: Props) {
  const t = useTranslations("history");
  const councils = useCouncils();
  const chosen = councils.data?.find((council) => council.id === filter.council);
  const label = chosen?.name ?? t("allCouncils");
  const all = { id: "all", label: t("allCouncils"), onSelect: () => onChange({ council: "" }) };
  const items = (councils.data ?? []).map((council) => ({
    id: council.id,
    label: <span className="ell max-w-72">{council.name}</span>,
    onSelect: () => onChange({ council: council.id }),
  }));
  return (
    <Menu
      align="start"
      trigger={
        <Button icon={Workflow} aria-label={t("council", { name: label })}>
          <span className="ell max-w-48">{label}</span>
          <Icon of={ChevronDown} size={14} />
        </Button>
      }
      items={[all, ...(items.length > 0 ? [null] : []), ...items]}
    />
  );
}

function countOf(group: StatusGroup, counts: RunPage["by_status"]): number {
  const statuses = group === "all" ? Object.keys(counts) : STATUSES[group];
  return statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
}

function StatusChoice({ filter, onChange, counts }: Props & { counts: RunPage["by_status"] }) {
  const t = useTranslations("history.filter");
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row of buttons in every engine
    <div className="seg hist-status" role="group" aria-label={t("label")}>
      {STATUS_GROUPS.map((group) => (
        <button
          key={group}
          type="button"
          aria-pressed={filter.status === group}
          onClick={() => onChange({ status: group })}
        >
          {t(group)} <span className="w4">{countOf(group, counts)}</span>
        </button>
      ))}
    </div>
  );
}

/** Text, council and status; each status says how many runs it has. */
export function Filters(props: Props & { counts: RunPage["by_status"] }) {
  return (
    <div className="filters">
      <SearchBox {...props} />
      <CouncilChoice {...props} />
      <StatusChoice {...props} />
    </div>
  );
}
