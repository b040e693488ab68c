"use client";

import { useCallback } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { ApiError, NetworkError } from "@/api/client";

type Details = Record<string, unknown>;

/** Codes whose English sentence from the server names a fact that our own words cannot know. */
const TELLING: ReadonlySet<string> = new Set(["invalid_input", "invalid_blueprint", "setup", "provider"]);
const MEGABYTE = 1024 * 1024;

const textIn = (details: Details, key: string): string => {
  const value = details[key];
  return typeof value === "string" ? value : "";
};

/** An error code in the person's language; null when the catalogues do not know it. */
export function useCodeWords(): (code: string, details: Details) => string | null {
  const t = useTranslations("errors");
  const tUnreadable = useTranslations("run.unreadable");
  const tCause = useTranslations("run.cause");
  const format = useFormatter();
  return useCallback(
    (code, details) => {
      const reason = textIn(details, "reason") as "damaged";
      if (code === "unreadable_document" && tUnreadable.has(reason)) return tUnreadable(reason);
      const cause = textIn(details, "cause") as "auth";
      if (code === "provider" && tCause.has(cause)) return tCause(cause, { model: textIn(details, "model") });
      const limit = typeof details.limit_bytes === "number" ? details.limit_bytes : 0;
      const size = format.number(limit / MEGABYTE, { style: "unit", unit: "megabyte" });
      const known = code as "too_large";
      if (!t.has(known) || code === "noted") return null;
      const words = t(known, { size, variable: textIn(details, "variable") });
      const id = textIn(details, "id");
      return code === "internal" && id ? t("noted", { words, id }) : words;
    },
    [t, tUnreadable, tCause, format],
  );
}

/** Says what went wrong in the person's language; the server's sentence follows where it names a fact. */
export function useErrorText(): (error: unknown) => string {
  const t = useTranslations("failure");
  const tErrors = useTranslations("errors");
  const tProblems = useTranslations("problems");
  const wordsOf = useCodeWords();
  return (error) => {
    if (error instanceof NetworkError) return t("network");
    if (!(error instanceof ApiError)) return t("unknown");
    const words = wordsOf(error.code, error.details);
    if (words === null) return `${t("unknown")} ${error.message}`;
    const causeKnown = error.code === "provider" && words !== tErrors("provider");
    if (!TELLING.has(error.code) || causeKnown) return words;
    const [problem] = error.problems;
    const key = `${problem?.code}.message` as "no_nodes.message";
    if (problem && tProblems.has(key)) return `${words} ${tProblems(key)}`;
    return `${words} ${error.message}`;
  };
}
