// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { IntlProvider } from "use-intl";
import { afterEach, describe, expect, it, vi } from "vitest";
import { NumberField } from "./fields";

const onChange = vi.fn();
afterEach(() => {
  cleanup();
  onChange.mockClear();
});

function show(value: number | undefined, more: { whole?: boolean; zero?: boolean } = {}) {
  render(
    <IntlProvider locale="de" messages={{}}>
      <NumberField label="Grenze" placeholder="ohne" value={value} onChange={onChange} {...more} />
    </IntlProvider>,
  );
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Grenze" });
  return { field, type: (text: string) => fireEvent.change(field, { target: { value: text } }) };
}

describe("an optional number (RN-8, UI-7)", () => {
  it("is shown and read as the language writes it", () => {
    const { field, type } = show(0.5);
    expect(field.value).toBe("0,5");
    type("1,25");
    expect(onChange).toHaveBeenLastCalledWith(1.25);
  });

  it("takes points between thousands for what they are: 20.000 is no 20", () => {
    const { type } = show(undefined, { whole: true });
    type("20.000");
    expect(onChange).toHaveBeenLastCalledWith(20_000);
  });

  it("a slip of the finger lifts no limit; only an empty field does", () => {
    const { field, type } = show(5);
    for (const text of ["5 $", "x", "-1", "0"]) {
      type(text);
      expect(field.getAttribute("aria-invalid"), text).toBe("true");
    }
    expect(onChange).not.toHaveBeenCalled();
    type("");
    expect(onChange).toHaveBeenLastCalledWith(undefined);
    expect(field.getAttribute("aria-invalid")).toBeNull();
  });

  it("0 is a value where it makes sense", () => {
    const { type } = show(1, { zero: true });
    type("0");
    expect(onChange).toHaveBeenLastCalledWith(0);
  });
});
