"use client";

import { Check, FastForward, MessageSquarePlus, PenLine, Share2, X } from "lucide-react";
import { type Ref, useState } from "react";
import { useTranslations } from "use-intl";
import type { Decision } from "@/api/run-queries";
import { titleOf } from "@/domain/blueprint";
import type { RunFacts } from "@/domain/run-facts";
import { iconOf } from "@/features/diagram/agent-icons";
import { Button } from "@/ui/button";
import { Field } from "@/ui/fields";
import { Menu } from "@/ui/menu";
import { Pop, type PopTrigger } from "@/ui/popover";
import type { ProposalView } from "./proposal";

/** A small sheet of one text field above the button that opened it. */
function NotePopover({ trigger, ...form }: NoteProps & { trigger: PopTrigger }) {
  return (
    <Pop side="top" align="start" label={form.title} trigger={trigger}>
      {(close) => <NoteForm {...form} onDone={close} />}
    </Pop>
  );
}

type NoteProps = {
  title: string;
  hint: string;
  go: string;
  required: boolean;
  danger?: boolean;
  onSend: (note: string) => void;
};

function NoteForm({ title, hint, go, required, danger, onSend, onDone }: NoteProps & { onDone: () => void }) {
  const [note, setNote] = useState("");
  const ready = !required || note.trim() !== "";
  const send = () => {
    onDone();
    onSend(note.trim());
  };
  return (
    <>
      <Field label={title}>
        {(id) => (
          <textarea
            id={id}
            className="input"
            rows={3}
            maxLength={10_000}
            placeholder={hint}
            value={note}
            onChange={(event) => setNote(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && ready) send();
            }}
          />
        )}
      </Field>
      <div className="row mt-3 justify-end">
        <Button
          look={danger ? "plain" : "primary"}
          className={danger ? "btn-danger" : undefined}
          disabled={!ready}
          onClick={send}
        >
          {go}
        </Button>
      </div>
    </>
  );
}

type Props = {
  proposal: ProposalView;
  facts: RunFacts;
  busy: boolean;
  approveRef: Ref<HTMLButtonElement>;
  onDecide: (decision: Decision) => void;
  onEdit: () => void;
};

/** Three further ways as quiet buttons, then reject, change and approve. */
export function DecisionBar({ proposal, facts, busy, approveRef, onDecide, onEdit }: Props) {
  const t = useTranslations("gm");
  const from = proposal.from ? facts.nameOf(proposal.from) : "";
  return (
    <div className="gm-f">
      <div className="more">
        <Menu
          align="start"
          heading={t("routeHeading")}
          trigger={
            <Button look="ghost" icon={Share2} disabled={busy}>
              {t("route")}
            </Button>
          }
          items={facts.blueprint.nodes.map((node) => ({
            id: node.id,
            icon: iconOf(node),
            label: (
              <>
                <span className="grow">{titleOf(node)}</span>
                {node.id === proposal.node && <span className="muted t12">{t("proposed")}</span>}
              </>
            ),
            onSelect: () =>
              onDecide(
                node.id === proposal.node ? { action: "approve" } : { action: "route", target: node.id },
              ),
          }))}
        />
        {proposal.from && (
          <NotePopover
            required
            title={t("redoTitle", { name: from })}
            hint={t("redoHint")}
            go={t("redoGo")}
            onSend={(note) => onDecide({ action: "redo", note })}
            trigger={
              <Button look="ghost" icon={MessageSquarePlus} disabled={busy}>
                {t("redo")}
              </Button>
            }
          />
        )}
        <Button
          look="ghost"
          icon={FastForward}
          disabled={busy}
          onClick={() => onDecide({ action: "autopilot" })}
        >
          {t("autopilot")}
        </Button>
      </div>
      <div className="main">
        <NotePopover
          danger
          required={false}
          title={t("rejectTitle")}
          hint={t("rejectHint")}
          go={t("rejectGo")}
          onSend={(reason) => onDecide({ action: "reject", reason })}
          trigger={
            <Button size="lg" className="btn-danger" icon={X} disabled={busy}>
              {t("reject")}
            </Button>
          }
        />
        <Button size="lg" icon={PenLine} disabled={busy} onClick={onEdit}>
          {t("modify")}
          <kbd aria-hidden>E</kbd>
        </Button>
        <Button
          ref={approveRef}
          size="lg"
          look="success"
          icon={Check}
          disabled={busy}
          onClick={() => onDecide({ action: "approve" })}
        >
          {t("approve")}
          <kbd aria-hidden>↵</kbd>
        </Button>
      </div>
    </div>
  );
}
