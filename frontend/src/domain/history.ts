/** Undo and redo over whole values; `tag` names the last step, so that typing in one field is one step. */
export type History<T> = { past: T[]; present: T; future: T[]; tag: string | null };

export const HISTORY_LIMIT = 200;

export function begin<T>(present: T): History<T> {
  return { past: [], present, future: [], tag: null };
}

export function step<T>(history: History<T>, next: T, tag: string | null = null): History<T> {
  if (next === history.present) return history;
  const sameStep = tag !== null && tag === history.tag;
  const past = sameStep ? history.past : [...history.past, history.present].slice(-HISTORY_LIMIT);
  return { past, present: next, future: [], tag };
}

/** Ends a run of typing: the next step starts anew even with the same tag. */
export function seal<T>(history: History<T>): History<T> {
  return history.tag === null ? history : { ...history, tag: null };
}

export function undo<T>(history: History<T>): History<T> {
  const previous = history.past.at(-1);
  if (previous === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: previous,
    future: [history.present, ...history.future],
    tag: null,
  };
}

export function redo<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future, tag: null };
}
