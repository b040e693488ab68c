"use client";

import { ChevronDown, Columns2, Play, Search, Trash2, Workflow, X } from "lucide-react";
import Link from "next/link";
import { useRouter, useSearchParams } from "next/navigation";
import { useDeferredValue, useState } from "react";
import { useTranslations } from "use-intl";
import { useCouncils } from "@/api/queries";
import { type RunListed, useDeleteRun, useRuns } from "@/api/run-queries";
import type { RunStatus } from "@/api/types";
import { useErrorText } from "@/features/shell/error-text";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { Menu } from "@/ui/menu";
import { notify } from "@/ui/notify";
import { Segments } from "@/ui/segments";
import { Compare } from "./compare";
import { RunRow } from "./run-row";

const PAGE = 50;

const FILTERS = {
  all: [],
  waiting: ["paused"],
  running: ["pending", "running"],
  completed: ["completed"],
  failed: ["failed"],
  cancelled: ["cancelled"],
} as const satisfies Record<string, readonly RunStatus[]>;

type Filter = keyof typeof FILTERS;
const FILTER_NAMES = Object.keys(FILTERS) as Filter[];

type Query = { text: string; filter: Filter; council: string; offset: number };
const FIRST: Query = { text: "", filter: "all", council: "", offset: 0 };

function Filters({ query, onChange }: { query: Query; onChange: (patch: Partial<Query>) => void }) {
  const t = useTranslations("history");
  const councils = useCouncils();
  const chosen = councils.data?.find((council) => council.id === query.council)?.name ?? t("allCouncils");
  return (
    <div className="filters">
      <label className="input quiet search">
        <Icon of={Search} />
        <span className="vh">{t("search")}</span>
        <input
          placeholder={t("searchShort")}
          value={query.text}
          onChange={(event) => onChange({ text: event.target.value })}
        />
      </label>
      <Menu
        align="start"
        trigger={
          <Button icon={Workflow} aria-label={t("chooseCouncil", { name: chosen })}>
            <span className="ell topic-n">{chosen}</span>
            <ChevronDown className="i i-14" aria-hidden />
          </Button>
        }
        items={[
          { id: "all", label: t("allCouncils"), onSelect: () => onChange({ council: "" }) },
          ...(councils.data ?? []).map((council) => ({
            id: council.id,
            label: <span className="ell">{council.name}</span>,
            onSelect: () => onChange({ council: council.id }),
          })),
        ]}
      />
      <span className="grow" />
      <Segments
        label={t("status")}
        value={query.filter}
        onChange={(filter) => onChange({ filter })}
        options={FILTER_NAMES.map((name) => ({ value: name, label: t(name) }))}
      />
    </div>
  );
}

function Pages({
  query,
  total,
  onChange,
}: {
  query: Query;
  total: number;
  onChange: (patch: Partial<Query>) => void;
}) {
  const t = useTranslations("history");
  if (total <= PAGE) return null;
  const to = Math.min(total, query.offset + PAGE);
  return (
    <nav className="row mt-3 justify-end" aria-label={t("page")}>
      <span className="muted">{t("range", { from: query.offset + 1, to, total })}</span>
      <Button
        size="sm"
        disabled={query.offset === 0}
        onClick={() => onChange({ offset: query.offset - PAGE })}
      >
        {t("previous")}
      </Button>
      <Button size="sm" disabled={to >= total} onClick={() => onChange({ offset: query.offset + PAGE })}>
        {t("next")}
      </Button>
    </nav>
  );
}

function Table({
  runs,
  selected,
  onSelect,
  onDelete,
}: {
  runs: readonly RunListed[];
  selected: ReadonlySet<string>;
  onSelect: (id: string, on: boolean) => void;
  onDelete: (id: string) => void;
}) {
  const t = useTranslations("history");
  const figures = ["score", "rounds", "duration", "cost", "begin"] as const;
  return (
    <table className="table">
      <caption className="vh">{t("table")}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="vh">{t("select")}</span>
          </th>
          <th scope="col">{t("status")}</th>
          <th scope="col">{t("topic")}</th>
          {figures.map((figure) => (
            <th key={figure} scope="col" className={figure === "score" ? "only-l-cell" : "num only-l-cell"}>
              {t(figure)}
            </th>
          ))}
          <th scope="col">
            <span className="vh">{t("action")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <RunRow
            key={run.run_id}
            run={run}
            selected={selected.has(run.run_id)}
            onSelect={(on) => onSelect(run.run_id, on)}
            onDelete={() => onDelete(run.run_id)}
          />
        ))}
      </tbody>
    </table>
  );
}

