import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { api, inBrowser, openPage, play, shot, verdict } from "./support";

inBrowser();

const TEXT = "# Wärmepumpe\n\nEin Text mit Zahlen.\n";

type Saved = {
  id: string;
  name: string;
  data: {
    nodes: { id: string; name: string }[];
    edges: { source: string; target: string; condition?: string }[];
  };
};

beforeAll(() =>
  play([
    { match: "Du schreibst den Text", answers: [TEXT] },
    { match: "Du prüfst den Entwurf", answers: [verdict(5, "Zu kurz."), verdict(9, "Gut.")], repeat: false },
    { match: "Du gibst dem freigegebenen Text", answers: [TEXT] },
  ]),
);

async function saved(name: string): Promise<Saved | undefined> {
  return (await api<Saved[]>("GET", "/api/councils/")).find((council) => council.name === name);
}

/** The council as people mean it: writer → critic, critic ⇢ writer, critic → editor. */
function picture({ nodes, edges }: Saved["data"]): string[] {
  const nameOf = new Map(nodes.map((node) => [node.id, node.name]));
  return edges.map(
    (edge) => `${nameOf.get(edge.source)} ${edge.condition ?? "→"} ${nameOf.get(edge.target)}`,
  );
}

async function dragAgent(page: Page, name: string, x: number, y: number): Promise<void> {
  const canvas = page.getByRole("region", { name: "Zeichenfläche" });
  await page.getByRole("button", { name: `${name} hinzufügen` }).dragTo(canvas, { targetPosition: { x, y } });
  await page.locator(".react-flow__node", { hasText: name }).waitFor();
}

async function drawLine(page: Page, from: string, to: string): Promise<void> {
  const source = page.locator(".react-flow__node", { hasText: from });
  const target = page.locator(".react-flow__node", { hasText: to });
  await source.hover();
  const start = await source.locator(".react-flow__handle-bottom").boundingBox();
  const end = await target.boundingBox();
  if (!start || !end) throw new Error("no handle");
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 12 });
  await page.mouse.up();
}

async function runIt(page: Page, topic: string): Promise<void> {
  await page.getByRole("button", { name: "Starten" }).click();
  await page.waitForURL("**/konferenzzimmer/**");
  await page.getByRole("textbox", { name: "Thema" }).fill(topic);
  await page.getByRole("button", { name: "Starten" }).click();
  await page.getByText("Der Rat ist fertig").waitFor();
}

describe("a first council", () => {
  it("UI-6: three agents dragged, a rework loop drawn, saved and run with the mouse", async () => {
    const page = await openPage("/");
    await page.waitForURL("**/rat-architekt/");
    await dragAgent(page, "Schreiber", 300, 120);
    await dragAgent(page, "Kritiker", 300, 320);
    await dragAgent(page, "Lektor", 300, 520);
    await drawLine(page, "Schreiber", "Kritiker");
    await drawLine(page, "Kritiker", "Schreiber");
    await page.getByText("Überarbeiten", { exact: true }).first().click();
    await drawLine(page, "Kritiker", "Lektor");
    await page.getByText("Freigeben", { exact: true }).first().click();
    await shot(page, "erster-rat");
    await page.getByRole("textbox", { name: "Name des Rates" }).fill("Mein erster Rat");
    await page.getByRole("button", { name: "Speichern" }).click();
    await expect.poll(() => saved("Mein erster Rat")).toBeTruthy();
    const council = await saved("Mein erster Rat");
    expect(council && picture(council.data).sort()).toEqual([
      "Kritiker approve Lektor",
      "Kritiker rework Schreiber",
      "Schreiber → Kritiker",
    ]);
    await runIt(page, "Lohnt sich eine Wärmepumpe?");
  });
});

const MOST_TABS = 150;

/** Walks with Tab, as a person without a mouse does, until the control has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let i = 0; i < MOST_TABS; i += 1) {
    if (await target.evaluate((element) => element === document.activeElement).catch(() => false)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never came to ${target}`);
}

async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole("button", { name, exact: true }).first());
  await page.keyboard.press("Enter");
}

async function connectByKeys(page: Page, from: string, to: string): Promise<void> {
  await tabTo(page, page.locator(".react-flow__node", { hasText: from }));
  await page.keyboard.press("Enter");
  await press(page, "Verbinden mit …");
  const menu = page.getByRole("menu");
  await menu.waitFor();
  await page.keyboard.type(to, { delay: 40 });
  const choice = menu.getByRole("menuitem", { name: to, exact: true });
  // The menu moves its focus a moment after the letters, as it may: nobody types that fast.
  await expect.poll(() => choice.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await menu.waitFor({ state: "detached" });
}

it("UI-5, UI-6: a council is built, saved and run with the keyboard alone", async () => {
  const page = await openPage("/rat-architekt/");
  for (const name of ["Schreiber", "Kritiker", "Lektor"]) await press(page, `${name} hinzufügen`);
  await connectByKeys(page, "Schreiber", "Kritiker");
  await connectByKeys(page, "Kritiker", "Lektor");
  await tabTo(page, page.getByRole("textbox", { name: "Name des Rates" }));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Ohne Maus");
  await press(page, "Speichern");
  await expect.poll(() => saved("Ohne Maus")).toBeTruthy();
  const council = await saved("Ohne Maus");
  expect(council && picture(council.data).sort()).toEqual(["Kritiker → Lektor", "Schreiber → Kritiker"]);
  await press(page, "Starten");
  await page.waitForURL("**/konferenzzimmer/**");
  await tabTo(page, page.getByRole("textbox", { name: "Thema" }));
  await page.keyboard.type("Ohne Maus gestartet");
  await press(page, "Starten");
  await page.getByText("Der Rat ist fertig").waitFor();
});

describe("files", () => {
  it("BP-11: a broken file is refused in words and changes nothing", async () => {
    const page = await openPage("/rat-architekt/");
    const pick = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Importieren" }).first().click();
    const file = (text: string) => ({
      name: "kaputt.json",
      mimeType: "application/json",
      buffer: Buffer.from(text),
    });
    await (await pick).setFiles(file("{ kein JSON"));
    const dialog = page.getByRole("dialog", { name: "Diese Datei lässt sich nicht öffnen" });
    await dialog.getByText("kaputt.json").waitFor();
    await shot(page, "kaputte-datei");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await page.locator(".react-flow__node").count()).toBe(0);
  });
});

describe("saved agents", () => {
  it("BP-14: an agent is remembered, survives a reload, is added again, and can be forgotten", async () => {
    const page = await openPage("/rat-architekt/");
    await page.getByRole("button", { name: "Kritiker hinzufügen" }).click();
    await page.locator(".react-flow__node", { hasText: "Kritiker" }).click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Strenge Prüferin");
    await page.getByRole("button", { name: "Agent merken" }).click();
    const known = page.getByRole("button", { name: "Strenge Prüferin hinzufügen" });
    await known.waitFor();
    await page.reload();
    await known.click();
    await expect
      .poll(() => page.locator(".react-flow__node", { hasText: "Strenge Prüferin" }).count())
      .toBe(2);
    await shot(page, "gemerkter-agent");
    await page.getByRole("button", { name: "Strenge Prüferin aus der Bibliothek löschen" }).click();
    await known.waitFor({ state: "detached" });
    expect(await api<unknown[]>("GET", "/api/agents/")).toEqual([]);
  });
});
