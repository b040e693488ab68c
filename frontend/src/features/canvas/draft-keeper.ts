import type { Blueprint } from "@/domain/blueprint";
import { blueprintOf, draft, isDirty, useDraft } from "./draft-store";

const KEY = "councilos-draft";
const WRITE_DELAY_MS = 200;

type Kept = {
  councilId: string | null;
  blueprint: Blueprint;
  unsaved: boolean;
  changedAt: number | null;
  version?: string | null;
};

function isKept(value: unknown): value is Kept {
  const kept = value as Kept | null;
  return (
    typeof kept === "object" && Array.isArray(kept?.blueprint?.nodes) && Array.isArray(kept.blueprint.edges)
  );
}

/** Puts back what was on the canvas before a reload; anything unreadable counts as nothing. */
function restore(): void {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    if (isKept(kept)) draft.restore(kept);
  } catch {
    // Storage is blocked or holds something else: the canvas starts empty.
  }
}

function write(): void {
  const state = useDraft.getState();
  const kept: Kept = {
    councilId: state.councilId,
    blueprint: blueprintOf(state),
    unsaved: isDirty(state),
    changedAt: state.changedAt,
    version: state.version,
  };
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Storage is full or blocked: the draft lives as long as this page.
  }
}

let started = false;

/** Keeps the draft in the browser from now on, so that a reload loses nothing. */
export function keepDraft(): void {
  if (started) return;
  started = true;
  restore();
  let timer: ReturnType<typeof setTimeout> | undefined;
  useDraft.subscribe((state, before) => {
    if (state.history.present === before.history.present && state.saved === before.saved) return;
    clearTimeout(timer);
    timer = setTimeout(write, WRITE_DELAY_MS);
  });
  window.addEventListener("pagehide", () => {
    clearTimeout(timer);
    write();
  });
}
