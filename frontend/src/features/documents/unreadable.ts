"use client";

import { useTranslations } from "use-intl";
import type { Document } from "@/api/types";

/** Why a document could not be read; what the catalogues don't know stands as the server says it. */
export function useUnreadable(): (error: NonNullable<Document["error"]>) => string {
  const t = useTranslations("run.unreadable");
  return ({ code, message }) => {
    const key = code as "damaged";
    return t.has(key) ? t(key) : message;
  };
}
