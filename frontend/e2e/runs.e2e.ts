import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { Cable } from "./cable";
import {
  api,
  council as drawnCouncil,
  expectComplaints,
  inBrowser,
  openContext,
  openPage,
  PHONE,
  play,
  readRun,
  saveCouncil,
  server,
  shot,
  startRun,
  untilStatus,
  verdict,
} from "./support";

inBrowser();

const FIRST = "# Balkonkraftwerk\n\nEin erster Entwurf – mit Umlauten äöüß, Zeichen 中文 und 🎈.\n";
const SECOND = "# Balkonkraftwerk\n\nEin zweiter Entwurf, jetzt mit Zahlen: 800 Watt.\n";
const FINAL = "# Balkonkraftwerk\n\nDer fertige Text: 800 Watt, 2 Module, 1 Formular.\n";
const LONG = `# Lang\n\n${Array.from({ length: 60 }, (_, i) => `Absatz ${i} äöü 中文 🎈.`).join("\n\n")}\n`;

let council = "";

beforeAll(async () => {
  council = await saveCouncil("Rat für Läufe");
});

type Speed = { piece_ms?: number };

async function script(critic: string[], { piece_ms }: Speed = {}, writer = [FIRST, SECOND]): Promise<void> {
  await play([
    {
      match: "ROLE-WRITER",
      answers: writer.map((text) => ({ text, piece_ms, pieces: text.match(/\s*\S+\s*/g) ?? [] })),
    },
    { match: "ROLE-CRITIC", answers: critic },
    { match: "ROLE-EDITOR", answers: [{ text: FINAL, piece_ms }] },
  ]);
}

/** Opens the run and waits for the decision that stands at this agent. */
async function atPause(runId: string, next: string, path = "/konferenzzimmer/"): Promise<Page> {
  const page = await openPage(`${path}?run=${runId}`);
  await page.getByRole("heading", { name: `${next} ist als Nächstes dran` }).waitFor({ state: "attached" });
  return page;
}

async function copiedText(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Text kopieren" }).click();
  return page.evaluate(() => navigator.clipboard.readText());
}

async function paused(topic: string): Promise<string> {
  const run = await startRun(council, topic, true);
  await untilStatus(run, "paused");
  return run;
}

/** A paragraph of the document itself, not of the cards and lists around it. */
function paragraph(page: Page, number: number) {
  return page.getByRole("article").getByText(`Absatz ${number} äöü`);
}

type Logged = { type: string; action?: string; node?: string };

async function logged(run: string, type: string): Promise<Logged[]> {
  const page = await api<{ events: Logged[] }>("GET", `/api/councils/run/${run}/events`);
  return page.events.filter((event) => event.type === type);
}

describe("a run", () => {
  it("UI-2, WS-1: a rework loop is watched live, from the first glow to the result", async () => {
    await script([verdict(5, "Es fehlen Zahlen."), verdict(9, "Gut.")], { piece_ms: 40 });
    const page = await openPage(`/konferenzzimmer/?council=${council}`);
    await page.getByRole("textbox", { name: "Thema" }).fill("Balkonkraftwerk anmelden");
    await page.getByRole("button", { name: "Starten" }).click();
    const glows = (name: string) => page.locator('.run-node[data-state="running"]', { hasText: name });
    await glows("Schreiber").waitFor();
    await page.locator(".stream").waitFor();
    await shot(page, "lauf-schreibt");
    await page.getByText("Runde 1 von 5").first().waitFor();
    await glows("Lektor").waitFor();
    await page.getByText("Der Rat ist fertig").waitFor();
    await shot(page, "lauf-fertig");
    const run = new URL(page.url()).searchParams.get("run") ?? "";
    expect(await copiedText(page)).toBe((await readRun(run)).final_draft);
    expect((await readRun(run)).final_draft).toBe(FINAL.trim());
  });

  it("WS-4: a reload in mid-stream loses nothing and shows nothing twice", async () => {
    await script([verdict(9, "Gut.")], { piece_ms: 30 }, [LONG]);
    const run = await startRun(council, "Lang");
    const page = await openPage(`/konferenzzimmer/?run=${run}`);
    await paragraph(page, 3).waitFor();
    await page.reload();
    await paragraph(page, 10).waitFor();
    await page.getByText("Der Rat ist fertig").waitFor({ timeout: 30_000 });
    await page.getByRole("button", { name: /Entwurf wählen/ }).click();
    await page.getByRole("menuitem", { name: /Schreiber/ }).click();
    const drafts = await api<{ drafts: { text: string }[] }>("GET", `/api/councils/run/${run}/drafts`);
    expect(await copiedText(page)).toBe(drafts.drafts[0]?.text);
    await expect.poll(() => paragraph(page, 3).count()).toBe(1);
  });

  it("WS-4: a connection cut for 3 s in mid-stream ends in the same text, byte for byte", async () => {
    await script([verdict(9, "Gut.")], { piece_ms: 30 }, [LONG]);
    const cable = await Cable.to(server);
    onTestFinished(() => cable.close());
    const run = await startRun(council, "Lang, mit Unterbrechung");
    const page = await openPage(`${cable.url}/konferenzzimmer/?run=${run}`);
    await paragraph(page, 3).waitFor();
    await cable.interrupt(3_000);
    await page.getByText("Der Rat ist fertig").waitFor({ timeout: 30_000 });
    expectComplaints(/ERR_|WebSocket/);
    await page.getByRole("button", { name: /Entwurf wählen/ }).click();
    await page.getByRole("menuitem", { name: /Schreiber/ }).click();
    const drafts = await api<{ drafts: { text: string }[] }>("GET", `/api/councils/run/${run}/drafts`);
    // The clipboard needs a secure origin; a loopback address is one whatever its port.
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: cable.url });
    expect(await copiedText(page)).toBe(drafts.drafts[0]?.text);
  });
});

