/** Test support: small Office and OpenDocument files, and mails, from what they are to hold. */
import { strToU8, type Zippable, zipSync } from "fflate";

const RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const xml = (inside: string) => strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${inside}`);
const relations = (inside: string) =>
  xml(`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`);
const relation = (id: string, type: string, target: string, more = "") =>
  `<Relationship Id="${id}" Type="${RELATION}/${type}" Target="${target}"${more}/>`;

function officeFile(main: string, files: Zippable): Buffer {
  return Buffer.from(
    zipSync({
      "[Content_Types].xml": xml('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
      "_rels/.rels": relations(relation("main", "officeDocument", main)),
      ...files,
    }),
  );
}

/** `xml`: rows of SpreadsheetML. `state`: such as `hidden`. `before`: what stands before the rows. */
export type MadeSheet = { name: string; rows: string; state?: string; before?: string };
/** `formats`: number formats, which styles 1, 2 … have. `strings`: shared ones. `more`: further parts. */
export type XlsxParts = { formats?: string[]; strings?: string[]; more?: Zippable; external?: string };

export function makeXlsx(sheets: MadeSheet[], { formats = [], strings = [], more = {}, external }: XlsxParts = {}): Buffer {
  const styles = `<styleSheet><numFmts>${formats.map((code, i) => `<numFmt numFmtId="${200 + i}" formatCode="${escapedXml(code)}"/>`).join("")}</numFmts>
    <fonts><font/><font><b/></font></fonts><cellXfs><xf numFmtId="0"/>${formats.map((_, i) => `<xf numFmtId="${200 + i}"/>`).join("")}</cellXfs></styleSheet>`;
  const listed = sheets.map(
    ({ name, state }, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="s${i}"${state ? ` state="${state}"` : ""}/>`,
  );
  const links = external === undefined ? "" : relation("x", "externalLinkPath", external, ' TargetMode="External"');
  return officeFile("xl/workbook.xml", {
    "xl/workbook.xml": xml(`<workbook xmlns:r="${RELATION}"><sheets>${listed.join("")}</sheets></workbook>`),
    "xl/_rels/workbook.xml.rels": relations(
      sheets.map((_, i) => relation(`s${i}`, "worksheet", `worksheets/sheet${i + 1}.xml`)).join("") +
        relation("st", "styles", "styles.xml") +
        relation("ss", "sharedStrings", "sharedStrings.xml") +
        links,
    ),
    "xl/styles.xml": xml(styles),
    "xl/sharedStrings.xml": xml(`<sst>${strings.map((text) => `<si><t>${escapedXml(text)}</t></si>`).join("")}</sst>`),
    ...Object.fromEntries(sheets.map(({ rows, before = "" }, i) => [`xl/worksheets/sheet${i + 1}.xml`, xml(sheetXml(before, rows))])),
    ...more,
  });
}

const sheetXml = (before: string, rows: string) => `<worksheet>${before}<sheetData>${rows}</sheetData></worksheet>`;

/** Rows of texts, empty ones left out. */
export function textRows(rows: readonly (readonly string[])[]): string {
  return rows
    .map(
      (cells, r) => `<row r="${r + 1}">${cells.map((text, c) => textCell(text, `${String.fromCharCode(65 + c)}${r + 1}`)).join("")}</row>`,
    )
    .join("");
}

const textCell = (text: string, at: string) => (text === "" ? "" : `<c r="${at}" t="inlineStr"><is><t>${escapedXml(text)}</t></is></c>`);

/** `boxes`: text boxes with their places in inches. */
export function makePptx(slides: { text: string; left: number; top: number; height?: number }[][]): Buffer {
  const emu = (inches: number) => Math.round(inches * 914_400);
  const box = ({ text, left, top, height = 0.5 }: (typeof slides)[number][number]) =>
    `<p:sp><p:spPr><a:xfrm><a:off x="${emu(left)}" y="${emu(top)}"/><a:ext cx="${emu(3)}" cy="${emu(height)}"/></a:xfrm></p:spPr><p:txBody>${text
      .split("\n")
      .map((line) => `<a:p><a:r><a:t>${escapedXml(line)}</a:t></a:r></a:p>`)
      .join("")}</p:txBody></p:sp>`;
  return officeFile("ppt/presentation.xml", {
    "ppt/presentation.xml": xml(
      `<p:presentation xmlns:r="${RELATION}"><p:sldIdLst>${slides.map((_, i) => `<p:sldId r:id="s${i}"/>`).join("")}</p:sldIdLst></p:presentation>`,
    ),
    "ppt/_rels/presentation.xml.rels": relations(slides.map((_, i) => relation(`s${i}`, "slide", `slides/slide${i + 1}.xml`)).join("")),
    ...Object.fromEntries(
      slides.map((boxes, i) => [
        `ppt/slides/slide${i + 1}.xml`,
        xml(`<p:sld><p:cSld><p:spTree>${boxes.map(box).join("")}</p:spTree></p:cSld></p:sld>`),
      ]),
    ),
  });
}

/** `kind`: `text` or `spreadsheet`; `body`: the XML inside of it. */
export function makeOpenDocument(kind: "text" | "spreadsheet", body: string, styles = ""): Buffer {
  const content = `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`;
  return Buffer.from(
    zipSync({
      mimetype: [strToU8(`application/vnd.oasis.opendocument.${kind}`), { level: 0 }],
      "content.xml": xml(content),
    }),
  );
}

/** `head`: lines of the head besides those of MIME. */
export function makeEml(head: string[], body: string, attachments: { name: string; type: string; bytes: Uint8Array }[] = []): Buffer {
  const parts = attachments.map(
    ({ name, type, bytes }) =>
      `--b\r\nContent-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${(
        Buffer.from(bytes).toString("base64").match(LINE) ?? []
      ).join("\r\n")}\r\n`,
  );
  const text = `--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${body}\r\n`;
  return Buffer.from(
    [...head, "MIME-Version: 1.0", 'Content-Type: multipart/mixed; boundary="b"', "", `${text + parts.join("")}--b--\r\n`].join("\r\n"),
  );
}

const LINE = /.{1,76}/g;
const SPECIAL = /[&<>"]/g;

function escapedXml(text: string): string {
  return text.replace(SPECIAL, (sign) => `&#${sign.charCodeAt(0)};`);
}
