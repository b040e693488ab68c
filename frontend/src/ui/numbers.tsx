"use client";

import { useFormatter, useTranslations } from "use-intl";

/** Numbers as the person's language writes them. */
export function useNumbers() {
  const format = useFormatter();
  const t = useTranslations("run");
  return {
    score: (value: number) => format.number(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    count: (value: number) => format.number(value),
    cost: (value: number | null | undefined) =>
      value === null || value === undefined
        ? t("unknownCost")
        : format.number(value, {
            style: "currency",
            currency: "USD",
            maximumFractionDigits: value < 0.1 ? 3 : 2,
          }),
  };
}

/** A score on its ruler, with the threshold as a tick. */
export function Score({ value, threshold, large }: { value: number; threshold: number; large?: boolean }) {
  const numbers = useNumbers();
  const t = useTranslations("run.step");
  const label = t("score", { score: numbers.score(value), threshold: numbers.score(threshold) });
  return (
    <span className="score">
      <span
        className={value >= threshold ? "ruler ok" : "ruler"}
        style={{ "--v": value, "--th": threshold, ...(large ? { width: 80 } : {}) } as React.CSSProperties}
        role="img"
        aria-label={label}
      >
        <i />
      </span>
      <b>
        {numbers.score(value)}
        <span>/10</span>
      </b>
    </span>
  );
}

const MOST_PIPS = 10;

/** Filled of limit, as dots. */
export function Pips({ filled, limit }: { filled: number; limit: number }) {
  if (limit > MOST_PIPS) return null;
  return (
    <span className="pips" aria-hidden="true">
      {Array.from({ length: limit }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pips are told apart by place alone
        <i key={i} className={i < filled ? "on" : undefined} />
      ))}
    </span>
  );
}
