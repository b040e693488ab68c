import { readFile } from "node:fs/promises";
import { strFromU8, unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { textsOf } from "./pdf";
import {
  api,
  inBrowser,
  openContext,
  openPage,
  PHONE,
  playTeam,
  readRun,
  savedBefore,
  shot,
  startRun,
  untilStatus,
  verdict,
} from "./support";

inBrowser();

const TEXT = "# Balkonkraftwerk\n\nEin Entwurf – mit äöüß, 中文 und 🎈.\n";

const council = savedBefore("Rat mit Hindernissen");

describe("what stops a run", () => {
  it("RN-8: a failure names the agent and the cause, and goes on from there", async () => {
    await playTeam([TEXT], [{ status: 401 }, verdict(9, "Gut.")]);
    const run = await startRun(council.id, "Scheitert beim Kritiker");
    await untilStatus(run, "failed");
    const page = await openPage(`/konferenzzimmer/?run=${run}`);
    await page.getByText("Der Lauf ist gescheitert").waitFor();
    await page.getByText(/^Kritiker: Der Zugang zu .+ wurde verweigert\./).waitFor();
    await page
      .getByText(/OPENAI_API_KEY/)
      .first()
      .waitFor();
    await page.getByRole("heading", { name: "Balkonkraftwerk" }).waitFor();
    await shot(page, "lauf-gescheitert");
    await page.setViewportSize(PHONE);
    await shot(page, "lauf-gescheitert-390");
    await page.getByRole("button", { name: "Weiter ab dem letzten Schritt" }).click();
    await page.getByText("Der Rat ist fertig").waitFor();
    expect((await readRun(run)).final_draft).toBe(TEXT.trim());
  });

  it.each([
    ["a higher one", "100.000", 100_000],
    ["none", "", undefined],
  ])(
    "RN-8: a used-up budget waits for a higher one, which is proposed, and goes on with %s",
    async (_, typed, limit) => {
      await playTeam([TEXT], [verdict(9, "Gut.")]);
      const { run_id: run } = await api<{ run_id: string }>("POST", `/api/councils/${council.id}/run`, {
        input_topic: "Mit wenig Geld",
        budget: { tokens: 1 },
      });
      await untilStatus(run, "paused");
      const page = await openPage(`/konferenzzimmer/?run=${run}`);
      await page.getByText("Das Budget ist aufgebraucht").waitFor();
      await page.getByText("Der Lauf wartet vor Kritiker.", { exact: false }).waitFor();
      const tokens = page.getByRole("textbox", { name: "Tokens" });
      expect(Number((await tokens.inputValue()).replace(/\D/g, ""))).toBeGreaterThan(2);
      await shot(page, "budget-aufgebraucht");
      await page.setViewportSize(PHONE);
      await shot(page, "budget-aufgebraucht-390");
      await tokens.fill("viel");
      expect(await tokens.getAttribute("aria-invalid")).toBe("true");
      await tokens.fill(typed);
      await page.getByRole("button", { name: "Mit diesem Budget weiter" }).click();
      await page.getByText("Der Rat ist fertig").waitFor();
      const { status, budget } = await readRun(run);
      expect([status, budget?.tokens]).toEqual(["completed", limit]);
    },
  );
});

it("UI-2: the columns keep their places while the picture is on its way", async () => {
  await playTeam([TEXT], [verdict(9, "Gut.")]);
  const run = await startRun(council.id, "Das Bild kommt später");
  await untilStatus(run, "completed");
  let deliver = () => {};
  const delivered = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  const context = await openContext();
  await context.route("**/_next/static/chunks/**", async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes("canvas run-canvas")) await delivered;
    await route.fulfill({ response });
  });
  const page = await openPage(`/konferenzzimmer/?run=${run}`, {}, context);
  const place = async () => (await page.locator(".col-doc").boundingBox())?.x;
  await page.getByText("Der Rat ist fertig").waitFor();
  const before = await place();
  expect(await page.getByRole("heading", { name: "Live-Bild" }).count()).toBe(0);
  deliver();
  await page.getByRole("heading", { name: "Live-Bild" }).waitFor();
  expect(before).toBe(await place());
  expect(before).toBeGreaterThan(0);
});

