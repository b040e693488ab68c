import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject } from "vitest";

export const server = inject("server");
const model = inject("model");
const SHOTS = fileURLToPath(new URL("../../artifacts/e2e/", import.meta.url));
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export const LANGUAGES = ["de", "en", "zh"] as const;
export const THEMES = ["light", "dark"] as const;
export const DESK = { width: 1440, height: 900 };
export const SMALL_DESK = { width: 1280, height: 768 };
export const LARGE_DESK = { width: 1920, height: 1080 };
export const PHONE = { width: 390, height: 844 };

type Look = {
  language?: (typeof LANGUAGES)[number];
  theme?: (typeof THEMES)[number];
  size?: { width: number; height: number };
};

let browser: Browser;
let contexts: BrowserContext[] = [];
let complaints: string[] = [];

/** Starts the browser for a test file; every page that is opened must stay silent on its console. */
export function inBrowser(): void {
  beforeAll(async () => {
    mkdirSync(SHOTS, { recursive: true });
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-dev-shm-usage"],
    });
  });
  afterEach(async () => {
    const [open, said] = [contexts, complaints];
    contexts = [];
    complaints = [];
    await Promise.all(open.map((context) => context.close()));
    expect(said, "console errors").toEqual([]);
  });
  afterAll(() => browser?.close());
}

/** Takes back complaints that a test has caused on purpose. */
export function expectComplaints(pattern: RegExp): void {
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !pattern.test(text)));
}

export async function openContext(look: Look = {}): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: server,
    viewport: look.size ?? DESK,
    colorScheme: look.theme ?? "light",
    reducedMotion: "reduce",
    timezoneId: "Europe/Berlin",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const language = look.language ?? "de";
  await context.addInitScript((name) => localStorage.setItem("councilos-language", name), language);
  contexts.push(context);
  return context;
}

export async function openPage(path: string, look: Look = {}, context?: BrowserContext): Promise<Page> {
  const page = await (context ?? (await openContext(look))).newPage();
  page.setDefaultTimeout(10_000);
  const heard = complaints;
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning")
      heard.push(`${message.location().url}: ${message.text()}`);
  });
  page.on("pageerror", (error) => heard.push(`${path}: ${error.message}`));
  await page.goto(path);
  await page.locator("main#content").waitFor();
  return page;
}

export async function shot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `${SHOTS}${name}.png` });
}

type Violation = { id: string; nodes: { target: string[]; failureSummary: string }[] };
type Axe = { run: (options: object) => Promise<{ violations: Violation[] }> };

/** What axe finds wrong, with the places; empty when nothing. `only` names single rules. */
export async function axe(page: Page, only?: string[]): Promise<string[]> {
  const loaded = await page.evaluate(() => "axe" in window);
  if (!loaded) await page.evaluate(AXE);
  const options = only ? { runOnly: only } : {};
  const violations = await page.evaluate(
    async (chosen) => (await (window as unknown as { axe: Axe }).axe.run(chosen)).violations,
    options,
  );
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join(" | ")}`,
  );
}

export async function api<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(server + path, {
    method,
    headers: { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

type Reply =
  | string
  | { text?: string; piece_ms?: number; pieces?: string[]; latency_ms?: number; status?: number }
  | { tool_calls: { name: string; args: object }[] };
type Rule = { in?: "system" | "text" | "user"; match: string; answers: Reply[]; repeat?: boolean };

/** Tells the model server what to answer; forgets what it was told before. */
export async function play(rules: Rule[]): Promise<void> {
  await fetch(`${model}/_script`, { method: "POST", body: JSON.stringify({ rules }) });
}

const agent = (id: string, name: string, prompt: string) => ({
  id,
  type: "agent",
  name,
  system_prompt: prompt,
  model: "default",
});

/** Writer, critic, editor with a rework loop. */
export function council(name: string) {
  return {
    version: "1.0",
    name,
    nodes: [
      agent("w", "Schreiber", "ROLE-WRITER Schreibe den Text."),
      agent("k", "Kritiker", "ROLE-CRITIC Bewerte streng."),
      agent("l", "Lektor", "ROLE-EDITOR Gib den letzten Schliff."),
    ],
    edges: [
      { id: "e1", source: "w", target: "k", type: "linear" },
      { id: "e2", source: "k", target: "w", type: "conditional", condition: "rework" },
      { id: "e3", source: "k", target: "l", type: "conditional", condition: "approve" },
    ],
  };
}

/** Tells the model server what the three agents of such a council answer; the editor what the writer does. */
export function playTeam(writer: Reply[], critic: Reply[], editor = writer): Promise<void> {
  return play([
    { match: "ROLE-WRITER", answers: writer },
    { match: "ROLE-CRITIC", answers: critic },
    { match: "ROLE-EDITOR", answers: editor },
  ]);
}

export const verdict = (score: number, feedback: string) =>
  JSON.stringify({ score, verdict: score >= 8 ? "approve" : "rework", feedback });

export async function saveCouncil(name: string): Promise<string> {
  const saved = await api<{ id: string }>("POST", "/api/councils/", council(name));
  return saved.id;
}

/** Saves a council before the tests of a file; from then on its id is known. */
export function savedBefore(name: string): { id: string } {
  const saved = { id: "" };
  beforeAll(async () => {
    saved.id = await saveCouncil(name);
  });
  return saved;
}

export async function startRun(councilId: string, topic: string, godMode = false): Promise<string> {
  const run = await api<{ run_id: string }>("POST", `/api/councils/${councilId}/run`, {
    input_topic: topic,
    god_mode: godMode,
  });
  return run.run_id;
}

type Run = {
  status: string;
  final_draft: string | null;
  current_draft: string | null;
  pause_id: string | null;
  budget: { tokens?: number } | null;
};

export function readRun(id: string): Promise<Run> {
  return api<Run>("GET", `/api/councils/run/${id}`);
}

/** Waits until the run has this status; the test's own time limit ends it. */
export async function untilStatus(id: string, status: string): Promise<Run> {
  for (;;) {
    const run = await readRun(id);
    if (run.status === status) return run;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
