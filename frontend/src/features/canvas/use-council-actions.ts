"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ApiError, request } from "@/api/client";
import { councilQuery, useDeleteCouncil, useSaveCouncil } from "@/api/queries";
import type { Problem } from "@/api/types";
import {
  type Blueprint,
  CURRENT_VERSION,
  emptyBlueprint,
  exportBlueprint,
  parseBlueprint,
} from "@/domain/blueprint";
import { useErrorText } from "@/features/shell/error-text";
import { notify } from "@/ui/notify";
import { useOnce } from "@/ui/use-once";
import { blueprintOf, draft, isDirty, useDraft } from "./draft-store";

export type ImportFailure = { file: string; problems: Problem[] };

const HERE = "/rat-architekt/";
const councilAddress = (id: string) => `${HERE}?council=${encodeURIComponent(id)}`;

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** A file name that every system takes. */
function fileName(name: string): string {
  return `${name.replace(/[^\p{L}\p{N} _-]/gu, "").trim() || "council"}.json`;
}

/** Asks before unsaved work is replaced. */
function useGuard() {
  const [pending, setPending] = useState<(() => void) | null>(null);
  const leave = (action: () => void) => {
    const state = useDraft.getState();
    if (isDirty(state) && blueprintOf(state).nodes.length > 0) setPending(() => action);
    else action();
  };
  return { pending, leave, cancel: () => setPending(null) };
}

function useImport(leave: (action: () => void) => void) {
  const t = useTranslations("canvas.import");
  const router = useRouter();
  const textOf = useErrorText();
  const saving = useSaveCouncil();
  const [failure, setFailure] = useState<ImportFailure | null>(null);
  /** The server knows older shapes: it saves the council in the current one, which then opens (BP-10). */
  const upgrade = async (raw: Blueprint, file: string) => {
    try {
      const council = await saving.mutateAsync({ id: null, blueprint: { ...raw, name: raw.name || file } });
      router.push(councilAddress(council.id));
    } catch (error) {
      notify.error(textOf(error));
    }
  };
  const importFile = async (file: File) => {
    const raw = parseBlueprint(await file.text());
    if (!raw) return setFailure({ file: file.name, problems: [] });
    try {
      const answer = await request<{ problems: Problem[] }>("POST", "/api/councils/check", raw);
      const errors = answer.problems.filter((problem) => problem.severity === "error");
      if (errors.length > 0) return setFailure({ file: file.name, problems: errors });
      leave(() => {
        if (raw.version === CURRENT_VERSION) {
          draft.begin(raw);
          router.replace(HERE);
        } else void upgrade(raw, file.name);
        notify.success(t("done", { name: raw.name || file.name }));
      });
    } catch (error) {
      notify.error(textOf(error));
    }
  };
  return { failure, importFile, closeFailure: () => setFailure(null) };
}

/** Asks the server whether somebody else saved meanwhile: then the person decides first (nothing is overwritten unseen). */
function useIsCurrent() {
  const t = useTranslations("canvas.elsewhere");
  const client = useQueryClient();
  return async (): Promise<boolean> => {
    const { councilId, version } = useDraft.getState();
    if (councilId === null || version === null) return true;
    try {
      const there = await client.fetchQuery({ ...councilQuery(councilId), staleTime: 0 });
      if (there.updated_at === version) return true;
      notify.info(t("decideFirst"));
      return false;
    } catch {
      // Gone or not to be reached: saving itself finds out and says so.
      return true;
    }
  };
}

/** Everything that can be done with the council as a whole. */
export function useCouncilActions() {
  const t = useTranslations("canvas");
  const router = useRouter();
  const textOf = useErrorText();
  const saving = useSaveCouncil();
  const removing = useDeleteCouncil();
  const guard = useGuard();
  const imports = useImport(guard.leave);
  const isCurrent = useIsCurrent();
  const [askRemove, setAskRemove] = useState(false);

  const named = (): Blueprint => {
    const blueprint = blueprintOf(useDraft.getState());
    if (blueprint.name.trim()) return blueprint;
    draft.setName(t("newCouncil"));
    return blueprintOf(useDraft.getState());
  };

  /** Saves the draft; returns its id, null when that failed (and the person was told why). */
  const save = useOnce(async (): Promise<string | null> => {
    const blueprint = named();
    const { councilId } = useDraft.getState();
    if (!(await isCurrent())) return null;
    const send = (id: string | null) => saving.mutateAsync({ id, blueprint });
    try {
      const council = await send(councilId).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404 && councilId) return send(null);
        throw error;
      });
      draft.markSaved(council, blueprint);
      if (council.id !== councilId) router.replace(councilAddress(council.id));
      return council.id;
    } catch (error) {
      notify.error(t("toast.saveFailed"), { description: textOf(error) });
      return null;
    }
  });

  const begin = (blueprint: Blueprint) =>
    guard.leave(() => {
      draft.begin(blueprint);
      router.replace(HERE);
    });

  const remove = useOnce(async () => {
    setAskRemove(false);
    const { councilId, history } = useDraft.getState();
    try {
      if (councilId) await removing.mutateAsync(councilId);
      draft.begin(emptyBlueprint());
      router.replace(HERE);
      notify.success(t("toast.deleted", { name: history.present.name }));
    } catch (error) {
      notify.error(textOf(error));
    }
  });

  return {
    ...imports,
    guard,
    begin,
    save,
    saving: saving.isPending,
    /** The council is being changed by this page itself. */
    busy: saving.isPending || removing.isPending,
    saveAndTell: useOnce(async () => {
      const id = await save();
      if (id) notify.success(t("toast.saved", { name: blueprintOf(useDraft.getState()).name }));
    }),
    start: useOnce(async () => {
      const state = useDraft.getState();
      const saved = !isDirty(state) && state.councilId !== null;
      const id = !saved ? await save() : (await isCurrent()) ? state.councilId : null;
      if (id) router.push(`/konferenzzimmer/?council=${encodeURIComponent(id)}`);
    }),
    open: (id: string) => router.push(councilAddress(id)),
    beginNew: () => begin(emptyBlueprint()),
    duplicate: () => {
      const blueprint = blueprintOf(useDraft.getState());
      begin({ ...blueprint, name: t("bar.copyName", { name: blueprint.name }) });
    },
    exportFile: () => {
      const blueprint = blueprintOf(useDraft.getState());
      download(fileName(blueprint.name), exportBlueprint(blueprint));
    },
    askRemove,
    setAskRemove,
    remove,
  };
}

export type CouncilActions = ReturnType<typeof useCouncilActions>;
