/** Renders a persona's résumé as WordprocessingML: header, text box, tables, hyperlinks. */
import { strToU8, zipSync } from "fflate";
import type { Block, Content, Item, Part } from "./content.ts";
import type { Layout, Persona, Style } from "./persona.ts";

const W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const SPACES = [
  `xmlns:w="${W}" xmlns:r="${R}"`,
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
].join(" ");
/** A fixed time for the parts of the ZIP file keeps the bytes the same. */
const MADE = new Date(2026, 4, 12);
/** Spacing between the letters of a name, in twentieths of a point. */
const WIDE = 80;

export function toDocx(persona: Persona, layout: Layout, style: Style, content: Content): Buffer {
  const set = setter(persona, style);
  const headed = layout === "page-header";
  const mail = content.contact.some(isLinked) ? `mailto:${persona.email}` : null;
  const rels: Relation[] = [
    ...(headed ? ([["header", "header", "header1.xml"]] as const) : []),
    ...(mail === null ? [] : ([["mail", "hyperlink", mail]] as const)),
  ];
  const body = BODIES[layout](content, set, persona);
  const reference = headed ? '<w:headerReference w:type="default" r:id="header"/>' : "";
  const page = `<w:sectPr>${reference}<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="567" w:footer="567" w:gutter="0"/></w:sectPr>`;
  const parts: Record<string, string> = {
    "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${WORD}.document.main+xml"/><Override PartName="/word/header1.xml" ContentType="${WORD}.header+xml"/></Types>`,
    "_rels/.rels": relations([["main", "officeDocument", "word/document.xml"]]),
    "word/_rels/document.xml.rels": relations(rels),
    "word/_rels/header1.xml.rels": relations(rels),
    "word/header1.xml": `<w:hdr ${SPACES}>${headed ? contactLine(content, set) : ""}</w:hdr>`,
    "word/document.xml": `<w:document ${SPACES}><w:body>${body}${page}</w:body></w:document>`,
  };
  const files = Object.entries(parts).map(([name, xml]) => [
    name,
    strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`),
  ]);
  return Buffer.from(zipSync(Object.fromEntries(files), { mtime: MADE }));
}

type Look = { bold?: boolean; sizePt?: number; colour?: string; wide?: boolean; shade?: string };
/** A paragraph of runs, in the persona's direction. */
type Setter = { paragraph(runs: string | readonly string[], look?: Look): string; run(text: string, look?: Look): string; accent: string };

function setter({ direction, lang }: Persona, { accent }: Style): Setter {
  const right = direction === "rtl";
  const run = (text: string, { bold = false, sizePt = 10.5, colour, wide = false }: Look = {}) => {
    const rtl = right && /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text);
    const format = `${bold ? "<w:b/>" : ""}${colour === undefined ? "" : `<w:color w:val="${colour.slice(1)}"/>`}${wide ? `<w:spacing w:val="${WIDE}"/>` : ""}<w:sz w:val="${sizePt * 2}"/>${rtl ? "<w:rtl/>" : ""}<w:lang w:val="${lang}"/>`;
    const texts = text.split("\t").map((part) => `<w:t xml:space="preserve">${escaped(part)}</w:t>`);
    return `<w:r><w:rPr>${format}</w:rPr>${texts.join("<w:tab/>")}</w:r>`;
  };
  return {
    accent,
    run,
    paragraph(runs, look = {}) {
      const shade = look.shade === undefined ? "" : `<w:shd w:val="clear" w:color="auto" w:fill="${look.shade.slice(1)}"/>`;
      return `<w:p><w:pPr>${shade}${right ? "<w:bidi/>" : ""}</w:pPr>${typeof runs === "string" ? run(runs, look) : runs.join("")}</w:p>`;
    },
  };
}

type Body = (content: Content, set: Setter, persona: Persona) => string;
const plain: Body = (content, set) => head(content, set) + content.parts.map((part) => section(part, set)).join("");