describe("God Mode", () => {
  it("GM-2: approve goes on at the next agent", async () => {
    await script([verdict(9, "Gut.")]);
    const run = await paused("Genehmigen");
    const page = await atPause(run, "Kritiker");
    await shot(page, "god-mode-genehmigen");
    await page.getByRole("button", { name: "Genehmigen" }).click();
    await page.getByRole("heading", { name: "Lektor ist als Nächstes dran" }).waitFor({ state: "attached" });
    await page.keyboard.press("Enter");
    await page.getByText("Der Rat ist fertig").waitFor();
    expect((await logged(run, "decision")).map((event) => event.action)).toEqual(["approve", "approve"]);
  });

  it("GM-3: reject ends the run with its reason", async () => {
    await script([verdict(9, "Gut.")]);
    const run = await paused("Ablehnen");
    const page = await atPause(run, "Kritiker");
    await page.getByRole("button", { name: "Ablehnen" }).click();
    await page.getByRole("textbox", { name: "Lauf ablehnen und beenden?" }).fill("Am Thema vorbei.");
    await page.getByRole("button", { name: "Endgültig ablehnen" }).click();
    await page.getByText("Am Thema vorbei.").first().waitFor();
    expect((await untilStatus(run, "failed")).status).toBe("failed");
  });

  it("GM-4: modify sends a person's text on, marked for good", async () => {
    await script([verdict(9, "Gut.")]);
    const run = await paused("Ändern");
    const page = await atPause(run, "Kritiker");
    await page.keyboard.press("e");
    const editor = page.getByRole("textbox", { name: "Text des Entwurfs" });
    await editor.fill(`${FIRST.trim()}\n\nVon Hand ergänzt.`);
    await shot(page, "god-mode-aendern");
    await page.getByRole("button", { name: "Geändert weiter an Kritiker" }).click();
    await page.getByRole("heading", { name: "Lektor ist als Nächstes dran" }).waitFor({ state: "attached" });
    const { drafts } = await api<{ drafts: { text: string; by: string }[] }>(
      "GET",
      `/api/councils/run/${run}/drafts`,
    );
    expect(drafts.map((draft) => draft.by)).toEqual(["agent", "person"]);
    expect(drafts[1]?.text).toContain("Von Hand ergänzt.");
  });

  it("GM-10: redo, send elsewhere, rest on auto-pilot", async () => {
    await script([verdict(9, "Gut.")]);
    const run = await paused("Weitere Wege");
    const page = await atPause(run, "Kritiker");
    await page.getByRole("button", { name: "Noch einmal mit Hinweis" }).click();
    await page.getByRole("textbox", { name: "Hinweis an Schreiber" }).fill("Mit Zahlen, bitte.");
    await page.getByRole("button", { name: "Noch einmal", exact: true }).click();
    await page.getByText("800 Watt").first().waitFor();
    await page
      .getByRole("heading", { name: "Kritiker ist als Nächstes dran" })
      .waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Weiterleiten an…" }).click();
    await page.getByRole("menuitem", { name: "Lektor" }).click();
    await page.getByText("Der Rat ist fertig").waitFor();
    expect((await logged(run, "decision")).map((event) => event.action)).toEqual(["redo", "route"]);

    const other = await paused("Rest automatisch");
    const second = await atPause(other, "Kritiker");
    await second.getByRole("button", { name: "Rest automatisch" }).click();
    await second.getByText("Der Rat ist fertig").waitFor();
    expect((await logged(other, "run.paused")).length).toBe(1);
  });

  it("GM-8, RN-9: two tabs on one pause act once and end alike", async () => {
    await script([verdict(9, "Gut.")]);
    const run = await paused("Zwei Tabs");
    const one = await atPause(run, "Kritiker");
    const two = await atPause(run, "Kritiker");
    const approve = (page: Page) => page.getByRole("button", { name: "Genehmigen" }).click();
    await Promise.all([approve(one), approve(two)]);
    for (const page of [one, two]) {
      await page
        .getByRole("heading", { name: "Lektor ist als Nächstes dran" })
        .waitFor({ state: "attached" });
    }
    expect((await logged(run, "decision")).length).toBe(1);
    expectComplaints(/approve.*409/);
  });

  it("RN-9: a decision made elsewhere closes the overlay and says who decided what, and when", async () => {
    await script([verdict(9, "Gut.")]);
    const run = await paused("Anderswo entschieden");
    const page = await atPause(run, "Kritiker");
    const { pause_id } = await readRun(run);
    const body = { action: "approve", pause_id, decided_by: "Mara am Terminal" };
    await api("POST", `/api/councils/run/${run}/approve`, body);
    await page.getByText("Schon entschieden: Genehmigt").waitFor();
    await page.getByText(/^\d\d:\d\d, Mara am Terminal$/).waitFor();
    await page.getByRole("heading", { name: "Lektor ist als Nächstes dran" }).waitFor({ state: "attached" });
    await shot(page, "anderswo-entschieden");

    const other = await atPause(run, "Lektor");
    await other.getByRole("button", { name: "Ablehnen" }).click();
    await other.getByRole("button", { name: "Endgültig ablehnen" }).click();
    await page.getByText("Schon entschieden: Abgelehnt").waitFor();
    await page.getByText(/^\d\d:\d\d, anderer Tab$/).waitFor();
    await page.locator(".gm").waitFor({ state: "detached" });
    await other.locator(".gm").waitFor({ state: "detached" });
    expect(await other.getByText("Schon entschieden").count()).toBe(0);
  });

  it("BP-12: a council edited, then deleted, while its run is paused does not harm the run", async () => {
    await script([verdict(9, "Gut.")]);
    const own = await saveCouncil("Rat im Wandel");
    const run = await startRun(own, "Geht trotzdem weiter", true);
    await untilStatus(run, "paused");
    const page = await atPause(run, "Kritiker");
    const edited = drawnCouncil("Rat im Wandel");
    const [writer] = edited.nodes;
    await api("PUT", `/api/councils/${own}`, {
      ...edited,
      nodes: [{ ...writer, name: "Jemand anderes" }],
      edges: [],
    });
    await page.getByRole("button", { name: "Genehmigen" }).click();
    await page.getByRole("heading", { name: "Lektor ist als Nächstes dran" }).waitFor({ state: "attached" });
    await api("DELETE", `/api/councils/${own}`);
    await page.reload();
    await page.getByRole("button", { name: "Genehmigen" }).click();
    await page.getByText("Der Rat ist fertig").waitFor();
    expect((await readRun(run)).final_draft).toBe(FINAL.trim());
    const names = page.locator(".run-node .node-n");
    expect(await names.allTextContents()).toEqual(["Schreiber", "Kritiker", "Lektor"]);
    await shot(page, "rat-geloescht-lauf-fertig");
    await page.goto(`/verlauf/?run=${run}`);
    await page.getByRole("button", { name: "Noch einmal" }).click();
    await page.getByRole("menuitem", { name: "Noch einmal, gleicher Rat" }).click();
    await page
      .getByRole("heading", { name: "Kritiker ist als Nächstes dran" })
      .waitFor({ state: "attached" });
    expect(new URL(page.url()).searchParams.get("run")).not.toBe(run);
  });

  it("UI-5: a pause can be approved at 390 px", async () => {
    await script([verdict(9, "Gut.")]);
    const run = await paused("Unterwegs");
    const page = await openPage(`/konferenzzimmer/?run=${run}`, { size: PHONE });
    const approve = page.getByRole("button", { name: "Genehmigen" });
    await approve.waitFor();
    const box = await approve.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= PHONE.width && box.y + box.height <= PHONE.height).toBe(
      true,
    );
    await page.getByRole("button", { name: "Stopp" }).first().waitFor();
    await shot(page, "god-mode-unterwegs");
    await approve.click();
    await page.getByRole("heading", { name: "Lektor ist als Nächstes dran" }).waitFor({ state: "attached" });
    expect((await logged(run, "decision")).length).toBe(1);
  });

  it("UI-8: what waits is counted on every page, and the badge opens the oldest", async () => {
    await script([verdict(9, "Gut.")]);
    const all = await api<{ items: { run_id: string }[] }>("GET", "/api/runs/?status=paused&limit=200");
    for (const item of all.items) {
      await api("POST", `/api/councils/run/${item.run_id}/cancel`);
      await untilStatus(item.run_id, "cancelled");
    }
    const page = await openPage("/verlauf/");
    await expect.poll(() => page.getByRole("link", { name: /auf dich/ }).count()).toBe(0);
    const oldest = await paused("Das Älteste");
    await page.getByRole("link", { name: "1 wartet auf dich" }).waitFor();
    await paused("Das Neuere");
    await page.getByRole("link", { name: "2 warten auf dich" }).click();
    await page.waitForURL(`**/konferenzzimmer/?run=${oldest}`);
  });
});

