"use client";

import { useFormatter, useNow } from "use-intl";

const DAY = 86_400_000;
const MINUTE = 60_000;

function dayOf(date: Date): number {
  return Math.floor((date.getTime() - date.getTimezoneOffset() * MINUTE) / DAY);
}

/** A moment as people say it: the time today, "yesterday", a date before that. */
export function useWhen(): (moment: string) => string {
  const format = useFormatter();
  const now = useNow();
  return (moment) => {
    const date = new Date(moment);
    const days = dayOf(now) - dayOf(date);
    if (days === 0) return format.dateTime(date, { hour: "2-digit", minute: "2-digit" });
    if (days === 1) return format.relativeTime(date, { now, unit: "day" });
    const year = date.getFullYear() === now.getFullYear() ? undefined : "numeric";
    return format.dateTime(date, { day: "numeric", month: "short", year });
  };
}
