import { beforeAll, describe, expect, it } from "vitest";
import {
  axe,
  DESK,
  inBrowser,
  LANGUAGES,
  openPage,
  overflow,
  PHONE,
  play,
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

const ids: Record<string, string> = {};

beforeAll(async () => {
  await play([
    { match: "ROLE-WRITER", answers: [TEXT_1, TEXT_2] },
    { match: "ROLE-CRITIC", answers: [verdict(6, "Es fehlen Angaben zur Förderung."), verdict(8.5, "Gut.")] },
    { match: "ROLE-EDITOR", answers: [TEXT_2, TEXT_1] },
  ]);
  const council = await saveCouncil("Content-Rat");
  ids.council = council;
  ids.a = await startRun(council, "Lohnt sich eine Wärmepumpe im Haus von 1978?");
  await untilStatus(ids.a, "completed");
  ids.b = await startRun(council, "Lohnt sich eine Wärmepumpe im Haus von 1978?");
  await untilStatus(ids.b, "completed");
  ids.paused = await startRun(council, "Balkonkraftwerk: Anmeldung in fünf Schritten", true);
  await untilStatus(ids.paused, "paused");
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

describe.each(NAMES)("page %s", (name) => {
  const settle = async (page: Awaited<ReturnType<typeof openPage>>) => {
    await page.locator("main#content:not([aria-busy=true])").waitFor();
    await page.waitForLoadState("networkidle");
  };

  it("UI-5, UI-7: axe finds nothing in three languages and two themes, and nothing is too wide", async () => {
    for (const language of LANGUAGES) {
      for (const theme of THEMES) {
        const page = await openPage(pages()[name], { language, theme });
        await settle(page);
        expect.soft(await axe(page), `${language} ${theme}`).toEqual([]);
        if (language === "de") await shot(page, `${name}-${theme}`);
        await page.setViewportSize(SMALL_DESK);
        expect.soft(await overflow(page), "1280").toBeLessThanOrEqual(0);
        if (language === "de") await shot(page, `${name}-1280-${theme}`);
        await page.setViewportSize(PHONE);
        expect.soft(await overflow(page), "390").toBeLessThanOrEqual(0);
        if (language === "de") await shot(page, `${name}-390-${theme}`);
        await page.close();
      }
    }
  });

  it("UI-1, decision 14: a deep link opens, a reload shows the same, scripts obey the policy", async () => {
    const page = await openPage(pages()[name], { size: DESK });
    await settle(page);
    const before = await page.locator("main#content").textContent();
    await page.reload();
    await settle(page);
    await expect.poll(() => page.locator("main#content").textContent()).toBe(before);
  });
});
