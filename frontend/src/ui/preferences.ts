"use client";

import { useSyncExternalStore } from "react";
import { LANGUAGES, type Language } from "@/i18n/languages";

export type Theme = "system" | "light" | "dark";

const THEME_KEY = "councilos-theme";
const LANGUAGE_KEY = "councilos-language";
const listeners = new Set<() => void>();

/** Reads a stored value; blocked storage counts as empty. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is blocked: the choice holds until the page is left.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

const memory: { theme?: Theme; language?: Language } = {};

function theme(): Theme {
  const stored = memory.theme ?? read(THEME_KEY);
  return stored === "light" || stored === "dark" ? stored : "system";
}

function language(): Language {
  const stored = memory.language ?? read(LANGUAGE_KEY);
  return LANGUAGES.find((known) => known.id === stored)?.id ?? "de";
}

const serverTheme = (): Theme => "system";
const serverLanguage = (): Language => "de";

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, theme, serverTheme);
}

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, language, serverLanguage);
}

export function chooseTheme(next: Theme): void {
  memory.theme = next;
  write(THEME_KEY, next);
  if (next === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = next;
  for (const listener of listeners) listener();
}

export function chooseLanguage(next: Language): void {
  memory.language = next;
  write(LANGUAGE_KEY, next);
  document.documentElement.lang = next;
  for (const listener of listeners) listener();
}
