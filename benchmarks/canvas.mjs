/**
 * Drives Chromium over the canvas of a running server and prints one JSON object.
 *
 * `node canvas.mjs ADDRESS` – the councils are made over the API. Frames are counted by the page's own
 * animation frames; `work_ms` is what the page's main thread computed per frame (CPU time: a loaded
 * machine lowers the frames, not the work).
 */
import { createRequire } from "node:module";

const require = createRequire(new URL("../frontend/package.json", import.meta.url));
const { chromium } = require("playwright-core");

const address = process.argv[2];
const SECONDS = 3;
const COLUMNS = 8;
const NODE = { width: 240, height: 96 };

/** Columns of agents, each with a critic's rework loop now and then, as nobody would draw but some import. */
function council(count, placed) {
  const nodes = Array.from({ length: count }, (_, i) => ({
    id: `n${i}`,
    type: "agent",
    name: `Agent ${i}`,
    system_prompt: "Write what is needed next.",
    model: "default",
    ...(placed && {
      position: { x: (i % COLUMNS) * (NODE.width + 184), y: Math.floor(i / COLUMNS) * (NODE.height + 80) },
    }),
  }));
  const edges = [];
  for (let i = 0; i + COLUMNS < count; i += 1) {
    const critic = Math.floor(i / COLUMNS) % 4 === 3;
    const onward = { id: `e${i}`, source: `n${i}`, target: `n${i + COLUMNS}` };
    edges.push(critic ? { ...onward, type: "conditional", condition: "approve" } : { ...onward, type: "linear" });
    if (critic)
      edges.push({ id: `r${i}`, source: `n${i}`, target: `n${i - COLUMNS}`, type: "conditional", condition: "rework" });
  }
  for (let i = 1; i < COLUMNS; i += 1) edges.push({ id: `s${i}`, source: "n0", target: `n${i}`, type: "linear" });
  return { version: "1.0", name: `Council of ${count}`, nodes, edges };
}

async function save(blueprint) {
  const answer = await fetch(`${address}/api/councils/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: blueprint.name, data: blueprint }),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()).id;
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-dev-shm-usage"],
});

async function open(id) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const began = performance.now();
  await page.goto(`${address}/rat-architekt/?council=${id}`);
  await page.locator(".react-flow__node").first().waitFor();
  // Two frames after the first card: everything in view has been painted.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return { page, seconds: (performance.now() - began) / 1000 };
}

async function computed(session) {
  const { metrics } = await session.send("Performance.getMetrics");
  const of = Object.fromEntries(metrics.map(({ name, value }) => [name, value * 1000]));
  return { work: of.TaskDuration, script: of.ScriptDuration, style: of.RecalcStyleDuration + of.LayoutDuration };
}

/** Moves the pressed mouse back and forth and says what that cost. */
async function gesture(page, from, button) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.mouse.move(from.x, from.y);
  await page.mouse.down({ button });
  const [seen, before] = [await picture(page), await computed(session)];
  await page.evaluate(() => {
    const times = [];
    window.frames_ = times;
    const tick = (now) => {
      times.push(now);
      window.ticking_ = requestAnimationFrame(tick);
    };
    window.ticking_ = requestAnimationFrame(tick);
  });
  const began = performance.now();
  for (let i = 0; performance.now() - began < SECONDS * 1000; i += 1)
    await page.mouse.move(from.x + 120 * Math.sin(i / 20), from.y + 80 * Math.cos(i / 26));
  const times = await page.evaluate(() => {
    cancelAnimationFrame(window.ticking_);
    return window.frames_;
  });
  const after = await computed(session);
  if ((await picture(page)) === seen) throw new Error("the gesture moved nothing");
  await page.mouse.up({ button });
  await session.detach();
  const gaps = times.slice(1).map((time, i) => time - times[i]).sort((a, b) => a - b);
  const frames = gaps.length;
  const per = (key) => Math.round(((after[key] - before[key]) / frames) * 100) / 100;
  return {
    fps: Math.round((frames / (times.at(-1) - times[0])) * 10_000) / 10,
    p95_gap_ms: Math.round(gaps[Math.floor(frames * 0.95)]),
    work_ms: per("work"),
    script_ms: per("script"),
    style_layout_ms: per("style"),
  };
}

/** A point on the empty canvas near the middle of what is seen. */
async function emptyPlace(page) {
  return page.evaluate(() => {
    const box = document.querySelector(".react-flow").getBoundingClientRect();
    for (let i = 0; i < 4_000; i += 1) {
      const x = box.x + box.width * (0.3 + 0.4 * ((i * 37) % 100) / 100);
      const y = box.y + box.height * (0.3 + 0.4 * ((i * 61) % 97) / 97);
      if (document.elementFromPoint(x, y)?.classList.contains("react-flow__pane")) return { x, y };
    }
    throw new Error("no empty place");
  });
}

/** The middle of the card nearest to the middle of the canvas. */
async function cardPlace(page) {
  return page.evaluate(() => {
    const box = document.querySelector(".react-flow").getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const places = [...document.querySelectorAll(".react-flow__node")].map((card) => {
      const { left, top, width, height } = card.getBoundingClientRect();
      return { card, x: left + width / 2, y: top + height / 2 };
    });
    places.sort((a, b) => Math.hypot(a.x - x, a.y - y) - Math.hypot(b.x - x, b.y - y));
    const { card, ...place } = places.find((one) => one.card.contains(document.elementFromPoint(one.x, one.y)));
    return place;
  });
}

/** The view and all places as the page has them: a gesture that moved nothing measured nothing. */
const picture = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".react-flow__viewport, .react-flow__node")]
      .map((element) => element.style.transform)
      .join(),
  );

async function smoothness(page) {
  const shown = await page.locator(".react-flow__node").count();
  const pan = await gesture(page, await emptyPlace(page), "left");
  const drag = await gesture(page, await cardPlace(page), "left");
  return { cards_in_view: shown, pan, drag };
}

const placed = await save(council(200, true));
const { page } = await open(placed);
const all = await smoothness(page);
await page.locator(".zoom-n").click();
await page.waitForFunction(() => document.querySelector(".zoom-n").textContent.startsWith("100"));
const near = await smoothness(page);
await page.context().close();

const drawn = await open(await save(council(500, true)));
await drawn.page.context().close();
const imported = await open(await save(council(500, false)));
await browser.close();

const round = (seconds) => Math.round(seconds * 100) / 100;
console.log(
  JSON.stringify({
    nodes_200: { all_in_view: all, at_100_percent: near },
    nodes_500: { open_s: round(drawn.seconds), open_and_arrange_s: round(imported.seconds) },
  }),
);
