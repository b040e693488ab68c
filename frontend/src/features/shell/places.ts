import { History, type LucideIcon, Presentation, Settings, Workflow } from "lucide-react";

type Place = {
  href: string;
  icon: LucideIcon;
  name: "architect" | "conference" | "history" | "settings";
  short: "architectShort" | "conferenceShort" | "history" | "settingsShort";
};

export const PLACES: readonly Place[] = [
  { href: "/rat-architekt/", icon: Workflow, name: "architect", short: "architectShort" },
  { href: "/konferenzzimmer/", icon: Presentation, name: "conference", short: "conferenceShort" },
  { href: "/verlauf/", icon: History, name: "history", short: "history" },
  { href: "/einstellungen/", icon: Settings, name: "settings", short: "settingsShort" },
];
