import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { locked, pdfOf } from "./pdf";
import {
  api,
  axe,
  inBrowser,
  openPage,
  PHONE,
  play,
  playTeam,
  saveCouncil,
  server,
  shot,
  verdict,
} from "./support";

inBrowser();

const CITED = "# Bericht\n\nDas Werk liefert 800 Watt [bericht.pdf, p. 2], sonst nichts [fremd.pdf, p. 1].\n";
const PAGES = ["Page one is about roofs.", "Page two says that the plant gives 800 watts."];

let council = "";

beforeAll(async () => {
  council = await saveCouncil("Rat mit Dokumenten");
  await playTeam([CITED], [verdict(9, "Gut.")]);
});

/** Drops a file on the form as a file manager does. */
async function dropFile(page: Page, name: string, content: Buffer): Promise<void> {
  const data = await page.evaluateHandle(
    ([fileName, base64]) => {
      const transfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      transfer.items.add(new File([bytes], fileName));
      return transfer;
    },
    [name, content.toString("base64")] as const,
  );
  const form = page.locator("form.start-form");
  await form.dispatchEvent("dragover", { dataTransfer: data });
  await form.dispatchEvent("drop", { dataTransfer: data });
}

/** Follows a citation until the browser's own PDF viewer shows the page. */
async function opensAt(link: Locator, page: string): Promise<void> {
  const opening = link.page().context().waitForEvent("page");
  await link.click();
  const opened = await opening;
  const viewer = () => opened.frames().find((frame) => frame.url().startsWith("chrome-extension://"));
  await expect.poll(() => viewer()?.evaluate(shownPage), { timeout: 30_000 }).toBe(page);
  await opened.close();
}

/** Runs inside the viewer: what its page field says, 0 before the document is there. */
function shownPage(): string {
  const viewer = document.querySelector("pdf-viewer")?.shadowRoot;
  const toolbar = viewer?.querySelector("viewer-toolbar")?.shadowRoot;
  const field = toolbar?.querySelector("viewer-page-selector")?.shadowRoot?.querySelector("input");
  return field?.value ?? "";
}

const starts = (page: Page) => page.getByRole("button", { name: "Starten" });

