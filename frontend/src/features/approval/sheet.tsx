"use client";

import { PenLine } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useNow, useTranslations } from "use-intl";
import type { Decision, RunWithBlueprint } from "@/api/run-queries";
import { type RunFacts, stopwatch } from "@/domain/run-facts";
import type { PauseView, RunView } from "@/domain/run-view";
import { StopButton } from "@/features/run/topic-bar";
import { Button } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { Score } from "@/ui/numbers";
import { DecisionBar } from "./actions";
import { Baton } from "./baton";
import { DraftPane } from "./draft-view";
import { Editor } from "./editor";
import { ParallelTabs } from "./parallel";
import { draftsUnderDecision, type ProposalView, proposalsOf } from "./proposal";
import { useDecisions } from "./use-decide";
import { useKeptText } from "./use-kept-text";
import { Why } from "./why";

const SECOND = 1000;

type Props = { runId: string; run: RunWithBlueprint; view: RunView; pause: PauseView; facts: RunFacts };

function Since({ at }: { at: string | null }) {
  const t = useTranslations("gm");
  const now = useNow({ updateInterval: SECOND });
  if (!at) return null;
  return (
    <span className="muted nowrap meta">
      {t("pausedSince", { time: stopwatch(Math.max(0, now.getTime() - Date.parse(at))) })}
    </span>
  );
}

function Head({
  runId,
  run,
  pause,
  proposal,
  facts,
  editing,
}: Omit<Props, "view"> & { proposal: ProposalView; editing: boolean }) {
  const t = useTranslations("gm");
  const to = facts.nameOf(proposal.node);
  const from = proposal.from ? facts.nameOf(proposal.from) : "";
  const round =
    proposal.round > 0 ? t("roundBegins", { count: proposal.round, limit: facts.roundLimit }) : "";
  return (
    <div className="gm-h">
      <h2 className="vh" id="gm-title">
        {editing ? t("headlineEdit", { to }) : t("headline", { from, to })}
      </h2>
      <div className="only-s gm-topic">
        <span className="grow ell">
          {run.name}: {run.input_topic}
        </span>
        <StopButton small runId={runId} />
      </div>
      <Baton proposal={proposal} facts={facts} />
      <span className="grow" />
      {editing ? (
        <span className="badge badge-primary meta">
          <Icon of={PenLine} size={14} />
          {t("editing")}
        </span>
      ) : (
        round && <span className="badge badge-danger meta">{round}</span>
      )}
      <Since at={pause.at} />
    </div>
  );
}

/** Enter approves, E edits, Esc does nothing; only while no field or button of its own has the keys. */
function useSheetKeys(enabled: boolean, approve: () => void, edit: () => void) {
  const latest = useRef({ approve, edit });
  useEffect(() => {
    latest.current = { approve, edit };
  });
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as HTMLElement;
      if (target.closest("input, textarea, button, a, [role=menu], [role=radio], .dialog, .palette, .pop")) {
        if (event.key !== "e" || target.closest("input, textarea, .dialog, .palette, .pop")) return;
      }
      if (event.key === "Enter") latest.current.approve();
      else if (event.key.toLowerCase() === "e") {
        event.preventDefault();
        latest.current.edit();
      }
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [enabled]);
}

function EditFooter({
  to,
  busy,
  onCancel,
  onSend,
}: {
  to: string;
  busy: boolean;
  onCancel: () => void;
  onSend: () => void;
}) {
  const t = useTranslations();
  return (
    <div className="gm-f">
      <div className="main">
        <Button size="lg" onClick={onCancel}>
          {t("common.cancel")}
        </Button>
        <Button size="lg" look="success" disabled={busy} onClick={onSend}>
          {t("gm.send", { name: to })}
          <kbd aria-hidden>{t("gm.sendKeys")}</kbd>
        </Button>
      </div>
    </div>
  );
}

function Strip({ proposal, facts }: { proposal: ProposalView; facts: RunFacts }) {
  if (!proposal.reason && proposal.score === null) return <div />;
  return (
    <div className="strip">
      {proposal.score !== null && proposal.threshold !== null && (
        <Score large value={proposal.score} threshold={proposal.threshold} />
      )}
      <span className="ell" title={proposal.reason}>
        {proposal.from && <span className="w5">{facts.nameOf(proposal.from)}: </span>}
        {proposal.reason}
      </span>
    </div>
  );
}

/** The run waits for a person: who finished, who is next, why, and what can be done (GM-6, GM-10). */
export function GodModeSheet({ runId, run, view, pause, facts }: Props) {
  const proposals = proposalsOf(pause, view, facts);
  const under = draftsUnderDecision(pause, view);
  const { send, busy } = useDecisions(runId, pause.id);
  const [chosen, setChosen] = useState(0);
  const [decided, setDecided] = useState<ReadonlyMap<string, Decision>>(new Map());
  const [edited, setEdited] = useKeptText(pause.id);
  const approveButton = useRef<HTMLButtonElement>(null);
  const proposal = proposals[chosen] ?? proposals[0];
  const editing = edited !== null;

  useEffect(() => {
    if (!editing) approveButton.current?.focus({ preventScroll: true });
  }, [editing]);

  /** One submission for the whole pause: with branches it waits until each has its decision. */
  const decide = (decision: Decision) => {
    if (!proposal || busy) return;
    if (proposals.length === 1 || decision.action === "reject" || decision.action === "autopilot")
      return send(decision);
    const next = new Map(decided).set(proposal.node, decision);
    setDecided(next);
    setEdited(null);
    const open = proposals.findIndex((other) => !next.has(other.node));
    if (open >= 0) return setChosen(open);
    send({ decisions: [...next].map(([node, choice]) => ({ ...choice, node })) });
  };
  const sendEdit = () => {
    if (edited === null) return;
    decide(
      edited === under.text
        ? { action: "approve" }
        : { action: "modify", modified_state: { current_draft: edited } },
    );
  };
  const startEdit = () => setEdited(under.text);
  useSheetKeys(!editing, () => decide({ action: "approve" }), startEdit);

  if (!proposal) return null;
  return (
    <div className="gm">
      <div className="gm-sheet" role="dialog" aria-labelledby="gm-title">
        <div>
          <Head runId={runId} run={run} pause={pause} proposal={proposal} facts={facts} editing={editing} />
          {proposals.length > 1 && (
            <ParallelTabs
              proposals={proposals}
              chosen={chosen}
              decided={decided}
              facts={facts}
              onChoose={setChosen}
            />
          )}
        </div>
        {editing ? (
          <div className="edit-w">
            <Strip proposal={proposal} facts={facts} />
            <Editor original={under.text} value={edited} onChange={setEdited} onSend={sendEdit} />
          </div>
        ) : (
          <div className="gm-b">
            <Why proposal={proposal} view={view} facts={facts} />
            <DraftPane draft={under} />
          </div>
        )}
        {editing ? (
          <EditFooter
            to={facts.nameOf(proposal.node)}
            busy={busy}
            onCancel={() => setEdited(null)}
            onSend={sendEdit}
          />
        ) : (
          <DecisionBar
            proposal={proposal}
            facts={facts}
            busy={busy}
            approveRef={approveButton}
            onDecide={decide}
            onEdit={startEdit}
          />
        )}
      </div>
    </div>
  );
}
