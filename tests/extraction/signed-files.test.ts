/** Signed files are read as what was signed: e-invoices, PDFs, mails, and what is attached to mails. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Schema } from "#contract/schema/field.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import type { Document } from "#documents/document.ts";
import { makeEml } from "#documents/testing/make-office.ts";
import { makePdf, textAt } from "#documents/testing/make-pdf.ts";
import { makeEncrypted, makeSigned } from "#documents/testing/make-signed.ts";
import { localEngine } from "#engines/local/engine.ts";
import { extractValues } from "#results/extract.ts";
import { readSample } from "../../samples/list.ts";
import { fatturaLot, ublInvoice } from "../support/e-invoices.ts";
import { mutated } from "../support/mutate.ts";
import { seeded } from "../support/random.ts";
import { sharedReader } from "../support/reader.ts";

const never = new AbortController().signal;
const FILES = path.resolve(import.meta.dirname, "../../src/documents/testing/signed-files");
const file = (name: string): Buffer => readFileSync(path.join(FILES, name));
const HEAD = ["From: Mia Muster <mia@example.com>", "Message-ID: <1@example.com>", "Subject: Your invoice"];
const NUMBERED: Schema = { fields: [{ name: "invoice_number", type: "string" }] };

const mail = (...files: { name: string; bytes: Uint8Array }[]) =>
  makeEml(
    HEAD,
    "Please find the invoice attached.",
    files.map((each) => ({ ...each, type: "application/pkcs7-mime" })),
  );
const page = (text: string) => makePdf({ pages: [textAt(60, 80, text, { size: 16 })] });
const read = (bytes: Buffer, pages: number[] | null = null): Promise<Document> => sharedReader().read(bytes, { pages }, never);
const partsOf = ({ pages }: Document) => [...new Set(pages.map(({ part }) => part ?? null))];
const codesOf = ({ warnings = [] }: Document) => warnings.map(({ code }) => code);
const textOf = ({ pages }: Document) => pages.flatMap(({ lines }) => lines.map(({ text }) => text)).join("\n");
const numberIn = async (document: Document) =>
  (await extractValues(localEngine, { document, schema: NUMBERED }, never)).result.data.invoice_number;

async function expectDrawn(bytes: Buffer, { pages }: Document): Promise<void> {
  for (const { number } of pages) {
    const png = await sharedReader().renderPage(bytes, { page: number, widthPx: 300 }, never);
    expect(png.toString("latin1", 1, 4)).toBe("PNG");
  }
}

describe("a signed file", () => {
  test.each(["invoice-der", "invoice-stream", "invoice-pem", "invoice-twice"])("%s is an e-invoice, by its data", async (name) => {
    const bytes = file(`${name}.xml.p7m`);
    const document = await read(bytes);
    expect(document).toMatchObject({ mimeType: "application/pkcs7-mime", pageCount: 1, structured: { format: "FatturaPA" } });
    expect(codesOf(document)).toEqual(["signature_not_checked"]);
    expect(await numberIn(document)).toBe("FE-2026-17");
    await expectDrawn(bytes, document);
  });

  test("is read as the file inside is when it comes alone, with one warning more", async () => {
    const samples = [await readSample({ file: "factur-x.pdf" }), await readSample({ file: "xrechnung.xml" }), fatturaLot(["A-1", "A-2"])];
    for (const sample of samples) {
      const [alone, signed] = [await read(sample), await read(makeSigned(sample, { pieces: 1000 }))];
      const [first, ...others] = signed.warnings ?? [];
      expect(first?.code).toBe("signature_not_checked");
      expect(others).toEqual(alone.warnings ?? []);
      expect({ ...signed, mimeType: alone.mimeType, warnings: alone.warnings }).toEqual({ ...alone, warnings: alone.warnings });
    }
  });

  test("gives the pages that are asked for", async () => {
    const signed = makeSigned(fatturaLot(["A-1", "A-2"]));
    expect(await numberIn(await read(signed, [2]))).toBe("A-2");
    await expect(read(signed, [3])).rejects.toMatchObject({ code: "empty_document" });
  });

  test("may be a mail, with signed files in it", async () => {
    const inner = mail({ name: "invoice.xml.p7m", bytes: makeSigned(Buffer.from(ublInvoice("S-1"))) });
    const bytes = makeSigned(inner);
    const document = await read(bytes);
    expect(partsOf(document)).toEqual([null, "invoice.xml.p7m"]);
    expect(codesOf(document)).toEqual(["signature_not_checked", "signature_not_checked"]);
    expect(await numberIn(document)).toBe("S-1");
    await expectDrawn(bytes, document);
  });
});

test("F17: of mutated signed files what is left is read, or they are refused by name", async () => {
  const samples = [file("invoice-der.xml.p7m"), file("invoice-stream.xml.p7m"), file("invoice-pem.xml.p7m")];
  for (let number = 0; number < 150; number++) {
    const { bytes } = mutated(samples[number % samples.length] ?? Buffer.alloc(0), seeded(number));
    const document = await read(bytes).catch((error: unknown) => error);
    if (document instanceof TaskFailure) expect(document.code).not.toBe("internal");
    else expect(document).toMatchObject({ pages: expect.any(Array) });
  }
});

describe("a mail", () => {
  test("whose text is signed is read with it, as OpenSSL writes it", async () => {
    const document = await read(file("mail.eml"));
    expect(partsOf(document)).toEqual([null, "smime.p7m"]);
    expect(textOf(document)).toContain("Invoice number: FE-2026-17");
    expect(document.warnings).toMatchObject([{ code: "signature_not_checked", message: expect.stringMatching(/^smime\.p7m: /) }]);
  });

  test("that is signed with its attachments has those, too", async () => {
    const table = { name: "hours.csv", type: "text/csv", bytes: Buffer.from("Day,Hours\n1,8\n2,7") };
    const signed = makeEml(HEAD, "Hours attached.", [table])
      .toString("latin1")
      .replace(/^From: .*\r\n/m, "");
    const document = await read(mail({ name: "smime.p7m", bytes: makeSigned(Buffer.from(signed, "latin1")) }));
    expect(partsOf(document)).toEqual([null, "smime.p7m", "smime.p7m/hours.csv"]);
  });

  test("has signed invoices read, and the PDF of the same name as their print", async () => {
    const xml = makeSigned(Buffer.from(ublInvoice("S-2")));
    const bytes = mail({ name: "invoice.xml.p7m", bytes: xml }, { name: "invoice.pdf", bytes: page("Invoice S-2") });
    const document = await read(bytes);
    expect(partsOf(document)).toEqual([null, "invoice.xml.p7m", "invoice.pdf"]);
    expect(document.pages.find(({ part }) => part === "invoice.xml.p7m")?.invoice?.print).toBe("invoice.pdf");
    expect(await numberIn(document)).toBe("S-2");
    await expectDrawn(bytes, document);
  });

  test("names signatures without a document and encrypted files as unread", async () => {
    const bytes = mail({ name: "smime.p7s", bytes: file("signature-only.p7s") }, { name: "secret.p7m", bytes: makeEncrypted() });
    const { warnings } = await read(bytes);
    expect(warnings).toMatchObject([{ code: "attachments_unread", message: expect.stringContaining("smime.p7s, secret.p7m") }]);
  });
});

test("a signed file inside of an e-invoice is opened", async () => {
  const attached = { name: "delivery.pdf.p7m", bytes: makeSigned(page("Delivery note 88")) };
  const document = await read(Buffer.from(ublInvoice("S-3", [attached])));
  expect(partsOf(document)).toEqual([null, "delivery.pdf.p7m"]);
  expect(textOf(document)).toContain("Delivery note 88");
  expect(codesOf(document)).toEqual(["signature_not_checked"]);
});
