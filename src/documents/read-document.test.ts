import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DocumentReader, openReader } from "./read-document.ts";
import { makePdf, textAt } from "./testing/make-pdf.ts";

let reader: DocumentReader;
const never = new AbortController().signal;

beforeAll(() => {
  const dir = mkdtempSync(join(tmpdir(), "documents-test-"));
  reader = openReader({ tessdataDir: join(dir, "tessdata"), tempDir: join(dir, "temp"), size: 1 });
});
afterAll(() => reader[Symbol.asyncDispose]());

describe("reading a PDF with a text layer", () => {
  test("gives lines of segments of words with boxes from the top left corner", async () => {
    const pdf = makePdf({ pages: [textAt(50, 100, "Invoice number") + textAt(300, 100, "00042") + textAt(50, 130, "Total")] });
    const document = await reader.read(pdf, {}, never);
    expect(document).toMatchObject({ mimeType: "application/pdf", pageCount: 1, pagesFailed: [], truncated: false });
    const [page] = document.pages;
    expect(page).toMatchObject({ number: 1, width: 595, height: 842, textSource: "native" });
    expect(page?.lines.map((line) => line.segments.map((segment) => segment.text))).toEqual([["Invoice number", "00042"], ["Total"]]);
    const box = page?.lines[0]?.segments[1]?.words[0]?.box;
    expect(box?.left).toBeCloseTo(300, 0);
    expect(box?.top).toBeGreaterThan(95);
    expect(box?.bottom).toBeLessThan(116);
  });

  test("reads only the pages asked for and says how many there are", async () => {
    const pdf = makePdf({ pages: ["one", "two", "three"].map((text) => textAt(50, 50, text)) });
    const document = await reader.read(pdf, { pages: [3, 1] }, never);
    expect(document.pageCount).toBe(3);
    expect(document.pages.map((page) => [page.number, page.lines[0]?.text])).toEqual([
      [1, "one"],
      [3, "three"],
    ]);
  });
});

describe("files that cannot be read", () => {
  test("other types are refused by their bytes", async () => {
    await expect(reader.read(Buffer.from("GIF89a"), {}, never)).rejects.toMatchObject({ code: "unsupported_type" });
  });

  test("a header without a file is corrupt", async () => {
    await expect(reader.read(Buffer.from("%PDF-1.4\n"), {}, never)).rejects.toMatchObject({ code: "corrupt_document", retryable: false });
  });

  test("more than 200 pages are refused, a part of them is read", async () => {
    const pdf = makePdf({ pages: Array.from({ length: 201 }, (_, index) => textAt(50, 50, `page ${index + 1}`)) });
    await expect(reader.read(pdf, {}, never)).rejects.toMatchObject({ code: "too_many_pages" });
    const document = await reader.read(pdf, { pages: [201] }, never);
    expect(document.pages[0]?.lines[0]?.text).toBe("page 201");
  });

  test("an abort ends the read with its reason", async () => {
    const stop = new AbortController();
    const reading = reader.read(makePdf({ pages: [textAt(50, 50, "text")] }), {}, stop.signal);
    stop.abort(new Error("cancelled"));
    await expect(reading).rejects.toThrow("cancelled");
  });
});
