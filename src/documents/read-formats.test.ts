import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { FILE_TYPES, MIME_TYPES, type MimeType } from "#contract/file-types.ts";
import { type DocumentReader, openReader } from "./read-document.ts";
import { INVOICE, oneOfEach } from "./testing/one-of-each.ts";

let reader: DocumentReader;
let files: Record<MimeType, Buffer>;
const never = new AbortController().signal;

beforeAll(async () => {
  const dir = mkdtempSync(join(tmpdir(), "formats-test-"));
  chmodSync(dir, 0o755);
  reader = openReader({ tessdataDir: inject("tessdataDir"), tempDir: join(dir, "temp"), size: 1 });
  files = await oneOfEach();
});
afterAll(() => reader[Symbol.asyncDispose]());

describe("a file of each type", () => {
  test.each(MIME_TYPES)("%s is known by its bytes, read with its values, and each of its pages can be drawn", async (type) => {
    const document = await reader.read(files[type], {}, never);
    expect(document).toMatchObject({ mimeType: type, pagesFailed: [], truncated: false });
    const text = document.pages.flatMap(({ lines }) => lines.map((line) => line.text)).join("\n");
    for (const value of Object.values(INVOICE)) expect(text).toContain(value);
    expect(document.pages.map(({ number }) => number)).toEqual(Array.from({ length: document.pageCount }, (_, i) => i + 1));
    for (const { number } of document.pages) {
      const png = await reader.renderPage(files[type], { page: number, widthPx: 600 }, never);
      expect(png.toString("latin1", 1, 4)).toBe("PNG");
    }
    await expect(reader.renderPage(files[type], { page: document.pageCount + 1, widthPx: 600 }, never)).rejects.toMatchObject({
      code: "empty_document",
    });
  });

  test.each(MIME_TYPES.filter((type) => FILE_TYPES[type].kind === "sheet"))("%s names its cells", async (type) => {
    const [page] = (await reader.read(files[type], {}, never)).pages;
    const cells = page?.places?.map((place) => "cell" in place && place.cell);
    expect(cells).toContain("A1");
    expect(cells).toContain("B2");
    expect(page?.sheet).toBe(["XLSX", "ODS"].includes(FILE_TYPES[type].name) ? "March" : undefined);
  });

  test("XML names its elements", async () => {
    const [page] = (await reader.read(files["application/xml"], {}, never)).pages;
    const paths = page?.places?.map((place) => "path" in place && place.path);
    expect(paths).toContain("/Bill/InvoiceNumber");
    expect(paths).toContain("/Bill/Item[2]/Quantity");
  });

  test.each(["message/rfc822", "application/vnd.ms-outlook"] as const)("%s has a page for each attachment, named by it", async (type) => {
    const { pages } = await reader.read(files[type], {}, never);
    expect(pages[0]?.part).toBeUndefined();
    expect(pages[0]?.lines.map(({ text }) => text).join("\n")).toContain("Your invoice");
    expect(pages[1]?.part).toBe(type === "message/rfc822" ? "items.csv" : "invoice.pdf");
    const alone = await reader.read(files[type], { pages: [2] }, never);
    expect(alone.pages.map(({ number }) => number)).toEqual([2]);
  });
});
