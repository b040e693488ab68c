"use client";

import { create } from "zustand";
import { later } from "./later";

type Options = { description?: string; action?: { label: string; onClick: () => void } };
type Kind = "success" | "error" | "info";

/** True from the first message on: until then the page does without the toaster. */
export const useToasterWanted = create<{ wanted: boolean }>(() => ({ wanted: false }));

let isThere: () => void;
const there = new Promise<void>((resolve) => {
  isThere = resolve;
});

/** The toaster says that it listens; what was said before is shown now. */
export const toasterIsThere = () => isThere();

const load = later(() => import("sonner"));

const say = (kind: Kind) => (text: string, options?: Options) => {
  useToasterWanted.setState({ wanted: true });
  void Promise.all([load(), there]).then(([{ toast }]) => toast[kind](text, options));
};

/** Short messages about results; they never ask anything. */
export const notify = { success: say("success"), error: say("error"), info: say("info") };
