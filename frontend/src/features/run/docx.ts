import {
  BorderStyle,
  convertMillimetersToTwip,
  Document,
  ExternalHyperlink,
  HeadingLevel,
  LevelFormat,
  Packer,
  Paragraph,
  type ParagraphChild,
  ShadingType,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from "docx";
import type { ListItem, Nodes, PhrasingContent, Root, RootContent, Table as TableNode } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";

const HEADINGS = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
] as const;
const ORDERED = "ordered";
const LEVELS = 9;
const DEEPEST = LEVELS - 1;
const INDENT = convertMillimetersToTwip(7);
/** Latin letters in Calibri, Chinese ones in a font that Word has on every system. */
const FONT = { ascii: "Calibri", hAnsi: "Calibri", cs: "Calibri", eastAsia: "Microsoft YaHei" };
const CODE_FONT = "Consolas";

type Style = { bold?: boolean; italics?: boolean; strike?: boolean };
type Block = Paragraph | Table;
/** Where a block stands: in how many quotes, in which list. */
type Place = { quotes: number; depth: number; lists: { count: number } };

/** What XML cannot hold would make the whole file unreadable. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is to be removed
const clean = (text: string) => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");

const run = (text: string, style: Style = {}) => new TextRun({ text: clean(text), ...style });

function inline(nodes: readonly PhrasingContent[], style: Style = {}): ParagraphChild[] {
  return nodes.flatMap((node): ParagraphChild[] => {
    switch (node.type) {
      case "text":
        return [run(node.value.replace(/\n/g, " "), style)];
      case "strong":
        return inline(node.children, { ...style, bold: true });
      case "emphasis":
        return inline(node.children, { ...style, italics: true });
      case "delete":
        return inline(node.children, { ...style, strike: true });
      case "inlineCode":
        return [new TextRun({ text: clean(node.value), font: CODE_FONT, ...style })];
      case "break":
        return [new TextRun({ break: 1 })];
      case "link":
        return [new ExternalHyperlink({ link: node.url, children: inline(node.children, style) })];
      case "image":
        return [new ExternalHyperlink({ link: node.url, children: [run(node.alt || node.url, style)] })];
      case "footnoteReference":
        return [new TextRun({ text: clean(node.label ?? node.identifier), superScript: true })];
      default:
        return [run(plain(node), style)];
    }
  });
}

/** The text of a node without its marks. */
function plain(node: Nodes): string {
  if ("value" in node) return node.value;
  return "children" in node ? node.children.map(plain).join("") : "";
}

const indentOf = ({ quotes, depth }: Place) => ({ indent: { left: INDENT * (quotes + depth) } });

function code(value: string, place: Place): Paragraph {
  const lines = clean(value).split("\n");
  const children = lines.map((text, i) => new TextRun({ text, font: CODE_FONT, break: i > 0 ? 1 : 0 }));
  return new Paragraph({
    children,
    shading: { type: ShadingType.CLEAR, fill: "F1F5F9" },
    ...indentOf(place),
  });
}

function item(node: ListItem, ordered: boolean, instance: number, place: Place): Block[] {
  const [first, ...rest] = node.children;
  const level = Math.min(place.depth, DEEPEST);
  const mark = ordered ? { numbering: { reference: ORDERED, level, instance } } : { bullet: { level } };
  const box = typeof node.checked === "boolean" ? [run(node.checked ? "☑ " : "☐ ")] : [];
  const inner = { ...place, depth: place.depth + 1 };
  if (first?.type === "paragraph") {
    const line = new Paragraph({ children: [...box, ...inline(first.children)], ...mark });
    return [line, ...blocks(rest, inner)];
  }
  return [new Paragraph({ children: box, ...mark }), ...blocks(node.children, inner)];
}

function table(node: TableNode): Table {
  const rows = node.children.map(
    (row, i) =>
      new TableRow({
        tableHeader: i === 0,
        children: row.children.map(
          (cell) =>
            new TableCell({
              margins: { left: 100, right: 100, top: 40, bottom: 40 },
              children: [new Paragraph({ children: inline(cell.children, i === 0 ? { bold: true } : {}) })],
            }),
        ),
      }),
  );
  return new Table({ rows, width: { size: 100, type: WidthType.PERCENTAGE } });
}

function blocks(nodes: readonly RootContent[], place: Place): Block[] {
  return nodes.flatMap((node): Block[] => {
    switch (node.type) {
      case "heading":
        return [new Paragraph({ heading: HEADINGS[node.depth - 1], children: inline(node.children) })];
      case "paragraph":
        return [
          new Paragraph({ children: inline(node.children), spacing: { after: 160 }, ...indentOf(place) }),
        ];
      case "blockquote":
        return blocks(node.children, { ...place, quotes: place.quotes + 1 });
      case "list": {
        place.lists.count += 1;
        const instance = place.lists.count;
        return node.children.flatMap((child) => item(child, node.ordered ?? false, instance, place));
      }
      case "code":
        return [code(node.value, place)];
      case "table":
        return [table(node), new Paragraph({})];
      case "thematicBreak":
        return [
          new Paragraph({ border: { bottom: { style: BorderStyle.SINGLE, size: 6, color: "CBD5E1" } } }),
        ];
      case "definition":
        return [];
      case "footnoteDefinition":
        return [new Paragraph({ children: [run(`${node.identifier} ${plain(node)}`)] })];
      default: {
        const text = plain(node).trim();
        return text ? [new Paragraph({ children: [run(text)] })] : [];
      }
    }
  });
}

const levels = Array.from({ length: LEVELS }, (_, level) => ({
  level,
  format: LevelFormat.DECIMAL,
  text: `%${level + 1}.`,
  style: { paragraph: { indent: { left: INDENT * (level + 1), hanging: INDENT } } },
}));

/** The Markdown text as a Word document; everything that GitHub's Markdown can say is carried over. */
export async function docxOf(markdown: string, title: string): Promise<Blob> {
  const tree: Root = unified().use(remarkParse).use(remarkGfm).parse(markdown);
  const document = new Document({
    title: clean(title),
    creator: "CouncilOS",
    styles: { default: { document: { run: { font: FONT, size: 22 } } } },
    numbering: { config: [{ reference: ORDERED, levels }] },
    sections: [{ children: blocks(tree.children, { quotes: 0, depth: 0, lists: { count: 0 } }) }],
  });
  return Packer.toBlob(document);
}
