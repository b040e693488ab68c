// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { IntlProvider } from "use-intl";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RunWithBlueprint } from "@/api/run-queries";
import type { RunEvent } from "@/api/types";
import type { Blueprint } from "@/domain/blueprint";
import { factsOf } from "@/domain/run-facts";
import { replay } from "@/domain/run-reducer";
import de from "@/i18n/messages/de.json";
import { GodModeSheet } from "./sheet";

const blueprint: Blueprint = {
  version: "1.0",
  name: "Rat",
  nodes: [
    { id: "node-1", name: "Master KI" },
    { id: "node-2", name: "Kritiker KI" },
    { id: "node-3", name: "Lektor KI" },
  ],
  edges: [
    { id: "e1", source: "node-1", target: "node-2" },
    { id: "e2", source: "node-2", target: "node-1", type: "conditional", condition: "rework" },
    { id: "e3", source: "node-2", target: "node-3", type: "conditional", condition: "approve" },
  ],
};

const route = {
  node: "node-2",
  label: "rework",
  reason: "Zu wenig Details\n- Quelle fehlt",
  score: 6,
  threshold: 8,
  edges: ["e2"],
  targets: ["node-1"],
  forced: false,
  rule: "",
  raw: "",
};

/** Who wrote the draft under decision. */
let drafted: "agent" | "person" = "agent";

function pausedAt(...waiting: string[]) {
  const base = { run_id: "r", at: "2026-01-01T10:00:00Z" };
  const events = [
    {
      ...base,
      seq: 1,
      type: "draft",
      draft_id: "d1",
      node: "node-1",
      name: "Master KI",
      round: 0,
      text: "Alter Text",
      by: "agent",
      author: "",
    },
    {
      ...base,
      seq: 2,
      type: "draft",
      draft_id: "d2",
      node: "node-1",
      name: "Master KI",
      round: 1,
      text: "Neuer Text",
      by: drafted,
      author: "",
    },
    { ...base, seq: 3, type: "route", ...route },
    {
      ...base,
      seq: 4,
      type: "run.paused",
      status: "paused",
      node: waiting[0],
      pause_id: "p1",
      pause_reason: "approval",
      next_nodes: waiting,
      proposals: waiting.map((node) => ({
        item_id: `i-${node}`,
        node,
        name: node,
        proposers: ["node-2"],
        routes: [route],
      })),
      current_draft: "Neuer Text",
    },
  ];
  return replay(events as unknown as RunEvent[]);
}

const sent: { url: string; body: Record<string, unknown> }[] = [];

function show(...waiting: string[]) {
  const view = pausedAt(...waiting);
  if (!view.pause) throw new Error("not paused");
  const run = { run_id: "r", name: "Rat", input_topic: "Thema" } as RunWithBlueprint;
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <IntlProvider locale="de" messages={de} timeZone="UTC">
        <GodModeSheet runId="r" run={run} view={view} pause={view.pause} facts={factsOf(blueprint)} />
      </IntlProvider>
    </QueryClientProvider>,
  );
}

describe("God Mode sheet (GM-6, GM-10)", () => {
  beforeEach(() => {
    sent.length = 0;
    drafted = "agent";
    sessionStorage.clear();
    vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
      sent.push({ url, body: JSON.parse(String(init.body)) });
      return new Response(JSON.stringify({ run_id: "r", status: "running" }), { status: 200 });
    });
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  it("GM-6: says by name who finished, who is next, and why", () => {
    show("node-1");
    expect(screen.getByRole("dialog")).toHaveAccessibleName(
      "Kritiker KI ist fertig, Master KI ist als Nächstes dran",
    );
    expect(screen.getByText("Zurück an Master KI")).toBeInTheDocument();
    expect(screen.getByText("Quelle fehlt")).toBeInTheDocument();
    expect(document.body.textContent).not.toMatch(/node-\d/);
    for (const name of [/Genehmigen/, /Ändern/, /Ablehnen/])
      expect(screen.getByRole("button", { name })).toBeVisible();
  });

  it("GM-2: approve names the pause and is sent once, however often it is pressed", async () => {
    show("node-1");
    const approve = screen.getByRole("button", { name: /Genehmigen/ });
    expect(approve).toHaveFocus();
    fireEvent.click(approve);
    fireEvent.click(approve);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      url: "/api/councils/run/r/approve",
      body: { action: "approve", pause_id: "p1" },
    });
  });

  it("GM-4: E opens the editor; the changed draft is sent as modify, Esc sends nothing", async () => {
    show("node-1");
    fireEvent.keyDown(document.body, { key: "Escape" });
    fireEvent.keyDown(document.body, { key: "e" });
    const editor = screen.getByRole("textbox", { name: "Text des Entwurfs" });
    expect(editor).toHaveValue("Neuer Text");
    fireEvent.change(editor, { target: { value: "Mein Text" } });
    fireEvent.click(screen.getByRole("button", { name: "Geändert weiter an Master KI" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ action: "modify", modified_state: { current_draft: "Mein Text" } });
  });

  it("GM-4: a person's text outlives a decision that did not arrive, and a reload", async () => {
    vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("network")));
    const { unmount } = show("node-1");
    fireEvent.keyDown(document.body, { key: "e" });
    const editor = () => screen.getByRole("textbox", { name: "Text des Entwurfs" });
    const send = () => screen.getByRole("button", { name: "Geändert weiter an Master KI" });
    fireEvent.change(editor(), { target: { value: "Mein Text" } });
    fireEvent.click(send());
    await waitFor(() => expect(send()).toBeEnabled());
    expect(editor()).toHaveValue("Mein Text");
    unmount();
    show("node-1");
    expect(editor()).toHaveValue("Mein Text");
    fireEvent.click(screen.getByRole("button", { name: "Abbrechen" }));
    cleanup();
    show("node-1");
    expect(screen.queryByRole("textbox", { name: "Text des Entwurfs" })).toBeNull();
  });

  it("GM-4: words that a person wrote look different from an agent's", () => {
    show("node-1");
    expect(document.querySelector(".diff-text ins")).not.toHaveClass("hum");
    cleanup();
    drafted = "person";
    show("node-1");
    expect(document.querySelector(".diff-text ins")).toHaveClass("hum");
  });

  it("GM-4: an unchanged text is an approval", async () => {
    show("node-1");
    fireEvent.keyDown(document.body, { key: "e" });
    fireEvent.click(screen.getByRole("button", { name: "Geändert weiter an Master KI" }));
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ action: "approve" }));
  });

  it("GM-10: the rest on auto-pilot", async () => {
    show("node-1");
    fireEvent.click(screen.getByRole("button", { name: "Rest automatisch" }));
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ action: "autopilot", pause_id: "p1" }));
  });

  it("GM-10: parallel branches are decided one by one and sent together", async () => {
    show("node-1", "node-3");
    expect(screen.getAllByRole("tab")).toHaveLength(2);
    fireEvent.click(screen.getByRole("button", { name: /Genehmigen/ }));
    expect(sent).toHaveLength(0);
    fireEvent.click(screen.getByRole("button", { name: /Genehmigen/ }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({
      pause_id: "p1",
      decisions: [
        { node: "node-1", action: "approve" },
        { node: "node-3", action: "approve" },
      ],
    });
  });
});
