"use client";

import { useReactFlow, useStoreApi } from "@xyflow/react";
import { useEffect } from "react";
import type { Rect } from "@/domain/routing";

const MARGIN_PX = 16;

/** How far to move so that `from`…`to` lies within 0…`room`; the start wins where both do not fit. */
export function shiftInto(from: number, to: number, room: number): number {
  if (from < MARGIN_PX) return MARGIN_PX - from;
  if (to <= room - MARGIN_PX) return 0;
  return Math.max(room - MARGIN_PX - to, MARGIN_PX - from);
}

/** Moves the view just as far as it takes to show `box` whole, whenever `id` becomes another one. */
export function useReveal(id: string | null, box: Rect | null): void {
  const flow = useReactFlow();
  const store = useStoreApi();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another thing to show moves the view, not a changed box
  useEffect(() => {
    if (!box) return;
    const { width, height } = store.getState();
    const { x, y, zoom } = flow.getViewport();
    const [left, top] = [box.x * zoom + x, box.y * zoom + y];
    const dx = shiftInto(left, left + box.width * zoom, width);
    const dy = shiftInto(top, top + box.height * zoom, height);
    if (dx !== 0 || dy !== 0) void flow.setViewport({ x: x + dx, y: y + dy, zoom });
  }, [id]);
}
