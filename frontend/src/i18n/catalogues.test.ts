import { describe, expect, it } from "vitest";
import de from "./messages/de.json";
import en from "./messages/en.json";
import zh from "./messages/zh.json";

type Tree = { [key: string]: string | Tree };

function flatten(tree: Tree, prefix = ""): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === "string") flat.set(prefix + key, value);
    else for (const [inner, text] of flatten(value, `${prefix + key}.`)) flat.set(inner, text);
  }
  return flat;
}

const argumentsOf = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)[,}]/g)].map((m) => m[1]))].sort();

describe("message catalogues (UI-7)", () => {
  const german = flatten(de);
  it.each([
    ["en", flatten(en)],
    ["zh", flatten(zh)],
  ])("%s has every German key with the same arguments and no other", (_, other) => {
    expect([...other.keys()].sort()).toEqual([...german.keys()].sort());
    for (const [key, text] of german) {
      expect.soft([key, argumentsOf(other.get(key) ?? "")]).toEqual([key, argumentsOf(text)]);
      expect.soft(other.get(key)?.trim(), key).not.toBe("");
    }
  });
});
