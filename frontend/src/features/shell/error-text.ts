"use client";

import { useTranslations } from "use-intl";
import { ApiError, NetworkError } from "@/api/client";

/** Says what went wrong in words; network failures have words of their own. */
export function useErrorText(): (error: unknown) => string {
  const t = useTranslations("failure");
  return (error) => {
    if (error instanceof NetworkError) return t("network");
    if (error instanceof ApiError)
      return [error.message, ...error.problems.map((p) => p.message)].slice(0, 2).join(" ");
    return t("unknown");
  };
}
