"use client";

import { useRef } from "react";

type Shape = { id: string; data?: Record<string, unknown> };

function equal(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => {
    const [left, right] = [a[key], b[key]];
    if (Object.is(left, right)) return true;
    if (key !== "position") return false;
    return equal(left as Record<string, unknown>, right as Record<string, unknown>);
  });
}

/** Hands out the object of the last time for every part that did not change, so that only the others are drawn anew. */
export function useKeepEqual<T extends Shape>(parts: T[]): T[] {
  const known = useRef(new Map<string, T>());
  const next = new Map<string, T>();
  const kept = parts.map((part) => {
    const old = known.current.get(part.id);
    let result = part;
    if (old) {
      const data = old.data && part.data && equal(old.data, part.data) ? old.data : part.data;
      const candidate = { ...part, data };
      result = equal(
        old as unknown as Record<string, unknown>,
        candidate as unknown as Record<string, unknown>,
      )
        ? old
        : candidate;
    }
    next.set(part.id, result);
    return result;
  });
  known.current = next;
  return kept;
}
