/** Test support: a Word document from the XML of its body and the parts around it. */
import { strToU8, zipSync } from "fflate";

const NAMESPACES = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
].join(" ");
const RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

export type DocxParts = { header?: string; footer?: string; styles?: string; links?: Record<string, string> };

/** `body`, `header` and `footer` are WordprocessingML without the root; `styles` is the inside of `w:styles`. */
export function makeDocx(body: string, parts: DocxParts = {}): Buffer {
  const root = (name: string, inside: string) =>
    strToU8(`<?xml version="1.0" encoding="UTF-8"?><w:${name} ${NAMESPACES}>${inside}</w:${name}>`);
  const around = (["header", "footer", "styles"] as const).filter((name) => parts[name] !== undefined);
  const relations = [
    ...around.map((name) => `<Relationship Id="${name}" Type="${RELATION}/${name}" Target="${name}1.xml"/>`),
    ...Object.entries(parts.links ?? {}).map(
      ([id, url]) => `<Relationship Id="${id}" Type="${RELATION}/hyperlink" Target="${url}" TargetMode="External"/>`,
    ),
  ];
  const rels = (inside: string) =>
    strToU8(`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`);
  const rootOf = { header: "hdr", footer: "ftr", styles: "styles" } as const;
  return Buffer.from(
    zipSync({
      "[Content_Types].xml": strToU8('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
      "_rels/.rels": rels(`<Relationship Id="main" Type="${RELATION}/officeDocument" Target="word/document.xml"/>`),
      "word/document.xml": root("document", `<w:body>${body}</w:body>`),
      "word/_rels/document.xml.rels": rels(relations.join("")),
      ...Object.fromEntries(around.map((name) => [`word/${name}1.xml`, root(rootOf[name], parts[name] ?? "")])),
    }),
  );
}

/** A paragraph of one run; `format` is the inside of its `w:rPr`. */
export function wordParagraph(text: string, format = ""): string {
  return `<w:p><w:r><w:rPr>${format}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}
