import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { Cable } from "./cable";
import { FINAL, FIRST, script } from "./script";
import {
  api,
  expectComplaints,
  inBrowser,
  openContext,
  openPage,
  playTeam,
  readRun,
  savedBefore,
  server,
  shot,
  startRun,
  untilStatus,
  verdict,
} from "./support";

inBrowser();

const LONG = `# Lang\n\n${Array.from({ length: 60 }, (_, i) => `Absatz ${i} äöü 中文 🎈.`).join("\n\n")}\n`;

const council = savedBefore("Rat für Läufe");

async function copiedText(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Text kopieren" }).click();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** A paragraph of the document itself, not of the cards and lists around it. */
function paragraph(page: Page, number: number) {
  return page.getByRole("article").getByText(`Absatz ${number} äöü`);
}

describe("a run", () => {
  it("UI-2, WS-1: a rework loop is watched live, from the first glow to the result", async () => {
    await script([verdict(5, "Es fehlen Zahlen."), verdict(9, "Gut.")], { piece_ms: 40 });
    const page = await openPage(`/konferenzzimmer/?council=${council.id}`);
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

  it("RN-1: a double click starts one run", async () => {
    await script([verdict(9, "Gut.")]);
    const page = await openPage(`/konferenzzimmer/?council=${council.id}`);
    await page.getByRole("textbox", { name: "Thema" }).fill("Doppelt gedrückt");
    await page.getByRole("button", { name: "Starten" }).dblclick();
    await page.getByText("Der Rat ist fertig").waitFor();
    const runs = await api<{ total: number }>("GET", "/api/runs/?text=Doppelt%20gedr%C3%BCckt");
    expect(runs.total).toBe(1);
  });

  it("WS-4: a reload in mid-stream loses nothing and shows nothing twice", async () => {
    await script([verdict(9, "Gut.")], { piece_ms: 30 }, [LONG]);
    const run = await startRun(council.id, "Lang");
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
    const run = await startRun(council.id, "Lang, mit Unterbrechung");
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

describe("Verlauf", () => {
  it("UI-8: the list follows by push, filters, and compares two runs", async () => {
    await script([verdict(9, "Gut.")]);
    const page = await openPage("/verlauf/");
    const row = (topic: string) => page.getByRole("row").filter({ hasText: topic });
    const first = await startRun(council.id, "Geschoben eins");
    await row("Geschoben eins").getByText("fertig").waitFor();
    await startRun(council.id, "Geschoben zwei");
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
    await playTeam([FIRST], [{ status: 401 }, verdict(9, "Gut.")], [FINAL]);
    const run = await startRun(council.id, "Scheitert zuerst");
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
