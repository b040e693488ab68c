import compile from "icu-minify/compile";

const compiled = (tree) =>
  typeof tree === "string"
    ? compile(tree)
    : Object.fromEntries(Object.entries(tree).map(([key, inner]) => [key, compiled(inner)]));

/** Compiles a catalogue while the pages are built, so that no page has to carry the parser. */
export default function loader(source) {
  return `export default ${JSON.stringify(compiled(JSON.parse(source)))};`;
}
