import { describe, expect, it } from "vitest";
import type { Blueprint } from "./blueprint";
import { elapsed, factsOf, firstSentence, nextNodes, ownWords, pointsOf, stopwatch } from "./run-facts";
import { EMPTY_RUN } from "./run-view";

const blueprint: Blueprint = {
  version: "1.0",
  name: "Rat",
  nodes: [
    { id: "m", name: "Master" },
    { id: "k", threshold: 7 },
    { id: "l", writes: false },
  ],
  edges: [
    { id: "e1", source: "m", target: "k" },
    { id: "e2", source: "k", target: "m", type: "conditional", condition: "rework", max_iterations: 3 },
    { id: "e3", source: "k", target: "l", type: "conditional", condition: "approve" },
  ],
};

describe("facts of a run", () => {
  const facts = factsOf(blueprint);

  it("GM-6: speaks of agents by name", () => {
    expect([facts.nameOf("m"), facts.nameOf("k"), facts.nameOf("gone")]).toEqual(["Master", "k", "gone"]);
  });

  it("knows who writes, who judges, and the limits", () => {
    expect(["m", "k", "l"].map(facts.writes)).toEqual([true, false, false]);
    expect(["m", "k"].map(facts.isCritic)).toEqual([false, true]);
    expect([facts.thresholdOf("k"), facts.thresholdOf("m"), facts.roundLimit]).toEqual([7, 8, 3]);
  });

  it("the next agent is behind a linear edge of a working one", () => {
    const view = { ...EMPTY_RUN, nodes: { m: { state: "running" as const, stepId: "s", runs: 1 } } };
    expect([...nextNodes(view, facts)]).toEqual(["k"]);
    expect(nextNodes(EMPTY_RUN, facts).size).toBe(0);
  });

  it("counts time from start to end", () => {
    const started = { ...EMPTY_RUN, startedAt: "2026-01-01T10:00:00Z" };
    expect(elapsed(started, Date.parse("2026-01-01T10:03:10Z"))).toBe(190_000);
    expect(elapsed(EMPTY_RUN, 5)).toBe(0);
    expect([stopwatch(190_000), stopwatch(3_725_000), stopwatch(0)]).toEqual(["3:10", "1:02:05", "0:00"]);
  });

  it("shortens reasons", () => {
    expect(firstSentence("Zu kurz. Mehr davon.\nRest")).toBe("Zu kurz");
    expect(firstSentence("8,5 von 10")).toBe("8,5 von 10");
    expect(pointsOf("- Eins\n2. Zwei\n\n• Drei\n- Vier")).toEqual({
      title: "",
      points: ["Eins", "Zwei", "Drei"],
    });
    expect(pointsOf("Zu kurz:\n- Eins\n- Zwei")).toEqual({ title: "Zu kurz:", points: ["Eins", "Zwei"] });
    expect(pointsOf("Zu kurz.\nUnd fad.")).toEqual({ title: "", points: ["Zu kurz.", "Und fad."] });
  });
});

it("an error's own words leave out the agent's name and nothing else", () => {
  const error = { code: "provider", node: "k", retryable: false, details: { agent: "Kritiker" } };
  expect(ownWords({ ...error, message: "Kritiker: Kein Zugang: Schlüssel fehlt." })).toBe(
    "Kein Zugang: Schlüssel fehlt.",
  );
  expect(ownWords({ ...error, message: "Kein Zugang." })).toBe("Kein Zugang.");
});
