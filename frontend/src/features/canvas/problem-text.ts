"use client";

import { useTranslations } from "use-intl";
import type { Problem } from "@/api/types";

/** A problem in the person's language; what the catalogues don't know stands as the server says it. */
export function useProblemText(): (problem: Problem) => { message: string; hint: string } {
  const t = useTranslations("problems");
  return (problem) => {
    const key = problem.code as "no_nodes";
    if (!t.has(`${key}.message`)) return { message: problem.message, hint: problem.hint };
    return { message: t(`${key}.message`), hint: t(`${key}.hint`) };
  };
}
