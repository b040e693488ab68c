"use client";

import { ChevronLeft, ChevronRight, Columns2, Play, Trash2, X } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { useTranslations } from "use-intl";
import type { RunPage, RunSummary } from "@/api/contract";
import { useHistory } from "@/api/history-queries";
import { useErrorText } from "@/features/shell/error-text";
import { Button } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { DeleteDialog, StopDialog } from "./dialogs";
import { Filters } from "./filters";
import { Row } from "./row";
import { type Filter, PAGE, STATUSES, useFilter } from "./use-filter";
import { useRunActions } from "./use-run-actions";

const COLUMNS = ["score", "rounds"] as const;
const NUMBERS = ["time", "cost", "start"] as const;

function Head() {
  const t = useTranslations("history.col");
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="vh">{t("select")}</span>
        </th>
        <th scope="col">{t("status")}</th>
        <th scope="col">{t("topic")}</th>
        {COLUMNS.map((name) => (
          <th key={name} scope="col" className={`c-${name}`}>
            {t(name)}
          </th>
        ))}
        {NUMBERS.map((name) => (
          <th key={name} scope="col" className={`num c-${name}`}>
            {t(name)}
          </th>
        ))}
        <th scope="col">
          <span className="vh">{t("action")}</span>
        </th>
      </tr>
    </thead>
  );
}

function Selection({
  selected,
  onClear,
  onDelete,
}: {
  selected: readonly string[];
  onClear: () => void;
  onDelete: () => void;
}) {
  const t = useTranslations("history");
  const [first, second] = selected;
  return (
    <section className="selbar" aria-label={t("selection")}>
      <span aria-live="polite">{t("selected", { count: selected.length })}</span>
      <span className="sep" />
      {selected.length === 2 ? (
        <Link className="btn btn-primary" href={`/verlauf/?a=${first}&b=${second}`}>
          <Icon of={Columns2} />
          {t("compare")}
        </Link>
      ) : (
        <Button icon={Columns2} disabled data-tip={t("compareHint")}>
          {t("compare")}
        </Button>
      )}
      <IconButton icon={Trash2} label={t("remove")} onClick={onDelete} />
      <IconButton icon={X} label={t("clear")} onClick={onClear} />
    </section>
  );
}

function Pager({
  page,
  shown,
  onChange,
}: {
  page: number;
  shown: RunPage;
  onChange: (page: number) => void;
}) {
  const t = useTranslations("history");
  if (shown.total <= PAGE) return null;
  const from = shown.offset + 1;
  const to = shown.offset + shown.items.length;
  return (
    <nav className="pager" aria-label={t("pages")}>
      <span className="muted" aria-live="polite">
        {t("range", { from, to, total: shown.total })}
      </span>
      <Button size="sm" icon={ChevronLeft} disabled={page === 0} onClick={() => onChange(page - 1)}>
        {t("newer")}
      </Button>
      <Button size="sm" disabled={to >= shown.total} onClick={() => onChange(page + 1)}>
        {t("older")}
        <Icon of={ChevronRight} />
      </Button>
    </nav>
  );
}

function Nothing({ onReset }: { onReset: () => void }) {
  const t = useTranslations("history");
  return (
    <div className="empty">
      <p>{t("nothing")}</p>
      <Button onClick={onReset}>{t("reset")}</Button>
    </div>
  );
}

function FirstTime() {
  const t = useTranslations("history");
  return (
    <div className="empty">
      <h2>{t("emptyTitle")}</h2>
      <p>{t("emptyBody")}</p>
      <Link className="btn btn-primary" href="/konferenzzimmer/">
        <Icon of={Play} />
        {t("newRun")}
      </Link>
    </div>
  );
}

function Table({ runs }: { runs: readonly RunSummary[] }) {
  const t = useTranslations("history");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [deleting, setDeleting] = useState<readonly string[]>([]);
  const [stopping, setStopping] = useState<string | null>(null);
  const { stop } = useRunActions();
  const selected = chosen.filter((id) => runs.some((run) => run.run_id === id));
  const select = (id: string, on: boolean) =>
    setChosen(on ? [...selected, id] : selected.filter((other) => other !== id));
  return (
    <>
      <table className="table">
        <caption className="vh">{t("caption")}</caption>
        <Head />
        <tbody>
          {runs.map((run) => (
            <Row
              key={run.run_id}
              run={run}
              selected={selected.includes(run.run_id)}
              onSelect={(on) => select(run.run_id, on)}
              onDelete={() => setDeleting([run.run_id])}
              onStop={() => setStopping(run.run_id)}
            />
          ))}
        </tbody>
      </table>
      {selected.length > 0 && (
        <Selection selected={selected} onClear={() => setChosen([])} onDelete={() => setDeleting(selected)} />
      )}
      <DeleteDialog ids={deleting} onClose={() => setDeleting([])} onDeleted={() => setChosen([])} />
      <StopDialog
        open={stopping !== null}
        onClose={() => setStopping(null)}
        onStop={() => {
          if (stopping) stop(stopping);
          setStopping(null);
        }}
      />
    </>
  );
}

function queryOf(filter: Filter) {
  const { text, council, status, page } = filter;
  return { text, council, status: STATUSES[status], limit: PAGE, offset: page * PAGE };
}

/** Every run, newest first; the server pushes what changes (UI-8). */
export function RunList() {
  const t = useTranslations("history");
  const textOf = useErrorText();
  const [filter, change] = useFilter();
  const history = useHistory(queryOf(filter));
  const shown = history.data;
  const filtered = filter.text !== "" || filter.council !== "" || filter.status !== "all" || filter.page > 0;
  const first = shown?.total === 0 && !filtered;
  return (
    <main className="page" id="content" aria-busy={history.isPending}>
      <div className="wrap">
        <div className="page-h">
          <div className="grow">
            <h1>{t("title")}</h1>
            <p>{t("lead")}</p>
          </div>
          {!first && (
            <Link className="btn btn-primary" href="/konferenzzimmer/">
              <Icon of={Play} />
              {t("newRun")}
            </Link>
          )}
        </div>
        {history.error && (
          <p className="notice notice-danger" role="alert">
            {textOf(history.error)}
          </p>
        )}
        {shown && !first && <Filters filter={filter} onChange={change} counts={shown.by_status} />}
        {first && <FirstTime />}
        {shown && !first && shown.items.length === 0 && (
          <Nothing onReset={() => change({ text: "", council: "", status: "all" })} />
        )}
        {shown && shown.items.length > 0 && (
          <>
            <Table runs={shown.items} />
            <Pager page={filter.page} shown={shown} onChange={(page) => change({ page })} />
          </>
        )}
      </div>
    </main>
  );
}
