import { deflateSync } from "node:zlib";
import { AFRelationship, PDFDocument, PDFName } from "@cantoo/pdf-lib";
import { describe, expect, test } from "vitest";
import { attachedXml } from "#documents/pdf/attached-files.ts";
import { sharedReader } from "../support/reader.ts";

const CII =
  '<r:CrossIndustryInvoice xmlns:r="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"><r:ID>1</r:ID></r:CrossIndustryInvoice>';

async function pdfWith(files: readonly { name: string; bytes: Uint8Array }[]): Promise<PDFDocument> {
  const pdf = await PDFDocument.create();
  pdf.addPage().drawText("Invoice 4711 of the page that people read");
  for (const { name, bytes } of files) {
    await pdf.attach(bytes, name, { mimeType: "text/xml", afRelationship: AFRelationship.Alternative });
  }
  return pdf;
}

const bytesOf = async (pdf: PDFDocument) => Buffer.from(await pdf.save());
const read = (bytes: Buffer) => sharedReader().read(bytes, {}, AbortSignal.timeout(60_000));
const textOf = (document: Awaited<ReturnType<typeof read>>) =>
  document.pages.flatMap(({ lines }) => lines.map(({ text }) => text)).join(" ");

describe("files inside of a PDF", () => {
  test("the XML ones are taken out, whatever their names, and others are not", async () => {
    const pdf = await pdfWith([
      { name: "Rechnung.xml", bytes: Buffer.from(CII) },
      { name: "photo.jpg", bytes: Buffer.from("x") },
    ]);
    expect((await attachedXml(await bytesOf(pdf), null)).map(({ name }) => name)).toEqual(["Rechnung.xml"]);
  });

  test("an e-invoice is read after the pages and not counted among them, whatever pages are asked for", async () => {
    const bytes = await bytesOf(await pdfWith([{ name: "factur-x.xml", bytes: Buffer.from(CII) }]));
    const document = await sharedReader().read(bytes, { pages: [1] }, AbortSignal.timeout(60_000));
    expect(document).toMatchObject({ pageCount: 1, structured: { format: "Factur-X" } });
    expect(document.pages.map(({ number, part }) => [number, part])).toEqual([
      [1, undefined],
      [2, "factur-x.xml"],
    ]);
    const picture = await sharedReader().renderPage(bytes, { page: 2, widthPx: 600 }, AbortSignal.timeout(60_000));
    expect(picture.subarray(1, 4).toString()).toBe("PNG");
  });
});

describe("F28: hostile files inside of a PDF leave its pages as they are", () => {
  test("a bomb of 500 MB, and noise, are a warning", async () => {
    const pdf = await pdfWith([{ name: "factur-x.xml", bytes: Buffer.from("placeholder") }]);
    await pdf.flush();
    const bomb = deflateSync(Buffer.alloc(500_000_000, "<a>"));
    for (const [ref, object] of pdf.context.enumerateIndirectObjects()) {
      if (!("dict" in object) || !String(object.dict).includes("EmbeddedFile")) continue;
      pdf.context.assign(ref, pdf.context.stream(bomb, { Type: "EmbeddedFile", Filter: PDFName.of("FlateDecode") }));
    }
    const document = await read(await bytesOf(pdf));
    expect(document.structured).toBeUndefined();
    expect(document.warnings?.map(({ code }) => code)).toEqual(["einvoice_unreadable"]);
    expect(textOf(document)).toContain("Invoice 4711");
  });

  test("of thousands of files some are looked at", async () => {
    const files = Array.from({ length: 2_000 }, (_, i) => ({ name: `${i}.xml`, bytes: Buffer.from(`<a>${i}</a>`) }));
    const document = await read(await bytesOf(await pdfWith(files)));
    expect(document.warnings ?? []).toEqual([]);
    expect(textOf(document)).toContain("Invoice 4711");
  });

  test("a file that is cut off, and one that pdf-lib does not open, are read without them", async () => {
    const bytes = await bytesOf(await pdfWith([{ name: "factur-x.xml", bytes: Buffer.from(CII) }]));
    for (const file of [bytes, Buffer.from(bytes.toString("latin1").replaceAll("trailer", "trailxr"), "latin1")]) {
      expect(textOf(await read(file))).toContain("Invoice 4711");
    }
  });
});
