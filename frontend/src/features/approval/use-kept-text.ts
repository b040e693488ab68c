"use client";

import { useState } from "react";

const keyOf = (pauseId: string) => `councilos-edit-${pauseId}`;

/** What a person writes at a pause, null while nothing is edited; a reload of the tab brings it back. */
export function useKeptText(pauseId: string) {
  const key = keyOf(pauseId);
  const [text, setText] = useState<string | null>(() => sessionStorage.getItem(key));
  const keep = (next: string | null) => {
    setText(next);
    if (next === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, next);
  };
  return [text, keep] as const;
}
