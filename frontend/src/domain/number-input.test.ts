import { describe, expect, it } from "vitest";
import { readNumber, shownNumber } from "./number-input";

describe("numbers that people type (RN-8, UI-7)", () => {
  it.each([
    ["de", "20.000", 20_000],
    ["de", "20 000", 20_000],
    ["de", "20,000", 20_000],
    ["en", "20,000", 20_000],
    ["en", "1.234.567", 1_234_567],
    ["zh", "20,000", 20_000],
    ["de", "500", 500],
  ])("%s: %s tokens are %d", (language, text, value) => {
    expect(readNumber(text, language, true)).toBe(value);
  });

  it.each([
    ["de", "0,5", 0.5],
    ["de", "0.5", 0.5],
    ["en", "0.5", 0.5],
    ["en", "0,5", 0.5],
    ["de", "1.000", 1000],
    ["de", "1,000", 1],
    ["en", "1,000", 1000],
    ["en", "1.000", 1],
    ["de", "1.234,56", 1234.56],
    ["en", "1,234.56", 1234.56],
    ["zh", ",5", 0.5],
    ["en", "0,125", 0.125],
    ["de", "0.125", 0.125],
    ["de", "5,", 5],
  ])("%s: %s dollars are %d", (language, text, value) => {
    expect(readNumber(text, language)).toBe(value);
  });

  it("nothing is no limit; what cannot be read is no number and lifts none", () => {
    expect(readNumber("  ", "de")).toBeUndefined();
    for (const text of ["5 $", "abc", "-1", "1e5", "1,5,5", "∞", "0x10", "1.2.3"]) {
      expect(readNumber(text, "de"), text).toBeNull();
    }
    expect(readNumber("1,5", "de", true)).toBeNull();
  });

  it("what is shown can be read again", () => {
    for (const language of ["de", "en", "zh"]) {
      for (const value of [0.5, 1234.5, 20_000, 0.0525, 1]) {
        expect(readNumber(shownNumber(value, language), language)).toBe(value);
      }
    }
    expect(shownNumber(1234.5, "de")).toBe("1234,5");
  });
});
