/** Files that hold e-invoices: several of them, in an envelope, in a mail, and with files inside of them. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { PDFDocument } from "@cantoo/pdf-lib";
import { describe, expect, test } from "vitest";
import type { Schema } from "#contract/schema/field.ts";
import { parseSchema } from "#contract/schema/parse-schema.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import type { Document } from "#documents/document.ts";
import { makeEml } from "#documents/testing/make-office.ts";
import { makePdf, textAt } from "#documents/testing/make-pdf.ts";
import { localEngine } from "#engines/local/engine.ts";
import { extractValues } from "#results/extract.ts";
import { readBeside, readSample, SAMPLES } from "../../samples/list.ts";
import { fatturaLot, ublInvoice } from "../support/e-invoices.ts";
import { mutated } from "../support/mutate.ts";
import { seeded } from "../support/random.ts";
import { sharedReader } from "../support/reader.ts";

const never = new AbortController().signal;
const HEAD = [
  "From: Mia Muster <mia@example.com>",
  "To: books@example.com",
  "Date: Sat, 14 Mar 2020 09:00:00 +0000",
  "Message-ID: <1@example.com>",
  "Subject: Your invoice 0815",
];
const CII = readFileSync(path.resolve(import.meta.dirname, "../../samples/make/factur-x.xml"));
const NUMBERED: Schema = {
  fields: [
    { name: "invoice_number", type: "string" },
    { name: "invoice_date", type: "date" },
    { name: "seller_name", type: "string" },
    { name: "driver", type: "string" },
  ],
};

const mail = (...files: { name: string; bytes: Uint8Array }[]) =>
  makeEml(
    HEAD,
    "Please find the invoice attached.",
    files.map((file) => ({ ...file, type: "application/octet-stream" })),
  );
const page = (text: string) => makePdf({ pages: [textAt(60, 80, text, { size: 16 })] });
const read = (bytes: Buffer, pages?: number[]): Promise<Document> => sharedReader().read(bytes, { pages: pages ?? null }, never);
const partsOf = ({ pages }: Document) => [...new Set(pages.map(({ part }) => part ?? null))];
const codesOf = ({ warnings = [] }: Document) => warnings.map(({ code }) => code);
const textOf = ({ pages }: Document) => pages.flatMap(({ lines }) => lines.map(({ text }) => text)).join("\n");

async function valuesOf(document: Document, schema: Schema = NUMBERED) {
  return (await extractValues(localEngine, { document, schema }, never)).result;
}

async function expectDrawn(bytes: Buffer, { pages }: Document): Promise<void> {
  for (const { number } of pages) {
    const png = await sharedReader().renderPage(bytes, { page: number, widthPx: 300 }, never);
    expect(png.toString("latin1", 1, 4)).toBe("PNG");
  }
}

describe("a file of several e-invoices", () => {
  const lot = fatturaLot(["A-1", "A-2", "A-3"]);

  test("has pages of its own for each, and says which one was read and how the others are", async () => {
    const document = await read(lot);
    expect(partsOf(document)).toEqual(["FatturaElettronicaBody[1]", "FatturaElettronicaBody[2]", "FatturaElettronicaBody[3]"]);
    expect(document).toMatchObject({ pageCount: 3, structured: { format: "FatturaPA" } });
    const [warning, ...more] = document.warnings ?? [];
    expect(more).toEqual([]);
    expect(warning).toMatchObject({
      code: "einvoice_several",
      message: expect.stringMatching(/3 e-invoices.*A-1.*A-2 \(page 2\), A-3 \(page 3\)/),
    });
    const { data, warnings } = await valuesOf(document);
    expect(data).toMatchObject({ invoice_number: "A-1", invoice_date: "2026-03-01", seller_name: "Esempio Servizi SRL" });
    expect(warnings.map(({ code }) => code)).toContain("einvoice_several");
    await expectDrawn(lot, document);
  });

  test.each([2, 3])("gives each by its pages, with the head that all share: page %i", async (number) => {
    const document = await read(lot, [number]);
    expect(codesOf(document)).toEqual([]);
    const { data, fields } = await valuesOf(document);
    expect(data).toMatchObject({ invoice_number: `A-${number}`, invoice_date: `2026-03-0${number}`, seller_name: "Esempio Servizi SRL" });
    expect(fields["/invoice_number"]?.evidence[0]).toMatchObject({
      page: number,
      part: `FatturaElettronicaBody[${number}]`,
      path: `/FatturaElettronica/FatturaElettronicaBody[${number}]/DatiGenerali/DatiGeneraliDocumento/Numero`,
    });
  });

  test("never answers from another one what the first does not have", async () => {
    const second = lot.toString().replace("Servizio A-2", "Driver: Rossi");
    expect((await valuesOf(await read(Buffer.from(second)))).data.driver).toBeNull();
  });

  test("one body alone is read as ever", async () => {
    const document = await read(fatturaLot(["B-1"]));
    expect([partsOf(document), codesOf(document)]).toEqual([[null], []]);
  });

  test("may be an envelope of them, or one after the other", async () => {
    const [one, two] = [ublInvoice("U-1"), ublInvoice("U-2")];
    for (const file of [`<Batch>${one}${two}</Batch>`, `<Batch><Part>${one}</Part><Part>${two}</Part></Batch>`, `${one}\n${two}`]) {
      const document = await read(Buffer.from(file));
      expect(partsOf(document)).toEqual(["Invoice[1]", "Invoice[2]"]);
      expect(codesOf(document)).toContain("einvoice_several");
      expect((await valuesOf(document)).data.invoice_number).toBe("U-1");
      expect((await valuesOf(await read(Buffer.from(file), [2]))).data.invoice_number).toBe("U-2");
    }
  });

  test("an envelope of one, as Peppol has it, is that one", async () => {
    const file = `<StandardBusinessDocument xmlns="http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader"><StandardBusinessDocumentHeader><Sender><Identifier>0088:1</Identifier></Sender></StandardBusinessDocumentHeader>${ublInvoice("S-1")}</StandardBusinessDocument>`;
    const document = await read(Buffer.from(file));
    expect([partsOf(document), codesOf(document)]).toEqual([[null], []]);
    const { data, fields } = await valuesOf(document);
    expect(data.invoice_number).toBe("S-1");
    expect(fields["/invoice_number"]?.evidence[0]?.path).toBe("/StandardBusinessDocument/Invoice/ID");
    expect(textOf(document)).toContain("0088:1");
  });

  test("a thousand of them are read up to the limit of pages, and that is said", async () => {
    const document = await read(fatturaLot(Array.from({ length: 1_000 }, (_, i) => `C-${i}`)));
    expect(document).toMatchObject({ pageCount: 200, truncated: true });
    expect(document.warnings?.[0]?.message).toMatch(/1000 e-invoices.* 989 more\..*800 of them are beyond/);
  });
});

describe("an e-invoice in a mail", () => {
  test.each(SAMPLES.filter(({ file }) => /^(?:factur-x|xrechnung)/.test(file)))(
    "is read as when it is sent alone: $file",
    async (sample) => {
      const bytes = await readSample(sample);
      const schema = parseSchema(await readBeside(sample, "schema"), []).schema ?? NUMBERED;
      const sent = mail({ name: sample.file, bytes });
      const document = await read(sent);
      expect(document.structured).toEqual((await read(bytes)).structured);
      const { data, fields, warnings } = await valuesOf(document, schema);
      expect(data).toEqual((await valuesOf(await read(bytes), schema)).data);
      expect(warnings).toEqual([]);
      for (const { evidence } of Object.values(fields)) expect(evidence[0]?.part ?? sample.file).toContain(sample.file);
      await expectDrawn(sent, document);
    },
  );

  test("as PDF has its data behind all pages, not counted, whatever pages are asked for", async () => {
    const sent = mail({ name: "a.pdf", bytes: await readSample({ file: "factur-x.pdf" }) }, { name: "b.pdf", bytes: page("Other") });
    const document = await read(sent, [2]);
    expect(document.pageCount).toBe(3);
    expect(document.pages.map(({ number, part }) => [number, part]).slice(0, 2)).toEqual([
      [2, "a.pdf"],
      [4, "a.pdf/factur-x.xml"],
    ]);
    expect((await read(sent, [3])).structured).toBeUndefined();
  });

  test("is compared with its own print, never with the mail or with other files", async () => {
    const other = page("Invoice number FX-2026-0999   Invoice date 12/06/2026   Total TTC 384,80");
    const sent = mail({ name: "bill.xml", bytes: CII }, { name: "other.pdf", bytes: other });
    expect((await valuesOf(await read(sent))).warnings).toEqual([]);
    const print = page("Invoice number   FX-2026-0999");
    const { warnings, data } = await valuesOf(await read(mail({ name: "bill.xml", bytes: CII }, { name: "bill.pdf", bytes: print })));
    expect(warnings.map(({ code, path: at }) => [code, at])).toEqual([["print_differs", "/invoice_number"]]);
    expect(data.invoice_number).toBe("FX-2026-0117");
  });

  test("beside another one is told from it, also under the same name", async () => {
    const files = ["M-1", "M-2"].map((number) => ({ name: "invoice.xml", bytes: Buffer.from(ublInvoice(number)) }));
    const sent = mail(...files);
    const document = await read(sent);
    expect(partsOf(document)).toEqual([null, "invoice.xml", "invoice.xml (2)"]);
    expect(codesOf(document)).toEqual(["einvoice_several"]);
    expect((await valuesOf(document)).data.invoice_number).toBe("M-1");
    expect((await valuesOf(await read(sent, [3]))).data.invoice_number).toBe("M-2");
  });
});

describe("files inside of an e-invoice", () => {
  test("are further pages, named by them, from which fields are read that no term answers", async () => {
    const file = ublInvoice("F-1", [
      { name: "hours.csv", bytes: Buffer.from("Day;Hours\n2026-01-02;8") },
      { name: "C:\\temp\\delivery.pdf", bytes: page("Driver: Jean Exemple") },
    ]);
    const document = await read(Buffer.from(file));
    expect(partsOf(document)).toEqual([null, "hours.csv", "delivery.pdf"]);
    expect(document.pageCount).toBe(3);
    const { data, fields } = await valuesOf(document);
    expect(data).toMatchObject({ invoice_number: "F-1", driver: "Jean Exemple" });
    expect(fields["/driver"]?.evidence[0]).toMatchObject({ page: 3, part: "delivery.pdf" });
    await expectDrawn(Buffer.from(file), document);
  });

  test("of FatturaPA have the names that stand beside them", async () => {
    const document = await read(fatturaLot(["G-1"], { name: "ore.pdf", bytes: page("Ore 8") }));
    expect(partsOf(document)).toEqual([null, "ore.pdf"]);
  });

  test("that is in a PDF come behind its data, are not counted, and are left out where certain pages are asked for", async () => {
    const pdf = await PDFDocument.load(page("Invoice P-1"));
    const xml = Buffer.from(ublInvoice("P-1", [{ name: "delivery.pdf", bytes: page("Driver: Jean Exemple") }]));
    await pdf.attach(xml, "xrechnung.xml", { mimeType: "text/xml" });
    const bytes = Buffer.from(await pdf.save());
    const document = await read(bytes);
    expect(document.pageCount).toBe(1);
    expect(document.pages.map(({ number, part }) => [number, part ?? null])).toEqual([
      [1, null],
      [2, "xrechnung.xml"],
      [3, "xrechnung.xml/delivery.pdf"],
    ]);
    expect((await valuesOf(document)).data).toMatchObject({ invoice_number: "P-1", driver: "Jean Exemple" });
    await expectDrawn(bytes, document);
    expect((await read(bytes, [1])).pages.map(({ number }) => number)).toEqual([1, 2]);
    const sent = await read(mail({ name: "a.pdf", bytes }));
    expect(sent.pages.map(({ number, part }) => [number, part ?? null])).toEqual([
      [1, null],
      [2, "a.pdf"],
      [3, "a.pdf/xrechnung.xml/delivery.pdf"],
      [4, "a.pdf/xrechnung.xml"],
    ]);
    await expectDrawn(mail({ name: "a.pdf", bytes }), sent);
  });

  test("F28: that cannot be read, are too many or too deep are named, and the invoice is read", async () => {
    const noise = Buffer.from(Array.from({ length: 90 }, (_, i) => (i * 37) % 256));
    const many = Array.from({ length: 150 }, (_, i) => ({ name: `${i}.bin`, bytes: noise }));
    const document = await read(Buffer.from(ublInvoice("H-1", many)));
    expect(codesOf(document)).toEqual(["attachments_unread", "attachments_left_out"]);
    expect((await valuesOf(document)).data.invoice_number).toBe("H-1");

    let nested = ublInvoice("deepest");
    for (let i = 9; i > 0; i--) nested = ublInvoice(`depth ${i}`, [{ name: "in.xml", bytes: Buffer.from(nested) }]);
    const deep = await read(Buffer.from(nested));
    expect(codesOf(deep)).toContain("attachments_unread");
    expect(deep.pageCount).toBeLessThan(6);
    expect((await valuesOf(deep)).data.invoice_number).toBe("depth 1");
  });

  test("F17: of mutated data are opened or named, whatever is left of it", async () => {
    const sample = await readSample({ file: "xrechnung.xml" });
    for (let number = 0; number < 150; number++) {
      const { bytes } = mutated(sample, seeded(number));
      const document = await read(bytes).catch((error: unknown) => error);
      if (document instanceof TaskFailure) expect(document.code).not.toBe("internal");
      else expect(document).toMatchObject({ pages: expect.any(Array) });
    }
  });

  test("F28: large data is laid out up to a limit, whether many bodies share a head or a mail has many of them", async () => {
    const large = `<Extra>${"<A>1</A>".repeat(30_000)}</Extra>`;
    const lot = fatturaLot(Array.from({ length: 2_000 }, (_, i) => `K-${i}`)).toString();
    const document = await read(Buffer.from(lot.replace("<CedentePrestatore>", `${large}<CedentePrestatore>`)));
    expect([document.truncated, codesOf(document)]).toEqual([true, ["einvoice_several"]]);
    const invoice = Buffer.from(ublInvoice("N-1").replace("<LegalMonetaryTotal>", `${large}<LegalMonetaryTotal>`));
    expect(document.warnings?.[0]?.message).toContain("2000 e-invoices");
    const sent = await read(mail(...Array.from({ length: 20 }, (_, i) => ({ name: `${i}.xml`, bytes: invoice }))));
    expect([sent.truncated, codesOf(sent)]).toEqual([true, ["einvoice_several"]]);
    expect(sent.warnings?.[0]?.message).toContain("20 e-invoices");
  });
});
