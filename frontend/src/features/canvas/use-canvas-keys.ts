"use client";

import { useEffect, useRef } from "react";
import { draft } from "./draft-store";

type Keys = { save: () => void; pasted: (count: number) => void };

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest("input, textarea, select, [contenteditable], [role=dialog], [role=menu]");

const hasTextSelected = () => (window.getSelection()?.toString() ?? "") !== "";

function onCommandKey(key: string, shift: boolean, keys: Keys): boolean {
  if (key === "z") shift ? draft.redo() : draft.undo();
  else if (key === "y") draft.redo();
  else if (key === "a") draft.selectAll();
  else if (key === "d") draft.duplicateSelection();
  else if (key === "v") keys.pasted(draft.paste());
  else if (key === "c" && !hasTextSelected()) draft.copy();
  else if (key === "x" && !hasTextSelected()) {
    if (draft.copy() > 0) draft.remove();
  } else return false;
  return true;
}

/** The keyboard of the canvas; fields, menus and dialogs keep their own keys. */
export function useCanvasKeys(keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const command = event.ctrlKey || event.metaKey;
      const key = event.key.toLowerCase();
      if (command && key === "s") {
        event.preventDefault();
        latest.current.save();
        return;
      }
      if (isTyping(event.target)) return;
      if (command) {
        if (onCommandKey(key, event.shiftKey, latest.current)) event.preventDefault();
      } else if (key === "delete" || key === "backspace") draft.remove();
      else if (key === "escape") draft.select({});
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
