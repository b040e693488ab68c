"use client";

import { useEffect, useState } from "react";

type Shown = { text: string; x: number; y: number; below: boolean };

const GAP = 8;
const EDGE = 8;
const LOW_SPACE = 48;
const HALF_WIDTH = 140;

function placeBy(target: Element): Shown | null {
  const text = target.getAttribute("data-tip");
  if (!text) return null;
  const box = target.getBoundingClientRect();
  const below = box.top < LOW_SPACE;
  const middle = box.left + box.width / 2;
  const half = Math.min(HALF_WIDTH, text.length * 4);
  const x = Math.min(window.innerWidth - EDGE - half, Math.max(EDGE + half, middle));
  return { text, x, y: below ? box.bottom + GAP : box.top - GAP, below };
}

/**
 * One tooltip for the whole page: names whatever carries `data-tip`, on hover and on keyboard focus.
 * It only repeats the control's own label, so it stays hidden from screen readers.
 */
export function TipLayer() {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    const show = (event: Event) => {
      const target = (event.target as Element | null)?.closest?.("[data-tip]");
      const byKeyboard = event.type !== "focusin" || target?.matches(":focus-visible");
      setShown(target && byKeyboard ? placeBy(target) : null);
    };
    const hide = () => setShown(null);
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && hide();
    document.addEventListener("pointerover", show);
    document.addEventListener("focusin", show);
    document.addEventListener("pointerdown", hide);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerover", show);
      document.removeEventListener("focusin", show);
      document.removeEventListener("pointerdown", hide);
      document.removeEventListener("keydown", onKey);
    };
  }, []);
  if (!shown) return null;
  return (
    <div
      className={shown.below ? "tip tip-below" : "tip"}
      style={{ left: shown.x, top: shown.y }}
      aria-hidden="true"
    >
      {shown.text}
    </div>
  );
}
