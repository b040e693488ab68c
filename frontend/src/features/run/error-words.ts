"use client";

import { useTranslations } from "use-intl";
import type { ErrorInfo } from "@/api/types";
import { ownWords } from "@/domain/run-facts";

/** What failed in the person's language; what the catalogues don't know stands as the server says it. */
export function useErrorWords(): (error: ErrorInfo) => string {
  const t = useTranslations("run.cause");
  return (error) => {
    const { cause, model } = error.details;
    const key = cause as "auth";
    if (error.code !== "provider" || typeof cause !== "string" || !t.has(key)) return ownWords(error);
    return t(key, { model: typeof model === "string" ? model : "" });
  };
}
