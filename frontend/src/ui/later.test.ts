// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
});

it("UI-2: parts come after the first picture, once each, and one that fails holds up no other", async () => {
  const { later, fetchLaterParts } = await import("./later");
  const fetched: string[] = [];
  const part = (name: string, ok = true) =>
    later(async () => {
      fetched.push(name);
      if (!ok) throw new Error("no network");
      return name;
    });
  const first = part("first", false);
  part("second");
  expect(fetched).toEqual([]);
  fetchLaterParts();
  await vi.waitFor(() => expect(fetched).toEqual(["first", "second"]), { timeout: 5_000 });
  part("third");
  await vi.waitFor(() => expect(fetched).toEqual(["first", "second", "third"]), { timeout: 5_000 });
  await expect(first()).rejects.toThrow("no network");
});
