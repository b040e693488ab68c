import type { AbstractIntlMessages } from "use-intl";
import de from "./messages/de.json";

export type Messages = typeof de;

declare module "use-intl" {
  interface AppConfig {
    Messages: Messages;
  }
}

export const LANGUAGES = [
  { id: "de", name: "Deutsch" },
  { id: "en", name: "English" },
  { id: "zh", name: "中文" },
] as const;

export type Language = (typeof LANGUAGES)[number]["id"];

/** German ships with the page, the others arrive when chosen: a smaller first load. */
export const GERMAN: AbstractIntlMessages = de;

export async function loadMessages(language: Language): Promise<AbstractIntlMessages> {
  if (language === "en") return (await import("./messages/en.json")).default;
  if (language === "zh") return (await import("./messages/zh.json")).default;
  return GERMAN;
}
