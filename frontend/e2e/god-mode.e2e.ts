import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { atPause, FINAL, FIRST, logged, script } from "./script";
import {
  api,
  council as drawnCouncil,
  expectComplaints,
  inBrowser,
  openPage,
  PHONE,
  readRun,
  saveCouncil,
  savedBefore,
  shot,
  startRun,
  untilStatus,
  verdict,
} from "./support";

inBrowser();

const council = savedBefore("Rat für Entscheidungen");

async function paused(topic: string): Promise<string> {
  const run = await startRun(council.id, topic, true);
  await untilStatus(run, "paused");
  return run;
}

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

  it("UI-2, RN-9: without the server a decision fails in words, changes nothing, and is not made later", async () => {
    await script([verdict(9, "Gut.")]);
    const run = await paused("Server weg");
    const page = await atPause(run, "Kritiker");
    await page.waitForLoadState("networkidle");
    await page.context().setOffline(true);
    await page.getByText("Verbindung unterbrochen", { exact: false }).first().waitFor();
    await page.getByRole("button", { name: "Genehmigen" }).click();
    await page.getByText("Das hat nicht geklappt").waitFor();
    await shot(page, "god-mode-ohne-server");
    await page.context().setOffline(false);
    await page.getByText("Verbindung unterbrochen", { exact: false }).first().waitFor({ state: "detached" });
    expect((await logged(run, "decision")).length).toBe(0);
    await page.getByRole("button", { name: "Genehmigen" }).click();
    await page.getByRole("heading", { name: "Lektor ist als Nächstes dran" }).waitFor({ state: "attached" });
    expect((await logged(run, "decision")).length).toBe(1);
    expectComplaints(/ERR_|WebSocket/);
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
