// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { IntlProvider } from "use-intl";
import { afterEach, expect, it, vi } from "vitest";
import type { RunWithBlueprint } from "@/api/run-queries";
import type { RunEvent } from "@/api/types";
import { factsOf } from "@/domain/run-facts";
import { replay } from "@/domain/run-reducer";
import de from "@/i18n/messages/de.json";
import { Outcome } from "./outcome";

const blueprint = { version: "1.0" as const, name: "Rat", nodes: [{ id: "a" }], edges: [] };
const base = { run_id: "r", at: "2026-01-01T10:00:00Z" };
const draft = {
  ...base,
  type: "draft",
  draft_id: "d",
  node: "a",
  name: "A",
  round: 0,
  text: "Text",
  by: "agent",
  author: "",
};
const done = { ...base, type: "run.done", status: "done", run_status: "cancelled", final_draft: null };

function stopped(...before: object[]) {
  const events = [...before, done].map((event, index) => ({ ...event, seq: index + 1 }));
  const view = replay(events as unknown as RunEvent[]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <IntlProvider locale="de" messages={de}>
        <Outcome
          runId="r"
          run={{ blueprint } as unknown as RunWithBlueprint}
          view={view}
          facts={factsOf(blueprint)}
          onContinued={vi.fn()}
        />
      </IntlProvider>
    </QueryClientProvider>,
  );
}

afterEach(cleanup);

it("RN-8: a run that was stopped before its first text does not promise one", () => {
  stopped();
  expect(screen.queryByText(de.run.end.cancelledBody)).toBeNull();
  expect(screen.getByText(de.run.end.cancelledEarly)).toBeTruthy();
});

it("RN-8: a run that was stopped later points to what it has", () => {
  stopped(draft);
  expect(screen.getByText(de.run.end.cancelledBody)).toBeTruthy();
});
