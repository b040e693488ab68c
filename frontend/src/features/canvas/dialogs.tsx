"use client";

import { useTranslations } from "use-intl";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { blueprintOf, useDraft } from "./draft-store";
import { useProblemText } from "./problem-text";
import type { CouncilActions } from "./use-council-actions";

function GuardDialog({ actions }: { actions: CouncilActions }) {
  const t = useTranslations();
  const name = useDraft((state) => blueprintOf(state).name) || t("canvas.newCouncil");
  const { pending, cancel } = actions.guard;
  const goOn = () => {
    cancel();
    pending?.();
  };
  const saveFirst = async () => {
    if (await actions.save()) goOn();
  };
  return (
    <Dialog
      open={pending !== null}
      onClose={cancel}
      title={t("canvas.guard.title")}
      description={t("canvas.guard.body", { name })}
      footer={
        <>
          <Button onClick={cancel}>{t("common.cancel")}</Button>
          <Button className="btn-danger" onClick={goOn}>
            {t("canvas.guard.discard")}
          </Button>
          <Button look="primary" onClick={saveFirst}>
            {t("canvas.guard.save")}
          </Button>
        </>
      }
    />
  );
}

function RemoveDialog({ actions }: { actions: CouncilActions }) {
  const t = useTranslations();
  const name = useDraft((state) => blueprintOf(state).name);
  return (
    <Dialog
      open={actions.askRemove}
      onClose={() => actions.setAskRemove(false)}
      title={t("canvas.remove.title", { name })}
      description={t("canvas.remove.body")}
      footer={
        <>
          <Button onClick={() => actions.setAskRemove(false)}>{t("common.cancel")}</Button>
          <Button className="btn-danger" onClick={actions.remove}>
            {t("common.delete")}
          </Button>
        </>
      }
    />
  );
}

function ImportDialog({ actions }: { actions: CouncilActions }) {
  const t = useTranslations();
  const textOf = useProblemText();
  const { failure, closeFailure } = actions;
  const file = failure?.file ?? "";
  const problems = failure?.problems ?? [];
  return (
    <Dialog
      wide
      open={failure !== null}
      onClose={closeFailure}
      title={t("canvas.import.title")}
      description={
        problems.length > 0 ? t("canvas.import.problems", { file }) : t("canvas.import.noJson", { file })
      }
      footer={
        <Button look="primary" onClick={closeFailure}>
          {t("common.close")}
        </Button>
      }
    >
      <ul className="mt-3 grid gap-2">
        {problems.map((problem) => {
          const { message, hint } = textOf(problem);
          return (
            <li key={`${problem.path} ${problem.code}`}>
              <code className="muted">{problem.path || "/"}</code>
              <p className="strong">{message}</p>
              <p className="muted">{hint}</p>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}

/** Dialogs only confirm a loss or say why a file cannot be opened. */
export function Dialogs({ actions }: { actions: CouncilActions }) {
  return (
    <>
      <GuardDialog actions={actions} />
      <RemoveDialog actions={actions} />
      <ImportDialog actions={actions} />
    </>
  );
}
