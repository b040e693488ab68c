"use client";

import { ChevronDown, FastForward, Hand, Workflow } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type ReactNode, useMemo, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { useCouncilAsThen, useCouncils, useStartRun } from "@/api/queries";
import { useRuns } from "@/api/run-queries";
import type { Blueprint } from "@/domain/blueprint";
import { factsOf } from "@/domain/run-facts";
import { EMPTY_RUN } from "@/domain/run-view";
import { useTemplates } from "@/features/canvas/use-catalogue";
import { useErrorText } from "@/features/shell/error-text";
import { Button } from "@/ui/button";
import { Field } from "@/ui/fields";
import { Icon } from "@/ui/icon";
import { later } from "@/ui/later";
import { Menu } from "@/ui/menu";
import { notify } from "@/ui/notify";
import { Segments } from "@/ui/segments";
import { useOnce } from "@/ui/use-once";
import { DocumentChoice, useChosenDocuments, useDrop } from "./documents";

const LiveDiagram = dynamic(
  later(() => import("./live-diagram").then((module) => module.LiveDiagram)),
  {
    ssr: false,
  },
);

const TOPIC_LIMIT = 10_000;
const RECENT = 8;
const EMPTY_VIEW = EMPTY_RUN;

function CouncilChoice({
  id,
  name,
  onChoose,
}: {
  id: string | null;
  name: string;
  onChoose: (id: string | null) => void;
}) {
  const t = useTranslations("run");
  const councils = useCouncils();
  return (
    <Menu
      align="start"
      heading={t("choose")}
      trigger={
        <Button icon={Workflow} aria-label={`${t("choose")}: ${name}`}>
          <span className="ell topic-n">{name}</span>
          <ChevronDown className="i i-14" aria-hidden />
        </Button>
      }
      items={[
        { id: "default", label: t("defaultCouncil"), onSelect: () => onChoose(null) },
        ...(councils.data ?? [])
          .filter((council) => council.id !== id)
          .map((council) => ({
            id: council.id,
            label: <span className="ell">{council.name}</span>,
            onSelect: () => onChoose(council.id),
          })),
      ]}
    />
  );
}

