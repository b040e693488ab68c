"use client";

import type { ErrorInfo } from "@/api/types";
import { ownWords } from "@/domain/run-facts";
import { useCodeWords } from "@/features/shell/error-text";

/** What failed in the person's language; what the catalogues don't know stands as the server says it. */
export function useErrorWords(): (error: ErrorInfo) => string {
  const wordsOf = useCodeWords();
  return (error) => wordsOf(error.code, error.details) ?? ownWords(error);
}