describe("documents", () => {
  it("TL-2, TL-3: a PDF is dropped, read, and its citations open the page", async () => {
    const page = await openPage(`/konferenzzimmer/?council=${council}`);
    await dropFile(page, "bericht.pdf", pdfOf(PAGES));
    await page.getByRole("button", { name: "bericht.pdf entfernen" }).waitFor();
    await page.getByRole("textbox", { name: "Thema" }).fill("Was liefert das Werk?");
    await expect.poll(() => starts(page).isEnabled(), { timeout: 30_000 }).toBe(true);
    await shot(page, "dokument-gewaehlt");
    await starts(page).click();
    await page.getByText("Der Rat ist fertig").waitFor();
    const cited = page.getByRole("link", { name: "[bericht.pdf, p. 2]" });
    const address = (await cited.getAttribute("href")) ?? "";
    expect(address).toMatch(/^\/api\/documents\/[0-9a-f-]+\/file#page=2$/);
    await opensAt(cited, "2");
    const file = await fetch(server + address);
    expect(file.headers.get("content-type")).toBe("application/pdf");
    expect(Buffer.from(await file.arrayBuffer())).toEqual(pdfOf(PAGES));
    await page.getByText("[fremd.pdf, p. 1]").waitFor();
    expect(await page.getByRole("link", { name: "fremd.pdf" }).count()).toBe(0);
    await page.getByRole("button", { name: "bericht.pdf" }).waitFor();
    await shot(page, "dokument-zitiert");
  });

  it("BP-8, TL-3: the Analyse-Rat searches a PDF, and its report's citation opens the page", async () => {
    const templates = await api<{ key: string; data: object }[]>("GET", "/api/templates/?language=de");
    const analysis = templates.find(({ key }) => key.startsWith("analysis"));
    const saved = await api<{ id: string }>("POST", "/api/councils/", analysis?.data);
    const look = { tool_calls: [{ name: "pdf_search", args: { query: "Speicher" } }] };
    const found = "Der Speicher fasst 55 kWh [anlage.pdf, p. 3].";
    await play([
      { match: "Du liest die hochgeladenen Dokumente", answers: [look, found] },
      { match: "Du bist Analyst", answers: [found] },
      { match: "Du prüfst die Analyse", answers: [verdict(9, "Belegt.")] },
      { match: "Du schreibst den Bericht", answers: [`# Bericht\n\n${found}\n`] },
    ]);
    const page = await openPage(`/konferenzzimmer/?council=${saved.id}`);
    const pages = ["Roofs.", "800 watts.", "The storage holds 55 kWh.", "End."];
    await dropFile(page, "anlage.pdf", pdfOf(pages));
    await page.getByRole("textbox", { name: "Thema" }).fill("Was fasst der Speicher?");
    await expect.poll(() => starts(page).isEnabled(), { timeout: 30_000 }).toBe(true);
    await starts(page).click();
    await page.getByText("Der Rat ist fertig").waitFor({ timeout: 30_000 });
    await opensAt(page.getByRole("link", { name: "[anlage.pdf, p. 3]" }).first(), "3");
    const run = new URL(page.url()).searchParams.get("run") ?? "";
    const { events } = await api<{ events: { type: string; result?: string }[] }>(
      "GET",
      `/api/councils/run/${run}/events`,
    );
    const answer = events.find(({ type }) => type === "tool.completed")?.result;
    expect(answer).toContain("[anlage.pdf, p. 3]\nThe storage holds 55 kWh.");
  });

  it("TL-2: a document is picked from the library; one that cannot be read says why and blocks the start", async () => {
    const page = await openPage("/konferenzzimmer/");
    await page.getByRole("button", { name: "Aus der Bibliothek" }).click();
    await page.getByRole("menuitem", { name: "bericht.pdf" }).click();
    await expect.poll(() => starts(page).isEnabled()).toBe(true);
    await dropFile(page, "kaputt.pdf", Buffer.from("%PDF-1.4\nkein PDF"));
    const row = page.getByRole("listitem").filter({ hasText: "kaputt.pdf" });
    await page.locator(".doc-row.is-failed", { hasText: "kaputt.pdf" }).waitFor({ timeout: 30_000 });
    await shot(page, "dokument-kaputt");
    await page.setViewportSize(PHONE);
    await shot(page, "dokument-kaputt-390");
    expect(await axe(page)).toEqual([]);
    expect(await starts(page).isDisabled()).toBe(true);
    await row.getByRole("button", { name: "kaputt.pdf entfernen" }).click();
    await expect.poll(() => starts(page).isEnabled()).toBe(true);
    const known = await api<{ items: { filename: string; status: string }[] }>("GET", "/api/documents/");
    expect(known.items.find(({ filename }) => filename === "kaputt.pdf")?.status).toBe("failed");
  });

  it("TL-2: a protected PDF asks for its password, refuses a wrong one, and is read with the right one", async () => {
    const page = await openPage(`/konferenzzimmer/?council=${council}`);
    const secret = locked(pdfOf(["A page that nobody sees."]), "Schlüssel");
    await dropFile(page, "geheim.pdf", secret);
    const row = page.locator(".doc-row", { hasText: "geheim.pdf" });
    await row.getByText("Das PDF ist mit einem Passwort geschützt.").waitFor({ timeout: 30_000 });
    await shot(page, "dokument-passwort");
    expect(await axe(page)).toEqual([]);
    const password = row.getByLabel("Passwort für geheim.pdf");
    await password.fill("falsch");
    await password.press("Enter");
    await row.getByText("Das ist nicht das Passwort dieses PDFs.").waitFor({ timeout: 30_000 });
    await password.fill("Schlüssel");
    await row.getByRole("button", { name: "Öffnen" }).click();
    await password.waitFor({ state: "detached", timeout: 30_000 });
    await page.getByRole("textbox", { name: "Thema" }).fill("Was steht darin?");
    await expect.poll(() => starts(page).isEnabled(), { timeout: 30_000 }).toBe(true);
  });

  it("TL-2: a document is deleted after a question, with its chunks, and pages that show it follow", async () => {
    const other = await openPage("/konferenzzimmer/");
    const page = await openPage("/einstellungen/");
    const remove = page.getByRole("button", { name: "geheim.pdf löschen" });
    await remove.click();
    const dialog = page.getByRole("dialog", { name: "„geheim.pdf“ löschen?" });
    await dialog.getByRole("button", { name: "Abbrechen" }).click();
    await dialog.waitFor({ state: "detached" });
    await remove.click();
    await shot(page, "dokument-loeschen");
    await dialog.getByRole("button", { name: "Löschen" }).click();
    await page.getByText("geheim.pdf gelöscht").waitFor();
    await remove.waitFor({ state: "detached" });
    await shot(page, "einstellungen-dokumente");
    const known = await api<{ items: { filename: string }[] }>("GET", "/api/documents/");
    expect(known.items.map(({ filename }) => filename)).not.toContain("geheim.pdf");
    await other.bringToFront();
    await other.getByRole("button", { name: "Aus der Bibliothek" }).click();
    await other.getByRole("menuitem", { name: "bericht.pdf" }).waitFor();
    expect(await other.getByRole("menuitem", { name: "geheim.pdf" }).count()).toBe(0);
  });
});
