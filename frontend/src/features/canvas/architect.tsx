"use client";

import { ReactFlowProvider } from "@xyflow/react";
import { Download, FilePlus, Play, Redo2, Save, Undo2, Upload, Workflow } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect, useMemo, useRef } from "react";
import { useTranslations } from "use-intl";
import { useCommands } from "@/features/shell/commands";
import { later } from "@/ui/later";
import { notify } from "@/ui/notify";
import { Bar } from "./bar";
import { Board } from "./board";
import { keepDraft } from "./draft-keeper";
import { blueprintOf, draft, useDraft } from "./draft-store";
import { Elsewhere } from "./elsewhere";
import { Library } from "./library";
import { Start } from "./start";
import { useCanvasKeys } from "./use-canvas-keys";
import { useChecks } from "./use-checks";
import { type CouncilActions, useCouncilActions } from "./use-council-actions";
import { useModelNames } from "./use-model-names";
import { useOpenByAddress } from "./use-open-by-address";

const Panel = dynamic(
  later(() => import("./panel").then((module) => module.Panel)),
  { ssr: false },
);
const Dialogs = dynamic(
  later(() => import("./dialogs").then((module) => module.Dialogs)),
  { ssr: false },
);

function usePaletteCommands(actions: CouncilActions, pickFile: () => void): void {
  const t = useTranslations("canvas.bar");
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const commands = useMemo(
    () => [
      { id: "new", label: t("new"), icon: FilePlus, run: () => latest.current.beginNew() },
      { id: "save", label: t("save"), icon: Save, run: () => void latest.current.saveAndTell() },
      { id: "start", label: t("start"), icon: Play, run: () => void latest.current.start() },
      { id: "undo", label: t("undo"), icon: Undo2, run: draft.undo },
      { id: "redo", label: t("redo"), icon: Redo2, run: draft.redo },
      { id: "arrange", label: t("arrange"), icon: Workflow, run: draft.arrange },
      { id: "export", label: t("export"), icon: Download, run: () => latest.current.exportFile() },
      { id: "import", label: t("import"), icon: Upload, run: pickFile },
    ],
    [t, pickFile],
  );
  useEffect(() => {
    useCommands.setState({ commands });
    return () => useCommands.setState({ commands: [] });
  }, [commands]);
}

/** The place where councils are drawn, saved and started (UI-1). */
export function Architect() {
  const t = useTranslations("canvas");
  const actions = useCouncilActions();
  const blueprint = useDraft(blueprintOf);
  const { providers, labelOf } = useModelNames();
  const checks = useChecks(blueprint, providers, labelOf);
  const fileInput = useRef<HTMLInputElement>(null);
  const pickFile = useMemo(() => () => fileInput.current?.click(), []);
  const empty = blueprint.nodes.length === 0;

  useEffect(keepDraft, []);
  useOpenByAddress(actions.guard.leave);
  usePaletteCommands(actions, pickFile);
  useCanvasKeys({
    save: () => void actions.saveAndTell(),
    pasted: (count) => count > 0 && notify.success(t("toast.pasted", { count })),
  });

  return (
    <main className="arch" id="content">
      <div className="min-w-0">
        <Bar actions={actions} checks={checks} onPickFile={pickFile} />
        <Elsewhere busy={actions.busy} />
      </div>
      <div className={empty ? "arch-b is-empty" : "arch-b"}>
        <Library onTemplate={actions.begin} />
        <ReactFlowProvider>
          <div className="stage">
            <Board checks={checks} onFile={actions.importFile}>
              {empty && <Start onTemplate={actions.begin} onPickFile={pickFile} />}
            </Board>
          </div>
        </ReactFlowProvider>
        {!empty && (
          <div className="panel-slot">
            <Panel />
          </div>
        )}
      </div>
      <input
        ref={fileInput}
        type="file"
        accept="application/json,.json"
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file) void actions.importFile(file);
        }}
      />
      <Dialogs actions={actions} />
    </main>
  );
}
