import { describe, expect, it } from "vitest";
import { choicesOf, modelLabel, type Provider, providerOf } from "./models";

const provider = (id: string, ready: boolean, models: string[]): Provider => ({
  provider: id,
  title: id,
  ready,
  configured: ready,
  reachable: ready,
  models,
  address: null,
  set: ["KEY"],
  problem: "",
});

const PROVIDERS = [
  provider("anthropic", true, ["claude-sonnet-4-5"]),
  provider("openai", false, []),
  provider("ollama", true, ["qwen3:8b"]),
  provider("builtin", true, ["smollm2-135m-instruct"]),
];

describe("models (BP-14)", () => {
  it("are named so that a blueprint means them", () => {
    expect(choicesOf(PROVIDERS).map((choice) => choice.name)).toEqual([
      "anthropic:claude-sonnet-4-5",
      "ollama:qwen3:8b",
      "builtin",
    ]);
  });

  it.each([
    ["claude-3-5-sonnet-20241022", "anthropic"],
    ["anthropic:claude-x", "anthropic"],
    ["gpt-4o", "openai"],
    ["o3-mini", "openai"],
    ["qwen3:8b", "ollama"],
    ["builtin", "builtin"],
    ["default", undefined],
    ["nobody-knows", undefined],
  ])("%s is spoken by %s", (name, id) => {
    expect(providerOf(name, PROVIDERS)?.provider).toBe(id);
  });

  it("are called without their provider's prefix", () => {
    expect(modelLabel("ollama:qwen3:8b", PROVIDERS)).toBe("qwen3:8b");
    expect(modelLabel("anthropic:claude-new", PROVIDERS)).toBe("claude-new");
    expect(modelLabel("gpt-4o", PROVIDERS)).toBe("gpt-4o");
  });
});
