import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { faultsOf } from "./geometry";
import {
  api,
  axe,
  DESK,
  expectComplaints,
  inBrowser,
  LANGUAGES,
  LARGE_DESK,
  openPage,
  PHONE,
  play,
  playTeam,
  readRun,
  SMALL_DESK,
  saveCouncil,
  shot,
  startRun,
  THEMES,
  untilStatus,
  verdict,
} from "./support";

inBrowser();

const TEXT_1 =
  "# Wärmepumpe\n\nEin kurzer Anfang mit **drei** Zahlen.\n\n## Kosten\n\nZwischen 20.000 und 30.000 Euro.\n";
const TEXT_2 =
  "# Wärmepumpe\n\nEin besserer Anfang mit **vier** Zahlen.\n\n## Kosten\n\nZwischen 22.000 und 28.000 Euro.\n\n## Förderung\n\nBis 70 Prozent.\n";

const REASONS =
  "Zu wenig Details\n- Die Förderung nennt keine Obergrenze. Ergänzen: 30.000 € für das Einfamilienhaus.\n- Die Ersparnis steht ohne Strompreis. Rechenweg zeigen.\n- Ein Beispiel aus einem Haus von 1978 fehlt.";
const TOPIC =
  "Lohnt sich eine Wärmepumpe im Einfamilienhaus von 1978? Ratgeber für Eigentümer, höchstens 900 Wörter, mit Kosten und Förderung.";

const ids: Record<string, string> = {};

/** A run that waits with all that a decision can show: a score, reasons, earlier scores, a changed draft. */
async function pausedInSecondRound(council: string): Promise<string> {
  await play([
    { match: "ROLE-WRITER", answers: [TEXT_1, TEXT_2] },
    { match: "ROLE-CRITIC", answers: [verdict(5, "Es fehlen Zahlen."), verdict(6, REASONS)] },
  ]);
  const run = await startRun(council, TOPIC, true);
  for (const _ of ["critic", "writer", "critic"]) {
    const { pause_id } = await untilStatus(run, "paused");
    await api("POST", `/api/councils/run/${run}/approve`, { action: "approve", pause_id });
    while ((await readRun(run)).pause_id === pause_id) await new Promise((done) => setTimeout(done, 20));
  }
  await untilStatus(run, "paused");
  return run;
}

beforeAll(async () => {
  await playTeam(
    [TEXT_1, TEXT_2],
    [verdict(6, "Es fehlen Angaben zur Förderung."), verdict(8.5, "Gut.")],
    [TEXT_2, TEXT_1],
  );
  const council = await saveCouncil("Content-Rat");
  ids.council = council;
  ids.a = await startRun(council, "Lohnt sich eine Wärmepumpe im Haus von 1978?");
  await untilStatus(ids.a, "completed");
  ids.b = await startRun(council, "Lohnt sich eine Wärmepumpe im Haus von 1978?");
  await untilStatus(ids.b, "completed");
  ids.paused = await pausedInSecondRound(council);
});

const pages = () =>
  ({
    "rat-architekt": "/rat-architekt/",
    council: `/rat-architekt/?council=${ids.council}`,
    "konferenzzimmer-start": "/konferenzzimmer/",
    "konferenzzimmer-ergebnis": `/konferenzzimmer/?run=${ids.a}`,
    "god-mode": `/konferenzzimmer/?run=${ids.paused}`,
    verlauf: "/verlauf/",
    "verlauf-lauf": `/verlauf/?run=${ids.a}`,
    vergleich: `/verlauf/?a=${ids.a}&b=${ids.b}`,
    einstellungen: "/einstellungen/",
    "nicht-gefunden": "/gibt-es-nicht/",
  }) as const;

const NAMES = Object.keys(pages()) as (keyof ReturnType<typeof pages>)[];
const SIZES = [
  ["-1280", SMALL_DESK],
  ["-1920", LARGE_DESK],
  ["-390", PHONE],
  ["", DESK],
] as const;

async function settle(page: Page): Promise<void> {
  await page.locator("main#content:not([aria-busy=true])").waitFor();
  await page.waitForLoadState("networkidle");
}

/** What the page says; clocks count on. */
async function words(page: Page): Promise<string> {
  return ((await page.locator("main#content").textContent()) ?? "").replace(/\d+:\d\d/g, "0:00");
}

/** Two frames: what depends on the window's size has followed. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Axe in both themes; only contrast depends on the theme, so the dark one is asked for that alone. */
async function axeInBothThemes(page: Page, where: string): Promise<void> {
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    const rules = theme === "dark" ? ["color-contrast"] : undefined;
    expect.soft(await axe(page, rules), `${where} ${theme}`).toEqual([]);
  }
}

describe.each(NAMES)("page %s", (name) => {
  it("UI-1, UI-5, UI-7: clean for axe, whole at every size, the same after a reload, in three languages and both themes", async () => {
    for (const language of LANGUAGES) {
      const page = await openPage(pages()[name], { language });
      await settle(page);
      for (const [suffix, size] of SIZES) {
        await page.setViewportSize(size);
        await drawn(page);
        await expect.poll(() => faultsOf(page), { message: `${language} ${size.width}` }).toEqual([]);
        await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
        if (language === "de") await shot(page, `${name}${suffix}-light`);
        else if (size === DESK || size === PHONE) await shot(page, `${name}${suffix}-${language}`);
        if (language !== "de" || (size !== PHONE && size !== DESK)) continue;
        await axeInBothThemes(page, `de ${size.width}`);
        await shot(page, `${name}${suffix}-dark`);
      }
      if (language === "de") {
        const before = await words(page);
        await page.reload();
        await settle(page);
        await expect.poll(() => words(page)).toBe(before);
      } else await axeInBothThemes(page, language);
      await page.close();
    }
    if (name === "nicht-gefunden") expectComplaints(/gibt-es-nicht.*404/);
  });
});

it("UI-5: names of 200 characters in any script stay inside menus, on a phone too", async () => {
  const names = ["N".repeat(200), "מועצה 🎈 ".repeat(22), "理".repeat(200)];
  const saved = await Promise.all(names.map(saveCouncil));
  onTestFinished(async () => {
    for (const id of saved) await api("DELETE", `/api/councils/${id}`);
  });
  for (const size of [DESK, PHONE]) {
    const page = await openPage("/konferenzzimmer/", { size });
    await page.getByRole("button", { name: "Standard-Rat" }).click();
    const menu = page.getByRole("menu");
    await menu.waitFor();
    const { x, width } = (await menu.boundingBox()) ?? { x: -1, width: 0 };
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(size.width);
    expect(await menu.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  }
});