const BODIES: Record<Layout, Body> = {
  "one-column": (content, set) => head(content, set) + contactLine(content, set) + content.parts.map((part) => section(part, set)).join(""),
  sidebar: (content, set, { headings }) => {
    const aside = content.parts.filter(({ kind }) => kind === "skills" || kind === "languages");
    const white = { colour: "#ffffff" };
    const contact =
      set.paragraph(headings.contact, { bold: true, sizePt: 12.5, ...white }) +
      content.contact.map((item) => set.paragraph(contactRuns(item, set, white))).join("");
    const main = content.parts.filter((part) => !aside.includes(part));
    return table([
      [
        { inside: contact + aside.map((part) => section(part, set, white)).join(""), width: 3400, fill: set.accent },
        { inside: head(content, set) + main.map((part) => section(part, set)).join(""), width: 6200 },
      ],
    ]);
  },
  table: (content, set) => {
    const row = (label: string, inside: string) => [
      { inside: set.paragraph(label, { bold: true }), width: 2300 },
      { inside, width: 7300 },
    ];
    const contact = content.contact.map((item) => set.paragraph(contactRuns(item, set))).join("");
    const parts = content.parts.map((part) => row(part.heading, part.blocks.map((each) => block(each, set)).join("")));
    return table([[{ inside: head(content, set), width: 9600, span: 2 }], row("", contact), ...parts]);
  },
  banner: (content, set) =>
    head(content, set, { colour: "#ffffff", shade: set.accent }) +
    contactLine(content, set) +
    content.parts.map((part) => section(part, set)).join(""),
  "page-header": plain,
  "text-box": (content, set, persona) =>
    set.paragraph([textBox(content.contact.map((item) => set.paragraph(contactRuns(item, set))).join(""))]) + plain(content, set, persona),
};

function head({ nameLines, spaced, title }: Content, set: Setter, look: Look = {}): string {
  const names = nameLines.map((name) => set.paragraph(name, { bold: true, sizePt: 24, wide: spaced, colour: set.accent, ...look }));
  return names.join("") + set.paragraph(title, { sizePt: 13, ...look });
}

function contactLine(content: Content, set: Setter): string {
  const runs = content.contact.flatMap((item, index) =>
    index === 0 ? contactRuns(item, set) : [set.run("  |  "), ...contactRuns(item, set)],
  );
  return set.paragraph(runs);
}

const isLinked = ({ kind, label }: Item) => kind === "email" && /\p{L}/u.test(label);

function contactRuns(item: Item, set: Setter, look: Look = {}): string[] {
  const value = set.run(item.text, look);
  const label = item.label === "" ? [] : [set.run(`${item.label} `, look)];
  return [...label, isLinked(item) ? `<w:hyperlink r:id="mail">${value}</w:hyperlink>` : value];
}

function section({ heading, blocks }: Part, set: Setter, look: Look = {}): string {
  return (
    set.paragraph(heading, { bold: true, sizePt: 12.5, colour: set.accent, ...look }) +
    blocks.map((each) => block(each, set, look)).join("")
  );
}

function block({ title, aside, lines }: Block, set: Setter, look: Look = {}): string {
  const top = title === "" ? "" : set.paragraph(`${title}\t${aside}`, { bold: true, ...look });
  const mark = lines.length === 1 && title === "" ? "" : "• ";
  return top + lines.map((text) => set.paragraph(mark + text, look)).join("");
}

type Cell = { inside: string; width: number; span?: number; fill?: string };

function table(rows: readonly (readonly Cell[])[]): string {
  const cell = ({ inside, width, span, fill }: Cell) =>
    `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${span === undefined ? "" : `<w:gridSpan w:val="${span}"/>`}${fill === undefined ? "" : `<w:shd w:val="clear" w:color="auto" w:fill="${fill.slice(1)}"/>`}</w:tcPr>${inside}</w:tc>`;
  const widths = (rows.at(-1) ?? []).map(({ width }) => `<w:gridCol w:w="${width}"/>`);
  return `<w:tbl><w:tblPr/><w:tblGrid>${widths.join("")}</w:tblGrid>${rows.map((row) => `<w:tr>${row.map(cell).join("")}</w:tr>`).join("")}</w:tbl>`;
}

/** As Word writes it: the shape, and a copy for readers from before 2010. */
function textBox(inside: string): string {
  const content = `<w:txbxContent>${inside}</w:txbxContent>`;
  const shape = `<wp:anchor simplePos="0" relativeHeight="1" behindDoc="0" locked="0" layoutInCell="1" allowOverlap="1"><wp:extent cx="2600000" cy="900000"/><wp:docPr id="1" name="Text Box 1"/><a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp><wps:cNvSpPr txBox="1"/><wps:spPr/><wps:txbx>${content}</wps:txbx><wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:anchor>`;
  return `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>${shape}</w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape><v:textbox>${content}</v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>`;
}

type Relation = readonly [id: string, type: string, target: string];

function relations(list: readonly Relation[]): string {
  const each = list.map(
    ([id, type, target]) =>
      `<Relationship Id="${id}" Type="${R}/${type}" Target="${target}"${type === "hyperlink" ? ' TargetMode="External"' : ""}/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${each.join("")}</Relationships>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign);
}
