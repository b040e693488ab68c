"use client";

import { getViewportForBounds, useReactFlow, useStore, type Viewport } from "@xyflow/react";
import { useCallback, useEffect, useRef } from "react";
import { boundsOf, type Rect } from "@/domain/routing";

const SMALLEST = 0.1;
const MARGIN_PX = 32;

/**
 * Shows everything, never larger than 100 %: whenever `request` changes, and when the canvas changes
 * its size or `outline` changes while the view is still as it was fitted. Returns the function that does so at once.
 */
export function useFit(rects: readonly Rect[], request: unknown, outline: string): () => void {
  const flow = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const latest = useRef(rects);
  const fitted = useRef<Viewport | null>(null);
  const answered = useRef<unknown>(null);
  latest.current = rects;
  const showAll = useCallback(() => {
    const bounds = boundsOf(latest.current);
    if (!bounds || width === 0 || height === 0) return;
    const room = {
      x: bounds.x - MARGIN_PX,
      y: bounds.y - MARGIN_PX,
      width: bounds.width + 2 * MARGIN_PX,
      height: bounds.height + 2 * MARGIN_PX,
    };
    const viewport = getViewportForBounds(room, width, height, SMALLEST, 1, 0);
    fitted.current = viewport;
    void flow.setViewport(viewport);
  }, [flow, width, height]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another outline is a reason to fit again
  useEffect(() => {
    const isNew = answered.current !== request;
    if (!isNew && !sameView(fitted.current, flow.getViewport())) return;
    if (width > 0) answered.current = request;
    showAll();
  }, [showAll, flow, request, width, outline]);
  return showAll;
}

function sameView(a: Viewport | null, b: Viewport): boolean {
  return (
    a !== null && Math.abs(a.x - b.x) < 1 && Math.abs(a.y - b.y) < 1 && Math.abs(a.zoom - b.zoom) < 0.001
  );
}
