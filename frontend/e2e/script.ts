import type { Page } from "playwright-core";
import { api, openPage, playTeam } from "./support";

export const FIRST = "# Balkonkraftwerk\n\nEin erster Entwurf – mit Umlauten äöüß, Zeichen 中文 und 🎈.\n";
export const SECOND = "# Balkonkraftwerk\n\nEin zweiter Entwurf, jetzt mit Zahlen: 800 Watt.\n";
export const FINAL = "# Balkonkraftwerk\n\nDer fertige Text: 800 Watt, 2 Module, 1 Formular.\n";

type Speed = { piece_ms?: number };

/** Tells the model server what writer, critic and editor answer, and how fast. */
export async function script(
  critic: string[],
  { piece_ms }: Speed = {},
  writer = [FIRST, SECOND],
): Promise<void> {
  const drafts = writer.map((text) => ({ text, piece_ms, pieces: text.match(/\s*\S+\s*/g) ?? [] }));
  await playTeam(drafts, critic, [{ text: FINAL, piece_ms }]);
}

/** Opens the run and waits for the decision that stands at this agent. */
export async function atPause(runId: string, next: string, path = "/konferenzzimmer/"): Promise<Page> {
  const page = await openPage(`${path}?run=${runId}`);
  await page.getByRole("heading", { name: `${next} ist als Nächstes dran` }).waitFor({ state: "attached" });
  return page;
}

type Logged = { type: string; action?: string; node?: string };

/** The events of this type that the run has logged. */
export async function logged(run: string, type: string): Promise<Logged[]> {
  const page = await api<{ events: Logged[] }>("GET", `/api/councils/run/${run}/events`);
  return page.events.filter((event) => event.type === type);
}