function Recent() {
  const t = useTranslations("run");
  const format = useFormatter();
  const runs = useRuns({ limit: RECENT, offset: 0 });
  return (
    <section className="col col-time" aria-label={t("start.recent")}>
      <div className="col-h">
        <h2 className="grow">{t("start.recent")}</h2>
      </div>
      <ul className="scroll recent">
        {runs.data?.items.length === 0 && <li className="muted">{t("start.noRecent")}</li>}
        {runs.data?.items.map((run) => (
          <li key={run.run_id}>
            <Link className="recent-r" href={`/konferenzzimmer/?run=${run.run_id}`}>
              <span className="w5 strong ell">{run.input_topic || run.name}</span>
              <span className="muted t12">
                {t(`status.${run.status}`)} ·{" "}
                {format.dateTime(new Date(run.created_at), { dateStyle: "medium", timeStyle: "short" })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <div />
    </section>
  );
}

function Preview({ blueprint }: { blueprint: Blueprint | null }) {
  const facts = useMemo(() => blueprint && factsOf(blueprint), [blueprint]);
  return facts ? <LiveDiagram view={EMPTY_VIEW} facts={facts} /> : <section className="col col-live" />;
}

function ModeChoice({ god, onChange }: { god: boolean; onChange: (god: boolean) => void }) {
  const t = useTranslations("run");
  const option = (icon: ReactNode, label: string) => (
    <>
      {icon}
      {label}
    </>
  );
  return (
    <div>
      <h2 className="label">{t("start.mode")}</h2>
      <div className="row flex-wrap">
        <Segments
          label={t("control")}
          value={god ? "god" : "auto"}
          onChange={(mode) => onChange(mode === "god")}
          options={[
            { value: "auto", label: option(<Icon of={FastForward} />, t("auto")) },
            { value: "god", label: option(<Icon of={Hand} />, t("god")) },
          ]}
        />
        <span className="muted">{t(god ? "start.godHint" : "start.autoHint")}</span>
      </div>
    </div>
  );
}

export type StartProps = {
  councilId: string | null;
  blueprint: Blueprint | null;
  topic?: string;
  /** The council of an earlier run: it is run as it was then, whatever has become of it. */
  frozen?: boolean;
};

/** A new run: which council, what about, how steered. */
export function StartForm({ councilId, blueprint, topic: firstTopic = "", frozen = false }: StartProps) {
  const t = useTranslations("run");
  const format = useFormatter();
  const router = useRouter();
  const textOf = useErrorText();
  const templates = useTemplates();
  const start = useStartRun();
  const documents = useChosenDocuments();
  const drop = useDrop(documents.send);
  const [topic, setTopic] = useState(firstTopic);
  const [god, setGod] = useState(false);
  const shown = blueprint ?? templates.find((template) => template.key === "default")?.blueprint ?? null;
  const name = councilId || frozen ? (blueprint?.name ?? "") : t("defaultCouncil");
  const councilAsThen = useCouncilAsThen();
  const said = topic.trim() !== "" || documents.ids.length > 0;
  const ready = said && documents.ready;
  const missing = documents.failed ? "removeFailed" : said ? "stillReading" : "needTopic";
  const go = useOnce(async () => {
    try {
      const council =
        frozen && blueprint ? await councilAsThen.mutateAsync({ id: councilId, blueprint }) : councilId;
      const { run_id } = await start.mutateAsync({
        councilId: council,
        god_mode: god,
        ...(topic.trim() ? { input_topic: topic.trim() } : {}),
        ...(documents.ids.length > 0 ? { documents: [...documents.ids] } : {}),
      });
      router.push(`/konferenzzimmer/?run=${run_id}`);
    } catch (error) {
      notify.error(t("start.failed"), { description: textOf(error) });
    }
  });
  // The run exists from the answer on; the page that shows it comes a moment later.
  const going = start.isPending || start.isSuccess;
  return (
    <main className="conf conf-start" id="content">
      <div className="conf-b">
        <Preview blueprint={shown} />
        <section className="col col-doc" aria-label={t("start.title")}>
          <div className="col-h">
            <CouncilChoice
              id={councilId}
              name={name}
              onChoose={(id) => router.replace(id ? `/konferenzzimmer/?council=${id}` : "/konferenzzimmer/")}
            />
          </div>
          <div className="scroll">
            <form
              className={drop.over ? "start-form is-over" : "start-form"}
              {...drop.box}
              onSubmit={(event) => {
                event.preventDefault();
                if (ready && !going) void go();
              }}
            >
              <div>
                <h1>{t("start.title")}</h1>
                <p className="muted lead">{t("start.lead")}</p>
              </div>
              <Field
                label={t("start.topic")}
                aside={
                  <span className="muted font-normal">
                    {t("start.chars", {
                      count: format.number(topic.length),
                      limit: format.number(TOPIC_LIMIT),
                    })}
                  </span>
                }
              >
                {(id) => (
                  <textarea
                    id={id}
                    className="input topic-in"
                    rows={6}
                    maxLength={TOPIC_LIMIT}
                    placeholder={t("start.topicHint")}
                    value={topic}
                    onChange={(event) => setTopic(event.target.value)}
                    onKeyDown={(event) => {
                      if (event.key === "Enter" && (event.ctrlKey || event.metaKey))
                        event.currentTarget.form?.requestSubmit();
                    }}
                  />
                )}
              </Field>
              <DocumentChoice documents={documents} />
              <ModeChoice god={god} onChange={setGod} />
              <div className="row">
                <Button
                  type="submit"
                  look="primary"
                  size="lg"
                  disabled={!ready || going}
                  title={ready ? undefined : t(`start.${missing}`)}
                >
                  {t(going ? "start.going" : "start.go")}
                </Button>
                {!ready && <span className="muted">{t(`start.${missing}`)}</span>}
              </div>
            </form>
          </div>
        </section>
        <Recent />
      </div>
    </main>
  );
}