describe("Verlauf", () => {
  it("UI-8: the list follows by push, filters, and compares two runs", async () => {
    await script([verdict(9, "Gut.")]);
    const page = await openPage("/verlauf/");
    const row = (topic: string) => page.getByRole("row").filter({ hasText: topic });
    const first = await startRun(council, "Geschoben eins");
    await row("Geschoben eins").getByText("fertig").waitFor();
    await startRun(council, "Geschoben zwei");
    await row("Geschoben zwei").getByText("fertig").waitFor();
    await page.getByRole("searchbox").fill("Geschoben");
    await expect.poll(() => page.getByRole("row").count()).toBe(3);
    await page.reload();
    await expect.poll(() => page.getByRole("row").count()).toBe(3);
    await page.getByRole("checkbox", { name: "Auswählen: Geschoben eins" }).check();
    await page.getByRole("checkbox", { name: "Auswählen: Geschoben zwei" }).check();
    await shot(page, "verlauf-auswahl");
    await page.getByRole("link", { name: "Vergleichen" }).click();
    await page.getByRole("rowheader", { name: "Deine Entscheidungen" }).waitFor();

    await page.goto(`/verlauf/?run=${first}`);
    await page.getByRole("radio", { name: "Ereignisse" }).check({ force: true });
    await page.getByText("Agent beginnt").first().waitFor();
    await page.getByRole("button", { name: "Noch einmal" }).click();
    await page.getByRole("menuitem", { name: "Noch einmal, gleicher Rat" }).click();
    await page.getByText("Der Rat ist fertig").waitFor();
    expect(new URL(page.url()).searchParams.get("run")).not.toBe(first);
    await page.goto(`/verlauf/?run=${first}`);
    await page.getByRole("button", { name: "Löschen" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Löschen" }).click();
    await page.waitForURL("**/verlauf/");
    await expect(readRun(first)).rejects.toThrow("404");
  });

  it("RN-8: a failed run says why and goes on from its last step", async () => {
    await play([
      { match: "ROLE-WRITER", answers: [FIRST] },
      { match: "ROLE-CRITIC", answers: [{ status: 401 }, verdict(9, "Gut.")] },
      { match: "ROLE-EDITOR", answers: [FINAL] },
    ]);
    const run = await startRun(council, "Scheitert zuerst");
    await untilStatus(run, "failed");
    const page = await openPage("/verlauf/?status=failed&text=Scheitert");
    await shot(page, "verlauf-fehler");
    await page.getByRole("button", { name: "Weiter" }).click();
    await page.getByText("Der Rat ist fertig").waitFor();
    expect((await readRun(run)).final_draft).toBe(FINAL.trim());
  });
});

it("SO-1: no page ever shows the key", async () => {
  const context = await openContext();
  const page = await openPage("/einstellungen/", {}, context);
  await page.getByText("ANTHROPIC_API_KEY").waitFor();
  expect(await page.content()).not.toContain("sk-e2e");
});