it("WS-4: two tabs on one run show the same text as the server, also after a reload", async () => {
  const long = `# Lang\n\n${Array.from({ length: 60 }, (_, i) => `Absatz ${i} äöü 中文 🎈.`).join("\n\n")}\n`;
  await playTeam(
    [{ text: long, piece_ms: 30, pieces: long.match(/\s*\S+\s*/g) ?? [] }],
    [verdict(9, "Gut.")],
    [long],
  );
  const run = await startRun(council.id, "Zwei Tabs, ein Text");
  const one = await openPage(`/konferenzzimmer/?run=${run}`);
  const two = await openPage(`/konferenzzimmer/?run=${run}`);
  await one.locator(".md", { hasText: "Absatz 2 " }).waitFor();
  expect((await readRun(run)).status).toBe("running");
  await two.reload();
  const texts: string[] = [];
  for (const page of [one, two]) {
    await page.getByText("Der Rat ist fertig").waitFor({ timeout: 30_000 });
    await page.bringToFront();
    await page.getByRole("button", { name: "Text kopieren" }).click();
    texts.push(await page.evaluate(() => navigator.clipboard.readText()));
  }
  const { final_draft } = await readRun(run);
  expect(final_draft).toBe(long.trim());
  expect(texts).toEqual([final_draft, final_draft]);
});

/** Takes the result away in this form; returns the file's name and bytes. */
async function takenAway(page: Page, form: string): Promise<[string, Buffer]> {
  await page.getByRole("button", { name: "Herunterladen" }).click();
  const coming = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: form }).click();
  const file = await coming;
  return [file.suggestedFilename(), await readFile(await file.path())];
}

it("UI-2: the result is copied and taken away as Markdown, Word and PDF, every letter of it", async () => {
  const parts = Array.from({ length: 80 }, (_, i) => `Absatz ${i}: Größe, 漢字 und 🎈.`);
  const text = `# Bericht über Ähren\n\n${parts.join("\n\n")}\n\n| Teil | Preis |\n|---|---|\n| Dach | 800 |`;
  await playTeam([text], [verdict(9, "Gut.")]);
  const run = await startRun(council.id, "Zum Mitnehmen");
  await untilStatus(run, "completed");
  const page = await openPage(`/konferenzzimmer/?run=${run}`, { theme: "dark" });
  await page.getByText("Der Rat ist fertig").waitFor();
  const [markdownName, markdown] = await takenAway(page, "Markdown (.md)");
  expect(markdownName).toBe("Rat mit Hindernissen.md");
  expect(markdown.toString()).toBe(text);
  const [wordName, word] = await takenAway(page, "Word (.docx)");
  expect(wordName).toBe("Rat mit Hindernissen.docx");
  const body = strFromU8(unzipSync(word)["word/document.xml"] ?? new Uint8Array());
  for (const part of ["Bericht über Ähren", ...parts, "Dach", "800"]) expect(body).toContain(part);

  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", document.title);
  });
  await page.getByRole("radio", { name: "Was ist neu" }).check({ force: true });
  await page.getByRole("button", { name: "Herunterladen" }).click();
  await page.getByRole("menuitem", { name: "PDF, über den Druckdialog" }).click();
  await expect.poll(() => page.locator("body").getAttribute("data-printed")).toBe("Rat mit Hindernissen");
  const pages = textsOf(await page.pdf({ format: "A4" }));
  const printed = pages.join("\n");
  expect(pages.length).toBeGreaterThan(1);
  for (let i = 0; i < parts.length; i += 1) expect(printed).toContain(`Absatz ${i}: Größe, `);
  for (const surrounding of ["Der Rat ist fertig", "Schritte", "Rat-Architekt"])
    expect(printed).not.toContain(surrounding);
});
