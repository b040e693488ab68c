"use client";

import { getViewportForBounds, useReactFlow, useStore } from "@xyflow/react";
import { useCallback, useEffect, useRef } from "react";
import { boundsOf, type Rect } from "@/domain/routing";

const SMALLEST = 0.1;
const MARGIN_PX = 32;

/**
 * Shows everything, never larger than 100 %: whenever `request` changes, and when the canvas changes
 * its size. Returns the function that does so at once.
 */
export function useFit(rects: readonly Rect[], request: unknown): () => void {
  const flow = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const latest = useRef(rects);
  latest.current = rects;
  const fit = useCallback(() => {
    const bounds = boundsOf(latest.current);
    if (!bounds || width === 0 || height === 0) return;
    const room = {
      x: bounds.x - MARGIN_PX,
      y: bounds.y - MARGIN_PX,
      width: bounds.width + 2 * MARGIN_PX,
      height: bounds.height + 2 * MARGIN_PX,
    };
    void flow.setViewport(getViewportForBounds(room, width, height, SMALLEST, 1, 0));
  }, [flow, width, height]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new request is the reason to fit again
  useEffect(fit, [fit, request]);
  return fit;
}
