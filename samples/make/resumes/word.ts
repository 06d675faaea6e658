/** A résumé as a Word document: contact in the page's header, the career in paragraphs, skills in a table. */
import { strToU8, zipSync } from "fflate";
import type { Applicant } from "./people.ts";

const W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml";
/** A fixed time for the parts of the ZIP file keeps the bytes the same. */
const MADE = new Date(2026, 4, 12);

export async function word(person: Applicant): Promise<Buffer> {
  const body = [
    paragraph(person.name, { bold: true, size: 28 }),
    paragraph(person.title, { size: 14 }),
    heading("Profile"),
    paragraph(person.summary),
    heading("Experience"),
    ...person.jobs.flatMap((job) => [
      paragraph(`${job.title}, ${job.employer}, ${job.place}\t${job.period}`, { bold: true }),
      ...job.did.map((line) => paragraph(`• ${line}`)),
    ]),
    heading("Education"),
    ...person.education.map(({ degree, school, period }) => paragraph(`${degree}, ${school}, ${period}`)),
    table([
      ["Skills", person.skills.join(", ")],
      ["Languages", person.languages.join(", ")],
      ["Certificates", person.certificates.join("; ")],
    ]),
  ].join("");
  const header = paragraph(`${person.email}  |  ${person.phone}  |  ${person.place}`);
  const parts = {
    "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${WORD}.document.main+xml"/><Override PartName="/word/header1.xml" ContentType="${WORD}.header+xml"/></Types>`,
    "_rels/.rels": relations(["rId1", "officeDocument", "word/document.xml"]),
    "word/_rels/document.xml.rels": relations(["rId1", "header", "header1.xml"]),
    "word/header1.xml": `<w:hdr xmlns:w="${W}">${header}</w:hdr>`,
    "word/document.xml": `<w:document xmlns:w="${W}" xmlns:r="${R}"><w:body>${body}<w:sectPr><w:headerReference w:type="default" r:id="rId1"/><w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:body></w:document>`,
  };
  const files = Object.entries(parts).map(([name, xml]) => [
    name,
    strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`),
  ]);
  return Buffer.from(zipSync(Object.fromEntries(files), { mtime: MADE }));
}

function relations(...list: [id: string, type: string, target: string][]): string {
  const each = list.map(([id, type, target]) => `<Relationship Id="${id}" Type="${R}/${type}" Target="${target}"/>`);
  return `<Relationships xmlns="${PACKAGE}/relationships">${each.join("")}</Relationships>`;
}

function paragraph(text: string, { bold = false, size = 11 } = {}): string {
  const format = `<w:rPr>${bold ? "<w:b/>" : ""}<w:sz w:val="${size * 2}"/></w:rPr>`;
  const runs = text.split("\t").map((part) => `<w:r>${format}<w:t xml:space="preserve">${escaped(part)}</w:t></w:r>`);
  return `<w:p>${runs.join("<w:r><w:tab/></w:r>")}</w:p>`;
}

const heading = (text: string) => paragraph(text, { bold: true, size: 14 });

function table(rows: readonly (readonly [string, string])[]): string {
  const cell = (inside: string, width: number) => `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr>${inside}</w:tc>`;
  const lines = rows.map(([name, text]) => `<w:tr>${cell(paragraph(name, { bold: true }), 2200)}${cell(paragraph(text), 7000)}</w:tr>`);
  return `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="2200"/><w:gridCol w:w="7000"/></w:tblGrid>${lines.join("")}</w:tbl>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign);
}
