"use client";

import { useFormatter, useTranslations } from "use-intl";
import type { RunEvent } from "@/api/contract";
import { useEventLog } from "@/api/history-queries";
import { Button } from "@/ui/button";
import { ScrollRegion } from "@/ui/scroll-region";

const LONGEST = 160;

/** The part of an event that says most, in one line. */
function gist(event: RunEvent): string {
  switch (event.type) {
    case "run.started":
      return event.kind;
    case "node.completed":
      return `${event.name} · ${event.seconds.toFixed(1)} s`;
    case "node.running":
      return event.name;
    case "node.failed":
      return `${event.name}: ${event.error.message}`;
    case "message.completed":
    case "message.delta":
      return event.text;
    case "message.discarded":
      return event.reason;
    case "tool.started":
      return `${event.tool} ${JSON.stringify(event.arguments)}`;
    case "tool.completed":
      return `${event.tool}: ${event.result}`;
    case "draft":
      return `${event.by === "person" ? event.author : event.name}: ${event.text}`;
    case "route":
      return `${event.label}${event.score === null ? "" : ` (${event.score})`} ${event.reason}`;
    case "feedback":
      return event.text;
    case "loop.limit":
      return `${event.node}: ${event.limit}`;
    case "notice":
      return event.message;
    case "run.paused":
      return event.next_nodes.join(", ");
    case "decision":
      return `${event.action} · ${event.decided_by}${event.reason ? ` · ${event.reason}` : ""}`;
    case "usage":
      return `${event.total.input_tokens} + ${event.total.output_tokens}`;
    case "run.changed":
      return `God Mode: ${event.god_mode}`;
    case "run.done":
      return event.error?.message ?? event.run_status;
    case "snapshot":
      return event.run_status;
  }
}

function Line({ event }: { event: RunEvent }) {
  const t = useTranslations("history.event");
  const format = useFormatter();
  const text = gist(event).replace(/\s+/g, " ").trim();
  return (
    <li className="ev" data-type={event.type}>
      <span className="ev-n muted">{event.seq}</span>
      <div className="min-w-0">
        <div className="step-t">
          <b className="ell">{t(event.type.replace(".", "_") as "draft")}</b>
          <time dateTime={event.at ?? undefined}>
            {event.at && format.dateTime(new Date(event.at), { timeStyle: "medium" })}
          </time>
        </div>
        {text && <div className="step-d ell">{text.slice(0, LONGEST)}</div>}
      </div>
    </li>
  );
}

/** Everything a run reported, as it stands in its log. */
export function Events({ runId }: { runId: string }) {
  const t = useTranslations("history");
  const log = useEventLog(runId);
  const events = log.data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <ScrollRegion className="tl" aria-label={t("events")} aria-busy={log.isFetching}>
      <p className="muted t12 mb-3">
        {t("eventsHint")} {t("eventCount", { count: events.length })}
      </p>
      <ol className="evs">
        {events.map((event) => (
          <Line key={event.seq} event={event} />
        ))}
      </ol>
      {log.hasNextPage && (
        <Button className="mt-3" disabled={log.isFetchingNextPage} onClick={() => log.fetchNextPage()}>
          {t("loadMore")}
        </Button>
      )}
    </ScrollRegion>
  );
}
