"use client";

type Options = { description?: string };
type Kind = "success" | "error" | "info";

const say = (kind: Kind) => (text: string, options?: Options) => {
  // The toaster is loaded with the first message: most visits never need it.
  void import("sonner").then(({ toast }) => toast[kind](text, options));
};

/** Short messages about results; they never ask anything. */
export const notify = { success: say("success"), error: say("error"), info: say("info") };
