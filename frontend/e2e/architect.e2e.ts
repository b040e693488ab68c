import type { Locator, Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import de from "../src/i18n/messages/de.json";
import en from "../src/i18n/messages/en.json";
import zh from "../src/i18n/messages/zh.json";
import { faultsOf } from "./geometry";
import {
  api,
  axe,
  council,
  expectComplaints,
  inBrowser,
  LANGUAGES,
  openContext,
  openPage,
  play,
  saveCouncil,
  shot,
  verdict,
} from "./support";

inBrowser();

const TEXT = "# Wärmepumpe\n\nEin Text mit Zahlen.\n";

type Saved = {
  id: string;
  name: string;
  data: {
    nodes: { id: string; name: string; system_prompt?: string }[];
    edges: { source: string; target: string; condition?: string }[];
  };
};

const WORDS = { de, en, zh };

beforeEach(() =>
  play(
    Object.values(WORDS).flatMap(({ agents }) => [
      { match: firstLine(agents.writer.prompt), answers: [TEXT] },
      {
        match: firstLine(agents.critic.prompt),
        answers: [verdict(5, "Zu kurz."), verdict(9, "Gut.")],
        repeat: false,
      },
      { match: firstLine(agents.editor.prompt), answers: [TEXT] },
    ]),
  ),
);

const firstLine = (text: string) => text.split("\n", 1)[0] ?? "";

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

async function dragAgent(page: Page, words: typeof de, name: string, x: number, y: number): Promise<void> {
  const canvas = page.getByRole("region", { name: words.canvas.label, exact: true });
  const add = page.getByRole("button", { name: words.canvas.lib.add.replace("{name}", name) });
  await add.dragTo(canvas, { targetPosition: { x, y } });
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

/** Chooses when the line that was just drawn is taken. */
async function lineIs(page: Page, kind: string): Promise<void> {
  await page.locator(".opt", { hasText: kind }).first().click();
  await page.locator(".elabel", { hasText: kind }).waitFor();
}

async function runIt(page: Page, words: typeof de, topic: string): Promise<void> {
  await page.getByRole("button", { name: words.canvas.bar.start, exact: true }).click();
  await page.waitForURL("**/konferenzzimmer/**");
  await page.getByRole("textbox", { name: words.run.start.topic }).fill(topic);
  await page.getByRole("button", { name: words.run.start.go, exact: true }).click();
  await page.getByText(words.run.end.completed).waitFor();
}

describe.each(LANGUAGES)("a first council in %s", (language) => {
  it("UI-6, UI-7: three agents dragged, a rework loop drawn, saved, run with the mouse, found in the history", async () => {
    const words = WORDS[language];
    const { writer, critic, editor } = words.agents;
    const { edge } = words.canvas;
    const page = await openPage("/", { language });
    await page.waitForURL("**/rat-architekt/");
    await dragAgent(page, words, writer.name, 300, 120);
    await dragAgent(page, words, critic.name, 300, 320);
    await dragAgent(page, words, editor.name, 300, 520);
    await drawLine(page, writer.name, critic.name);
    await drawLine(page, critic.name, writer.name);
    await lineIs(page, edge.rework);
    await drawLine(page, critic.name, editor.name);
    await lineIs(page, edge.approve);
    expect(await faultsOf(page)).toEqual([]);
    await shot(page, `erster-rat-${language}`);
    const name = `Mein erster Rat ${language}`;
    await page.getByRole("textbox", { name: words.canvas.name }).fill(name);
    await page.getByRole("button", { name: words.canvas.bar.save, exact: true }).click();
    await expect.poll(() => saved(name)).toBeTruthy();
    const council = await saved(name);
    expect(council && picture(council.data).sort()).toEqual(
      [
        `${critic.name} approve ${editor.name}`,
        `${critic.name} rework ${writer.name}`,
        `${writer.name} → ${critic.name}`,
      ].sort(),
    );
    const topic = `Lohnt sich eine Wärmepumpe? 热泵 ${language}`;
    await runIt(page, words, topic);
    await shot(page, `erster-lauf-${language}`);
    await page.getByRole("link", { name: words.nav.history, exact: true }).first().click();
    await page.waitForURL("**/verlauf/**");
    const row = page.getByRole("row").filter({ hasText: topic });
    await row.getByText(words.run.status.completed).waitFor();
    await shot(page, `erster-verlauf-${language}`);
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

it("UI-5, UI-6: a council with a rework loop is built, saved and run with the keyboard alone", async () => {
  const page = await openPage("/rat-architekt/");
  for (const name of ["Schreiber", "Kritiker", "Lektor"]) await press(page, `${name} hinzufügen`);
  await connectByKeys(page, "Schreiber", "Kritiker");
  await connectByKeys(page, "Kritiker", "Schreiber");
  await choose(page, /^Überarbeiten/);
  await connectByKeys(page, "Kritiker", "Lektor");
  await choose(page, /^Freigeben/);
  expect(await faultsOf(page)).toEqual([]);
  await shot(page, "ohne-maus");
  await tabTo(page, page.getByRole("textbox", { name: "Name des Rates" }));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Ohne Maus");
  await press(page, "Speichern");
  await expect.poll(() => saved("Ohne Maus")).toBeTruthy();
  const council = await saved("Ohne Maus");
  expect(council && picture(council.data).sort()).toEqual([
    "Kritiker approve Lektor",
    "Kritiker rework Schreiber",
    "Schreiber → Kritiker",
  ]);
  await press(page, "Starten");
  await page.waitForURL("**/konferenzzimmer/**");
  await tabTo(page, page.getByRole("textbox", { name: "Thema" }));
  await page.keyboard.type("Ohne Maus gestartet");
  await press(page, "Starten");
  await page.getByText("Der Rat ist fertig").waitFor();
});

/** Goes to the group of the open connection and walks to this kind with the arrow keys. */
async function choose(page: Page, kind: RegExp): Promise<void> {
  const radios = page.getByRole("radiogroup", { name: "Wann wird sie genommen?" }).getByRole("radio");
  await tabTo(page, page.locator("input[name^=kind-]:checked"));
  const wanted = page.getByRole("radio", { name: kind });
  for (let i = 0; i < (await radios.count()); i += 1) {
    if (await wanted.isChecked()) return;
    await page.keyboard.press("ArrowDown");
  }
  expect(await wanted.isChecked()).toBe(true);
}

describe("a council changed elsewhere", () => {
  const blank = (name: string, prompt: string) => {
    const drawn = council(name);
    const [first, ...rest] = drawn.nodes;
    return { ...drawn, nodes: [{ ...first, system_prompt: prompt }, ...rest] };
  };
  const promptOf = (page: Page) => page.getByRole("textbox", { name: "Auftrag" });

  async function opened(id: string): Promise<Page> {
    const page = await openPage(`/rat-architekt/?council=${id}`);
    await page.locator(".react-flow__node", { hasText: "Schreiber" }).click();
    await promptOf(page).fill("Mein eigener Auftrag.");
    return page;
  }

  it("UI-8: both versions stay within reach, whichever is chosen", async () => {
    const id = await saveCouncil("Zwei Fassungen");
    const page = await opened(id);
    await api("PUT", `/api/councils/${id}`, blank("Zwei Fassungen", "Auftrag von anderswo."));
    const strip = page.getByRole("alert").filter({ hasText: "anderswo geändert" });
    await strip.waitFor();
    await shot(page, "rat-anderswo-geaendert");
    expect(await axe(page)).toEqual([]);
    await strip.getByRole("button", { name: "Den anderen Stand laden" }).click();
    await strip.waitFor({ state: "detached" });
    await page.locator(".react-flow__node", { hasText: "Schreiber" }).click();
    expect(await promptOf(page).inputValue()).toBe("Auftrag von anderswo.");
    await page.getByRole("button", { name: "Zurück zu meinem" }).click();
    await page.locator(".react-flow__node", { hasText: "Schreiber" }).click();
    await expect.poll(() => promptOf(page).inputValue()).toBe("Mein eigener Auftrag.");
  });

  it("UI-8: saving does not overwrite unseen; keeping mine does, when it was chosen", async () => {
    const id = await saveCouncil("Wer zuletzt speichert");
    const context = await openContext();
    // No push comes: the page has to ask before it saves.
    await context.routeWebSocket(/\/ws\/updates/, () => {});
    const page = await openPage(`/rat-architekt/?council=${id}`, {}, context);
    await page.locator(".react-flow__node", { hasText: "Schreiber" }).click();
    await promptOf(page).fill("Mein eigener Auftrag.");
    await api("PUT", `/api/councils/${id}`, blank("Wer zuletzt speichert", "Auftrag von anderswo."));
    const there = async () => (await api<Saved>("GET", `/api/councils/${id}`)).data.nodes[0]?.system_prompt;
    await page.getByRole("button", { name: "Speichern" }).click();
    await page.getByRole("button", { name: "Meinen behalten" }).waitFor();
    expect(await there()).toBe("Auftrag von anderswo.");
    await page.getByRole("button", { name: "Meinen behalten" }).click();
    await page.getByRole("button", { name: "Speichern" }).click();
    await expect.poll(there).toBe("Mein eigener Auftrag.");
    expect(await page.getByRole("alert").filter({ hasText: "anderswo" }).count()).toBe(0);
  });

  it("UI-8: a council deleted elsewhere stays on the canvas and can be saved anew", async () => {
    const id = await saveCouncil("Verschwindet");
    const page = await opened(id);
    await api("DELETE", `/api/councils/${id}`);
    await page.getByText("Dieser Rat wurde anderswo gelöscht.", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Verstanden" }).click();
    await page.getByRole("button", { name: "Speichern" }).click();
    await expect.poll(() => saved("Verschwindet")).toBeTruthy();
    expect((await saved("Verschwindet"))?.id).not.toBe(id);
    expectComplaints(/404/);
  });
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
