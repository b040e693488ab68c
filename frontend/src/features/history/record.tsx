"use client";

import { ChevronDown, Eye, RotateCcw, Square, Trash2 } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type ReactNode, useMemo, useState } from "react";
import { useNow, useTranslations } from "use-intl";
import { ApiError } from "@/api/client";
import { useRunWithDrafts } from "@/api/run-queries";
import type { RunDetail } from "@/api/types";
import { factsOf, stopwatch } from "@/domain/run-facts";
import { costOf, durationOf, isLive, tokensOf } from "@/domain/run-figures";
import type { RunView } from "@/domain/run-view";
import { Citations } from "@/features/run/citations";
import { DocumentPane } from "@/features/run/document-pane";
import { useLiveRun } from "@/features/run/live-run";
import { Outcome } from "@/features/run/outcome";
import { Timeline } from "@/features/run/timeline";
import { Button } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { Menu } from "@/ui/menu";
import { Pips, Score, useNumbers } from "@/ui/numbers";
import { Segments } from "@/ui/segments";
import { useWhen } from "@/ui/use-when";
import { DeleteDialog, StopDialog } from "./dialogs";
import { Events } from "./events";
import { RecordBar } from "./record-bar";
import { useTopic } from "./row";
import { StatusBadge } from "./status";
import { useRunActions } from "./use-run-actions";

const SECOND = 1000;

export function AgainMenu({ runId, small }: { runId: string; small?: boolean }) {
  const t = useTranslations("history");
  const { again, pending } = useRunActions();
  const item = (which: "same" | "current", label: string) => ({
    id: which,
    label,
    icon: RotateCcw,
    disabled: pending,
    onSelect: () => again(runId, which),
  });
  return (
    <Menu
      trigger={
        <Button size={small ? "sm" : "md"} icon={RotateCcw}>
          {t("again")}
          <Icon of={ChevronDown} size={14} />
        </Button>
      }
      items={[item("same", t("againSame")), item("current", t("againCurrent"))]}
    />
  );
}

function Bar({ run }: { run: RunDetail }) {
  const t = useTranslations("history");
  const router = useRouter();
  const topic = useTopic()(run);
  const { stop } = useRunActions();
  const [asking, setAsking] = useState<"stop" | "delete" | null>(null);
  const live = isLive(run.status);
  return (
    <RecordBar topic={topic} back={t("back")}>
      {live && (
        <>
          <Link className="btn btn-primary" href={`/konferenzzimmer/?run=${run.run_id}`}>
            <Icon of={Eye} />
            {run.status === "paused" ? t("decide") : t("watch")}
          </Link>
          <Button className="btn-danger" icon={Square} onClick={() => setAsking("stop")}>
            {t("stop")}
          </Button>
        </>
      )}
      <AgainMenu runId={run.run_id} />
      <IconButton icon={Trash2} className="muted" label={t("remove")} onClick={() => setAsking("delete")} />
      <DeleteDialog
        ids={asking === "delete" ? [run.run_id] : []}
        onClose={() => setAsking(null)}
        onDeleted={() => router.push("/verlauf/")}
      />
      <StopDialog
        open={asking === "stop"}
        onClose={() => setAsking(null)}
        onStop={() => {
          stop(run.run_id);
          setAsking(null);
        }}
      />
    </RecordBar>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Duration({ run }: { run: RunDetail }) {
  const now = useNow({ updateInterval: SECOND });
  return stopwatch(durationOf(run, now.getTime()));
}

function Facts({ run }: { run: RunDetail }) {
  const t = useTranslations("history");
  const tRun = useTranslations("run");
  const numbers = useNumbers();
  const when = useWhen();
  const cost = costOf(run);
  const name = run.name || tRun("defaultCouncil");
  return (
    <dl className="facts" aria-label={t("facts")}>
      <Fact name={t("col.status")}>
        <StatusBadge status={run.status} />
      </Fact>
      <Fact name={t("counciled")}>
        {run.blueprint_id ? (
          <Link className="link" href={`/rat-architekt/?council=${run.blueprint_id}`}>
            {name}
          </Link>
        ) : (
          name
        )}
      </Fact>
      <Fact name={t("mode")}>{run.god_mode ? t("godMode") : t("auto")}</Fact>
      <Fact name={t("col.score")}>
        {run.critic_score === null ? (
          t("none")
        ) : (
          <Score value={run.critic_score} threshold={run.approval_threshold} />
        )}
      </Fact>
      <Fact name={t("col.rounds")}>
        <span className="row nowrap">
          <Pips filled={run.iteration_count} limit={run.max_iterations} />
          {t("rounds", { count: run.iteration_count, limit: run.max_iterations })}
        </span>
      </Fact>
      <Fact name={t("col.time")}>
        <Duration run={run} />
      </Fact>
      <Fact name={t("tokens")}>{numbers.count(tokensOf(run))}</Fact>
      <Fact name={t("col.cost")}>{cost === null ? t("none") : numbers.cost(cost)}</Fact>
      <Fact name={t("begin")}>{when(run.created_at)}</Fact>
    </dl>
  );
}

type Side = "steps" | "events";

function SideColumn({
  run,
  view,
  facts,
}: {
  run: RunDetail;
  view: RunView;
  facts: ReturnType<typeof factsOf>;
}) {
  const t = useTranslations("history");
  const [side, setSide] = useState<Side>("steps");
  return (
    <div className="rec-side">
      <div className="rec-tabs">
        <Segments
          label={t("side")}
          value={side}
          onChange={setSide}
          options={[
            { value: "steps", label: t("steps") },
            { value: "events", label: t("events") },
          ]}
        />
      </div>
      {side === "steps" ? (
        <Timeline view={view} facts={facts} budget={run.budget} />
      ) : (
        <section className="col col-time" aria-label={t("events")}>
          <Events runId={run.run_id} />
        </section>
      )}
    </div>
  );
}

function Record({ run }: { run: RunDetail }) {
  const { view, reconnect } = useLiveRun(run.run_id);
  const facts = useMemo(() => factsOf(run.blueprint), [run.blueprint]);
  return (
    <main className="rec" id="content">
      <div>
        <Bar run={run} />
        <Facts run={run} />
      </div>
      <div className="rec-b">
        <Citations run={run}>
          <DocumentPane
            view={view}
            facts={facts}
            name={run.name}
            top={
              run.status !== "completed" && (
                <Outcome runId={run.run_id} run={run} view={view} facts={facts} onContinued={reconnect} />
              )
            }
          />
        </Citations>
        <SideColumn run={run} view={view} facts={facts} />
      </div>
    </main>
  );
}

export function Gone({ title, body }: { title: string; body: string }) {
  const t = useTranslations("history");
  return (
    <main className="page" id="content">
      <div className="empty">
        <h1>{title}</h1>
        <p>{body}</p>
        <Link className="btn btn-primary" href="/verlauf/">
          {t("back")}
        </Link>
      </div>
    </main>
  );
}

/** A run as it was kept: document, drafts, steps and every event; and what can be done with it. */
export function RunRecordPage({ runId }: { runId: string }) {
  const t = useTranslations("run");
  const record = useRunWithDrafts(runId);
  if (record.error instanceof ApiError && record.error.status === 404)
    return <Gone title={t("gone")} body={t("goneBody")} />;
  if (record.error) throw record.error;
  if (!record.data) return <main className="rec" id="content" aria-busy="true" />;
  return <Record key={runId} run={record.data} />;
}
