// @vitest-environment jsdom
import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { IntlProvider } from "use-intl";
import { describe, expect, it } from "vitest";
import { ApiError, NetworkError } from "@/api/client";
import de from "@/i18n/messages/de.json";
import zh from "@/i18n/messages/zh.json";
import { useErrorText } from "./error-text";

const languages = { de, zh };

function said(error: unknown, language: keyof typeof languages = "de"): string {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <IntlProvider locale={language} messages={languages[language]}>
      {children}
    </IntlProvider>
  );
  return renderHook(useErrorText, { wrapper }).result.current(error);
}

const detail = "English words of the server.";

describe("what went wrong, in the person's language (UI-7)", () => {
  it.each([
    [409, { code: "conflict", detail }, de.errors.conflict],
    [413, { code: "too_large", limit_bytes: 5 * 1024 * 1024, detail }, /höchstens 5.MB/],
    [503, { code: "missing_setting", variable: "TAVILY_API_KEY", detail }, /TAVILY_API_KEY/],
    [500, { code: "internal", id: "a1b2", detail }, /a1b2/],
    [400, { code: "unreadable_document", reason: "no_text", detail }, de.run.unreadable.no_text],
    [502, { code: "provider", cause: "auth", model: "gpt-4o", detail }, /Zugang zu gpt-4o/],
  ])("%i %o", (status, body, words) => {
    expect(said(new ApiError(status, body))).toMatch(words);
    expect(said(new ApiError(status, body), "zh")).not.toContain(detail);
  });

  it("adds the server's sentence only where it names a fact", () => {
    const errors = [{ path: "/nodes/0", code: "unheard_of", severity: "error", message: detail, hint: "" }];
    expect(said(new ApiError(422, { code: "invalid_input", detail, errors }))).toBe(
      `${de.errors.invalid_input} ${detail}`,
    );
    const known = [{ ...errors[0], code: "no_nodes" }];
    expect(said(new ApiError(422, { code: "invalid_blueprint", detail, errors: known }))).toBe(
      `${de.errors.invalid_blueprint} ${de.problems.no_nodes.message}`,
    );
  });

  it("knows what to say when nothing is known", () => {
    expect(said(new NetworkError())).toBe(de.failure.network);
    expect(said(new Error("x"))).toBe(de.failure.unknown);
    expect(said(new ApiError(418, { code: "teapot", detail }))).toBe(`${de.failure.unknown} ${detail}`);
  });
});
