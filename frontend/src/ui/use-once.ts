"use client";

import { useRef } from "react";

/**
 * The action, at most once at a time: a second click comes before the next picture shows the button
 * disabled, so a call while the action is still on its way joins it instead of acting again.
 */
export function useOnce<Args extends unknown[], Result>(
  action: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  const going = useRef<Promise<Result> | null>(null);
  return (...args) => {
    going.current ??= action(...args).finally(() => {
      going.current = null;
    });
    return going.current;
  };
}
