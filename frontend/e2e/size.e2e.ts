import { expect, it } from "vitest";
import { inBrowser, openPage, server } from "./support";

inBrowser();

const KIB = 1024;
const PAGES = { "/rat-architekt/": 260, "/konferenzzimmer/": 200, "/verlauf/": 200, "/einstellungen/": 200 };
const PATHS = Object.keys(PAGES) as (keyof typeof PAGES)[];

/** Every script that has come over the line, with its size there. */
async function scriptsOf(path: string): Promise<Map<string, number>> {
  const page = await openPage(path);
  await page.waitForLoadState("networkidle");
  const loaded = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => new URL(name).pathname.endsWith(".js"))
      .map((entry) => [entry.name, (entry as PerformanceResourceTiming).encodedBodySize] as const),
  );
  return new Map(loaded);
}

/**
 * First load is what the page's own HTML names: all of it must be there before the page answers. What
 * it fetches afterwards (a panel, another place) is printed beside it.
 */
it("UI-1: the first load of script stays within its limits", async () => {
  const sizes: Record<string, { first: number; untilIdle: number }> = {};
  for (const path of PATHS) {
    const html = await (await fetch(server + path, { headers: { accept: "text/html" } })).text();
    const loaded = [...(await scriptsOf(path))];
    const first = loaded.filter(([address]) => html.includes(new URL(address).pathname));
    const kib = (scripts: typeof loaded) =>
      Math.round((scripts.reduce((sum, [, size]) => sum + size, 0) / KIB) * 10) / 10;
    expect(first.length).toBeGreaterThan(5);
    expect(first.every(([, size]) => size > 0)).toBe(true);
    sizes[path] = { first: kib(first), untilIdle: kib(loaded) };
    expect.soft(kib(first), `KiB of script on ${path}`).toBeLessThanOrEqual(PAGES[path]);
  }
  console.info("script in KiB:", JSON.stringify(sizes));
});
