import { type DiffPart, diffWords } from "./diff";

export type Section = { title: string; text: string };

/** A result by its headings; what stands before the first is the introduction (title ""). */
export function sectionsOf(markdown: string): Section[] {
  const sections: Section[] = [];
  let current: Section = { title: "", text: "" };
  let fenced = false;
  for (const line of markdown.split("\n")) {
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
    const heading = fenced ? null : /^#{1,6}\s+(.*?)\s*#*\s*$/.exec(line);
    if (heading) {
      sections.push(current);
      current = { title: heading[1] ?? "", text: "" };
    } else current.text += `${line}\n`;
  }
  sections.push(current);
  return sections
    .map((section) => ({ ...section, text: section.text.trim() }))
    .filter((section) => section.text !== "" || section.title !== "");
}

export type ComparedSection = {
  title: string;
  state: "same" | "different" | "onlyA" | "onlyB";
  /** The section's text on each side; marked parts differ. Null where it is missing. */
  a: DiffPart[] | null;
  b: DiffPart[] | null;
};

const whole = (text: string): DiffPart[] => [{ kind: "same", text }];

/** Sections with the same heading side by side, in the order of A, then what only B has. */
export function compareResults(a: string, b: string, language: string): ComparedSection[] {
  const left = sectionsOf(a);
  const right = sectionsOf(b);
  const rest = [...right];
  const compared = left.map((section): ComparedSection => {
    const at = rest.findIndex((other) => other.title.toLowerCase() === section.title.toLowerCase());
    const [match] = at >= 0 ? rest.splice(at, 1) : [];
    if (!match) return { title: section.title, state: "onlyA", a: whole(section.text), b: null };
    if (match.text === section.text) {
      return { title: section.title, state: "same", a: whole(section.text), b: whole(match.text) };
    }
    const { parts } = diffWords(section.text, match.text, language);
    return {
      title: section.title,
      state: "different",
      a: parts.filter((part) => part.kind !== "added"),
      b: parts.filter((part) => part.kind !== "removed"),
    };
  });
  const only = rest.map(
    (section): ComparedSection => ({ title: section.title, state: "onlyB", a: null, b: whole(section.text) }),
  );
  return [...compared, ...only];
}
