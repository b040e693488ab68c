"use client";

import {
  ChevronDown,
  CircleAlert,
  CircleCheck,
  CircleDot,
  Copy,
  Download,
  Ellipsis,
  FilePlus,
  Play,
  Redo2,
  Save,
  Trash2,
  TriangleAlert,
  Undo2,
  Upload,
  Workflow,
} from "lucide-react";
import { useFormatter, useNow, useTranslations } from "use-intl";
import { useCouncils } from "@/api/queries";
import { type Blueprint, NAME_LIMIT } from "@/domain/blueprint";
import { placeOf } from "@/domain/problems";
import { Button } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { Menu } from "@/ui/menu";
import { Pop } from "@/ui/popover";
import { blueprintOf, draft, isDirty, useDraft } from "./draft-store";
import { useProblemText } from "./problem-text";
import type { Checks } from "./use-checks";
import type { CouncilActions } from "./use-council-actions";

const CLOCK_MS = 10_000;

function SavedState({ empty }: { empty: boolean }) {
  const t = useTranslations("canvas.state");
  const format = useFormatter();
  const now = useNow({ updateInterval: CLOCK_MS });
  const dirty = useDraft(isDirty);
  const changedAt = useDraft((state) => state.changedAt);
  if (empty) return <span className="muted nowrap only-l">{t("empty")}</span>;
  if (!dirty) {
    return (
      <span className="row muted nowrap only-l">
        <Icon of={CircleCheck} size={14} />
        {t("saved")}
      </span>
    );
  }
  const when = changedAt && format.relativeTime(Math.min(changedAt, now.getTime()), now);
  return (
    <span className="row muted only-l min-w-0">
      <Icon of={CircleDot} size={14} />
      <span className="ell">{when ? t("unsavedSince", { when }) : t("unsaved")}</span>
    </span>
  );
}

function Councils({ actions }: { actions: CouncilActions }) {
  const t = useTranslations("canvas.bar");
  const councils = useCouncils();
  const name = useDraft((state) => blueprintOf(state).name);
  const items = (councils.data ?? []).map((council) => ({
    id: council.id,
    label: <span className="ell">{council.name}</span>,
    onSelect: () => actions.open(council.id),
  }));
  const none = { id: "none", label: t("noCouncils"), disabled: true, onSelect: () => undefined };
  return (
    <Menu
      align="start"
      trigger={<IconButton small icon={ChevronDown} className="muted" label={t("councils", { name })} />}
      items={[
        { id: "new", label: t("new"), icon: FilePlus, onSelect: actions.beginNew },
        null,
        ...(items.length > 0 ? items : [none]),
      ]}
    />
  );
}

/** What is wrong, in one list; a click leads to the place. */
function Problems({ blueprint, checks }: { blueprint: Blueprint; checks: Checks }) {
  const t = useTranslations("canvas.bar");
  const textOf = useProblemText();
  const { errors, warnings } = checks;
  const all = [checks.council, ...checks.nodes.values(), ...checks.edges.values()].flat();
  const look = errors > 0 ? "t-danger" : "muted";
  const icon = errors > 0 ? CircleAlert : warnings > 0 ? TriangleAlert : CircleCheck;
  const label =
    errors > 0
      ? t("problems", { count: errors })
      : warnings > 0
        ? t("warnings", { count: warnings })
        : t("fine");
  return (
    <Pop
      align="end"
      label={label}
      trigger={
        <Button look="ghost" icon={icon} className={look} aria-label={label}>
          <span className="only-l">{label}</span>
        </Button>
      }
    >
      {(close) => (
        <>
          {all.length === 0 && <p>{t("fineLong")}</p>}
          <ul className="grid gap-1">
            {all.map((problem) => {
              const { message, hint } = textOf(problem);
              const place = placeOf(problem, blueprint);
              const show = () => {
                close();
                if (place.kind !== "council") draft.select({ [`${place.kind}s`]: new Set([place.id]) });
              };
              const isError = problem.severity === "error";
              return (
                <li key={`${problem.path} ${problem.code}`}>
                  <button type="button" className="problem" onClick={show}>
                    <Icon
                      of={isError ? CircleAlert : TriangleAlert}
                      className={isError ? "t-danger" : "muted"}
                    />
                    <span>
                      <span className="w5 strong block">{message}</span>
                      {hint && <span className="muted block">{hint}</span>}
                    </span>
                  </button>
                </li>
              );
            })}
          </ul>
        </>
      )}
    </Pop>
  );
}

