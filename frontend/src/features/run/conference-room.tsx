"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import { ApiError } from "@/api/client";
import { councilQuery } from "@/api/queries";
import { type RunWithBlueprint, useRunDetail } from "@/api/run-queries";
import { factsOf } from "@/domain/run-facts";
import { useDecidedElsewhere } from "@/features/approval/use-decided-elsewhere";
import { later } from "@/ui/later";
import { Segments } from "@/ui/segments";
import { Citations } from "./citations";
import { DocumentPane } from "./document-pane";
import { useLiveRun } from "./live-run";
import { Outcome } from "./outcome";
import { Timeline } from "./timeline";
import { StopButton, TopicBar } from "./topic-bar";

const LiveDiagram = dynamic(
  later(() => import("./live-diagram").then((module) => module.LiveDiagram)),
  {
    ssr: false,
    // The other columns must not move when it is there.
    loading: () => <section className="col col-live" aria-hidden />,
  },
);
const GodModeSheet = dynamic(
  later(() => import("@/features/approval/sheet").then((module) => module.GodModeSheet)),
  { ssr: false },
);

const StartForm = dynamic(
  later(() => import("./start-form").then((module) => module.StartForm)),
  {
    ssr: false,
    loading: () => <main className="conf conf-start" id="content" aria-busy="true" />,
  },
);

type Column = "live" | "doc" | "time";

function Gone() {
  const t = useTranslations("run");
  return (
    <main className="page" id="content">
      <div className="empty">
        <h2>{t("gone")}</h2>
        <p>{t("goneBody")}</p>
        <Link className="btn btn-primary" href="/konferenzzimmer/">
          {t("newRun")}
        </Link>
      </div>
    </main>
  );
}

function LinkNotice({ state }: { state: string }) {
  const t = useTranslations("run.link");
  if (state !== "waiting") return null;
  return (
    <p className="notice notice-active link-notice" role="status">
      {t("waiting")}
    </p>
  );
}

/** On a small screen one column at a time. */
function ColumnSwitch({ value, onChange }: { value: Column; onChange: (column: Column) => void }) {
  const t = useTranslations("run");
  return (
    <div className="only-s col-switch">
      <Segments
        label={t("doc.tab")}
        value={value}
        onChange={onChange}
        options={[
          { value: "live", label: t("diagram") },
          { value: "doc", label: t("documentLabel") },
          { value: "time", label: t("steps") },
        ]}
      />
    </div>
  );
}

function Room({ runId, run }: { runId: string; run: RunWithBlueprint }) {
  const { view, link, reconnect } = useLiveRun(runId);
  const [column, setColumn] = useState<Column>("doc");
  const facts = useMemo(() => factsOf(run.blueprint), [run.blueprint]);
  useDecidedElsewhere(view);
  const outcome = { runId, run, view, facts, onContinued: reconnect };
  const waits = view.status === "paused" && view.pause?.reason === "approval";
  return (
    <main className="conf" id="content">
      <div>
        <h1 className="vh">{run.input_topic || run.name}</h1>
        <TopicBar runId={runId} run={run} view={view} />
        <div className="only-s small-top">
          <span className="grow ell">{run.input_topic}</span>
          {view.end === null && <StopButton runId={runId} small />}
        </div>
        <ColumnSwitch value={column} onChange={setColumn} />
        <LinkNotice state={link} />
      </div>
      <div className="conf-b" data-column={column}>
        <LiveDiagram view={view} facts={facts} />
        <DocumentPane view={view} facts={facts} name={run.name} top={<Outcome {...outcome} />} />
        <Timeline view={view} facts={facts} budget={run.budget} />
        {waits && view.pause && (
          <GodModeSheet
            key={view.pause.id}
            runId={runId}
            run={run}
            view={view}
            pause={view.pause}
            facts={facts}
          />
        )}
      </div>
    </main>
  );
}

function RunPage({ runId }: { runId: string }) {
  const detail = useRunDetail(runId);
  if (detail.error instanceof ApiError && detail.error.status === 404) return <Gone />;
  if (detail.error) throw detail.error;
  if (!detail.data) return <main className="conf" id="content" aria-busy="true" />;
  return (
    <Citations run={detail.data}>
      <Room key={runId} runId={runId} run={detail.data} />
    </Citations>
  );
}

function StartPage({ councilId, topic }: { councilId: string | null; topic: string }) {
  const council = useQuery({ ...councilQuery(councilId ?? ""), enabled: councilId !== null });
  if (council.error) return <StartForm councilId={null} blueprint={null} topic={topic} />;
  return (
    <StartForm key={councilId} councilId={councilId} blueprint={council.data?.data ?? null} topic={topic} />
  );
}

/** The topic and the council of an earlier run; its frozen blueprint is saved anew when it starts. */
function AgainPage({ runId }: { runId: string }) {
  const { data, error } = useRunDetail(runId);
  if (error) return <Gone />;
  if (!data) return <main className="conf" id="content" aria-busy="true" />;
  return (
    <StartForm councilId={data.blueprint_id} blueprint={data.blueprint} frozen topic={data.input_topic} />
  );
}

/** Start a council, watch it, steer it (UI-2). */
export function ConferenceRoom() {
  const address = useSearchParams();
  const runId = address.get("run");
  if (runId) return <RunPage runId={runId} />;
  const again = address.get("again");
  if (again) return <AgainPage runId={again} />;
  return <StartPage councilId={address.get("council")} topic={address.get("topic") ?? ""} />;
}