function SelectionBar({
  selected,
  onClear,
  onDelete,
}: {
  selected: ReadonlySet<string>;
  onClear: () => void;
  onDelete: () => void;
}) {
  const t = useTranslations("history");
  const router = useRouter();
  if (selected.size === 0) return null;
  const [a, b] = [...selected];
  return (
    <div className="selbar" role="status">
      {t("selected", { count: selected.size })}
      <span className="sep" />
      <Button
        look="primary"
        icon={Columns2}
        disabled={selected.size !== 2}
        title={selected.size === 2 ? undefined : t("compareTwo")}
        onClick={() => router.push(`/verlauf/?a=${a}&b=${b}`)}
      >
        {t("compare")}
      </Button>
      <IconButton icon={Trash2} label={t("delete")} onClick={onDelete} />
      <IconButton icon={X} label={t("clear")} onClick={onClear} />
    </div>
  );
}

function useRemoval(onDone: () => void) {
  const t = useTranslations("history");
  const textOf = useErrorText();
  const removing = useDeleteRun();
  const [asked, setAsked] = useState<readonly string[]>([]);
  const remove = async () => {
    const ids = asked;
    setAsked([]);
    try {
      await Promise.all(ids.map((id) => removing.mutateAsync(id)));
      notify.success(t("deleted", { count: ids.length }));
      onDone();
    } catch (error) {
      notify.error(textOf(error));
    }
  };
  return { asked, ask: setAsked, cancel: () => setAsked([]), remove };
}

function List() {
  const t = useTranslations();
  const [query, setQuery] = useState<Query>(FIRST);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const text = useDeferredValue(query.text);
  const runs = useRuns({
    text,
    status: FILTERS[query.filter],
    council: query.council,
    limit: PAGE,
    offset: query.offset,
  });
  const removal = useRemoval(() => setSelected(new Set()));
  const change = (patch: Partial<Query>) => setQuery({ ...query, offset: 0, ...patch });
  const select = (id: string, on: boolean) => {
    const next = new Set(selected);
    if (on) next.add(id);
    else next.delete(id);
    setSelected(next);
  };
  const untouched = query.text === "" && query.filter === "all" && query.council === "";
  const items = runs.data?.items ?? [];
  if (runs.error && !runs.data) throw runs.error;
  return (
    <main className="page" id="content">
      <div className="wrap">
        <div className="page-h">
          <div className="grow">
            <h1>{t("history.title")}</h1>
            <p>{t("history.lead")}</p>
          </div>
          <Link className="btn btn-primary" href="/konferenzzimmer/">
            <Icon of={Play} />
            {t("run.newRun")}
          </Link>
        </div>
        <Filters query={query} onChange={change} />
        {items.length > 0 && (
          <Table runs={items} selected={selected} onSelect={select} onDelete={(id) => removal.ask([id])} />
        )}
        {runs.data && items.length === 0 && (
          <div className="empty">
            <h2>{t(untouched ? "history.emptyTitle" : "history.none")}</h2>
            <p>{t(untouched ? "history.emptyBody" : "history.noneBody")}</p>
          </div>
        )}
        <Pages query={query} total={runs.data?.total ?? 0} onChange={change} />
      </div>
      <SelectionBar
        selected={selected}
        onClear={() => setSelected(new Set())}
        onDelete={() => removal.ask([...selected])}
      />
      <Dialog
        open={removal.asked.length > 0}
        onClose={removal.cancel}
        title={t("history.deleteTitle", { count: removal.asked.length })}
        description={t("history.deleteBody")}
        footer={
          <>
            <Button onClick={removal.cancel}>{t("common.cancel")}</Button>
            <Button className="btn-danger" icon={Trash2} onClick={removal.remove}>
              {t("common.delete")}
            </Button>
          </>
        }
      />
    </main>
  );
}

/** Every run: filter, open, compare, run again, delete. */
export function History() {
  const address = useSearchParams();
  const [a, b] = [address.get("a"), address.get("b")];
  return a && b ? <Compare a={a} b={b} /> : <List />;
}
