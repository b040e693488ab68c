// @vitest-environment jsdom
import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { useOnce } from "./use-once";

it("UI-8: a double click acts once, even when the page is drawn between the clicks", async () => {
  const started: string[] = [];
  let finish = () => {};
  const { result, rerender } = renderHook(() =>
    useOnce(async (name: string) => {
      started.push(name);
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return name;
    }),
  );
  const first = result.current("eins");
  rerender();
  const second = result.current("zwei");
  finish();
  expect([await first, await second]).toEqual(["eins", "eins"]);
  const third = result.current("drei");
  finish();
  expect(await third).toBe("drei");
  expect(started).toEqual(["eins", "drei"]);
});

it("UI-8: what failed can be tried again", async () => {
  const answers = [Promise.reject(new Error("weg")), Promise.resolve("da")];
  const { result } = renderHook(() => useOnce(() => answers.shift() as Promise<string>));
  await expect(result.current()).rejects.toThrow("weg");
  await expect(result.current()).resolves.toBe("da");
});