function More({
  actions,
  empty,
  onPickFile,
}: {
  actions: CouncilActions;
  empty: boolean;
  onPickFile: () => void;
}) {
  const t = useTranslations("canvas.bar");
  const saved = useDraft((state) => state.councilId !== null);
  return (
    <Menu
      trigger={<IconButton icon={Ellipsis} label={t("more")} />}
      items={[
        { id: "new", label: t("new"), icon: FilePlus, onSelect: actions.beginNew },
        { id: "copy", label: t("duplicate"), icon: Copy, disabled: empty, onSelect: actions.duplicate },
        null,
        { id: "export", label: t("export"), icon: Download, disabled: empty, onSelect: actions.exportFile },
        { id: "import", label: t("import"), icon: Upload, onSelect: onPickFile },
        null,
        {
          id: "remove",
          label: t("remove"),
          icon: Trash2,
          danger: true,
          disabled: !saved,
          onSelect: () => actions.setAskRemove(true),
        },
      ]}
    />
  );
}

function Undo() {
  const t = useTranslations("canvas.bar");
  const canUndo = useDraft((state) => state.history.past.length > 0);
  const canRedo = useDraft((state) => state.history.future.length > 0);
  return (
    <>
      <IconButton icon={Undo2} label={t("undo")} disabled={!canUndo} onClick={draft.undo} />
      <IconButton icon={Redo2} label={t("redo")} disabled={!canRedo} onClick={draft.redo} />
    </>
  );
}

/** Name, state, undo, layout, check, save and start. */
export function Bar({
  actions,
  checks,
  onPickFile,
}: {
  actions: CouncilActions;
  checks: Checks;
  onPickFile: () => void;
}) {
  const t = useTranslations("canvas");
  const blueprint = useDraft(blueprintOf);
  const dirty = useDraft(isDirty);
  const empty = blueprint.nodes.length === 0;
  const blocked = empty ? t("bar.blockedEmpty") : checks.errors > 0 ? t("bar.blockedProblems") : null;
  const onlyUnready = checks.errors === checks.unready.size;
  return (
    <div className="bar">
      <h1 className="vh">{blueprint.name || t("newCouncil")}</h1>
      <input
        className="name-in"
        aria-label={t("name")}
        placeholder={t("newCouncil")}
        maxLength={NAME_LIMIT}
        value={blueprint.name}
        onBlur={draft.seal}
        onChange={(event) => draft.setName(event.target.value)}
      />
      <Councils actions={actions} />
      <SavedState empty={empty} />
      <span className="grow" />
      {empty ? (
        <Button look="ghost" icon={Upload} className="only-l" onClick={onPickFile}>
          {t("bar.importShort")}
        </Button>
      ) : (
        <>
          <span className="row only-l">
            <Undo />
          </span>
          <span className="sep only-l" />
          <Button look="ghost" icon={Workflow} className="only-l" onClick={draft.arrange}>
            {t("bar.arrange")}
          </Button>
          <Problems blueprint={blueprint} checks={checks} />
          <More actions={actions} empty={empty} onPickFile={onPickFile} />
        </>
      )}
      <span className="sep only-l" />
      <Button
        icon={Save}
        aria-label={t("bar.save")}
        disabled={empty || !dirty || actions.saving || !onlyUnready}
        onClick={actions.saveAndTell}
      >
        <span className="only-l">{t("bar.save")}</span>
      </Button>
      <Button
        look={blocked ? "plain" : "primary"}
        icon={Play}
        aria-label={t("bar.start")}
        disabled={blocked !== null || actions.saving}
        title={blocked ?? undefined}
        onClick={actions.start}
      >
        <span className="only-l">{t("bar.start")}</span>
      </Button>
    </div>
  );
}
