"use client";

import { FastForward, FileText, Hand, Paperclip, Plus, Square, Workflow } from "lucide-react";
import Link from "next/link";
import { useContext, useState } from "react";
import { useNow, useTranslations } from "use-intl";
import { type RunWithBlueprint, useCancelRun, useSetGodMode } from "@/api/run-queries";
import { fileAddress } from "@/domain/citations";
import { elapsed, stopwatch } from "@/domain/run-facts";
import type { RunView } from "@/domain/run-view";
import { useErrorText } from "@/features/shell/error-text";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Icon } from "@/ui/icon";
import { SourcesContext } from "@/ui/markdown";
import { Menu } from "@/ui/menu";
import { notify } from "@/ui/notify";
import { useNumbers } from "@/ui/numbers";
import { Segments } from "@/ui/segments";

const SECOND = 1000;

function Time({ view }: { view: RunView }) {
  const now = useNow({ updateInterval: SECOND });
  return stopwatch(elapsed(view, now.getTime()));
}

function Meter({ view }: { view: RunView }) {
  const t = useTranslations("run");
  const numbers = useNumbers();
  return (
    <dl className="meter">
      <div>
        <dt>{t("time")}</dt>
        <dd>
          <Time view={view} />
        </dd>
      </div>
      <div>
        <dt>{t("tokens")}</dt>
        <dd>{numbers.count(view.usage.input_tokens + view.usage.output_tokens)}</dd>
      </div>
      <div>
        <dt>{t("cost")}</dt>
        <dd>{view.usage.cost_usd === null ? "–" : numbers.cost(view.usage.cost_usd)}</dd>
      </div>
    </dl>
  );
}

/** Stops a run after asking: it cannot go on afterwards. */
export function StopButton({ runId, small }: { runId: string; small?: boolean }) {
  const t = useTranslations("run");
  const textOf = useErrorText();
  const [asking, setAsking] = useState(false);
  const cancel = useCancelRun(runId);
  const stop = () => {
    setAsking(false);
    cancel.mutate(undefined, {
      onError: (error) => notify.error(t("actionFailed"), { description: textOf(error) }),
    });
  };
  return (
    <>
      <Button
        className="btn-danger"
        size={small ? "sm" : "md"}
        icon={Square}
        disabled={cancel.isPending}
        onClick={() => setAsking(true)}
      >
        {t("stop")}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t("stopTitle")}
        description={t("stopBody")}
        footer={
          <>
            <Button onClick={() => setAsking(false)}>{t("keepGoing")}</Button>
            <Button className="btn-danger" icon={Square} onClick={stop}>
              {t("stop")}
            </Button>
          </>
        }
      />
    </>
  );
}

function ModeSwitch({ runId, view }: { runId: string; view: RunView }) {
  const t = useTranslations("run");
  const textOf = useErrorText();
  const setGodMode = useSetGodMode(runId);
  return (
    <Segments
      label={t("control")}
      value={view.godMode ? "god" : "auto"}
      disabled={view.end !== null || setGodMode.isPending}
      onChange={(mode) =>
        setGodMode.mutate(mode === "god", {
          onError: (error) => notify.error(t("actionFailed"), { description: textOf(error) }),
        })
      }
      options={[
        {
          value: "auto",
          label: (
            <>
              <Icon of={FastForward} />
              <span className="wide-only">{t("auto")}</span>
            </>
          ),
          name: t("auto"),
        },
        {
          value: "god",
          label: (
            <>
              <Icon of={Hand} />
              <span className="wide-only">{t("god")}</span>
            </>
          ),
          name: t("god"),
        },
      ]}
    />
  );
}

/** The documents of the run, to open; those that were deleted since are only counted. */
function Documents({ count }: { count: number }) {
  const t = useTranslations("run");
  const known = [...useContext(SourcesContext)];
  const [only] = count === 1 ? known : [];
  if (known.length === 0) return <span className="chip h-7">{t("documents", { count })}</span>;
  return (
    <Menu
      trigger={
        <Button size="sm" icon={Paperclip}>
          <span className="ell max-w-48">{only?.[0] ?? t("documents", { count })}</span>
        </Button>
      }
      items={known.map(([name, id]) => ({
        id,
        label: name,
        icon: FileText,
        onSelect: () => void window.open(fileAddress(id), "_blank", "noopener"),
      }))}
    />
  );
}

/** What the run is about, how it is steered, what it has used, and how to stop it. */
export function TopicBar({ runId, run, view }: { runId: string; run: RunWithBlueprint; view: RunView }) {
  const t = useTranslations("run");
  const documents = run.documents.length;
  return (
    <div className="topic">
      {run.blueprint_id ? (
        <Link className="btn" href={`/rat-architekt/?council=${run.blueprint_id}`} title={t("editCouncil")}>
          <Icon of={Workflow} />
          <span className="ell topic-n">{run.name || t("defaultCouncil")}</span>
        </Link>
      ) : (
        <span className="chip h-8">{run.name || t("defaultCouncil")}</span>
      )}
      <div className="grow">
        <p className="topic-q" title={run.input_topic}>
          {run.input_topic || t("documents", { count: documents })}
        </p>
      </div>
      {documents > 0 && <Documents count={documents} />}
      <ModeSwitch runId={runId} view={view} />
      <Meter view={view} />
      {view.end === null ? (
        <StopButton runId={runId} />
      ) : (
        <Link
          className="btn btn-primary"
          href={`/konferenzzimmer/${run.blueprint_id ? `?council=${run.blueprint_id}` : ""}`}
        >
          <Icon of={Plus} />
          {t("newRun")}
        </Link>
      )}
    </div>
  );
}
