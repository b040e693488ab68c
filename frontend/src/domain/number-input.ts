/** The signs that a language writes between thousands and before decimals. */
function signsOf(language: string): { group: string; decimal: string } {
  const parts = new Intl.NumberFormat(language, { useGrouping: true }).formatToParts(12_345.6);
  const sign = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return { group: sign("group"), decimal: sign("decimal") };
}

const GROUPED = /^[1-9]\d{0,2}([.,'’\s]\d{3})+$/;

/**
 * A number as people write it: 0,5 or 0.5; 20.000, 20,000 or 20 000. Undefined for nothing at all, null
 * for what cannot be read. Only `1.000` is told by the language: one or a thousand.
 */
export function readNumber(text: string, language: string, whole = false): number | undefined | null {
  const typed = text.trim();
  if (typed === "") return undefined;
  const { group, decimal } = signsOf(language);
  const groupsOnly =
    GROUPED.test(typed) && (whole || !typed.includes(decimal) || typed.split(decimal).length > 2);
  const plain = groupsOnly
    ? typed.replace(/[.,'’\s]/g, "")
    : typed.includes(group) && typed.includes(decimal)
      ? typed.replaceAll(group, "").replace(decimal, ".")
      : typed.replace(",", ".");
  if (!/^\d*\.?\d+$|^\d+\.$/.test(plain)) return null;
  const value = Number(plain);
  return whole && !Number.isInteger(value) ? null : value;
}

/** A number as it stands in a field: with the language's decimal sign, without signs between thousands. */
export function shownNumber(value: number, language: string): string {
  return new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 20 }).format(value);
}
