import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import PDFDocument from "pdfkit";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { work } from "./pool/work.ts";
import { type DocumentReader, openReader } from "./read-document.ts";
import { makePdf, textAt } from "./testing/make-pdf.ts";

let reader: DocumentReader;
const never = new AbortController().signal;

beforeAll(() => {
  const dir = mkdtempSync(join(tmpdir(), "documents-test-"));
  // Readable for the unprivileged user that children run as under root.
  chmodSync(dir, 0o755);
  reader = openReader({ tessdataDir: inject("tessdataDir"), tempDir: join(dir, "temp"), size: 1 });
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

test("a file of many pages is read whole and in order, however many are parsed at a time", async () => {
  const pdf = makePdf({ pages: Array.from({ length: 45 }, (_, index) => textAt(50, 50, `page ${index + 1}`)) });
  const { pages, pageCount } = await reader.read(pdf, {}, never);
  expect(pageCount).toBe(45);
  expect(pages.map((page) => page.lines[0]?.text)).toEqual(Array.from({ length: 45 }, (_, index) => `page ${index + 1}`));
});

describe("a scan whose pages take longer than one request", () => {
  const entry = fileURLToPath(new URL("./testing/slow-child.ts", import.meta.url));
  const open = (more: { inTurns?: boolean; beside?: number }) =>
    openReader({ tessdataDir: "", tempDir: join(mkdtempSync(join(tmpdir(), "turns-")), "temp"), size: 1, entry, ...more });
  const numbersOf = work<null, number[]>("numbers");
  const all = [1, 2, 3, 4, 5, 6, 7, 8, 9];

  test.each([0, 2])("is read whole and in order, also with %i further children while cores are idle", async (beside) => {
    await using slow = open({ beside });
    const { pages, pagesFailed, pagesLeft } = await slow.read(Buffer.from("scan"), {}, never);
    expect([pages.map(({ number }) => number), pagesFailed, pagesLeft]).toEqual([all, [], undefined]);
    expect(await slow.work(numbersOf, null, Buffer.from("scan"), never)).toEqual(all);
  });

  test("has one request where somebody waits: the other pages are failed ones", async () => {
    await using slow = open({ inTurns: false });
    const { pages, pagesFailed } = await slow.read(Buffer.from("scan"), {}, never);
    expect([pages.map(({ number }) => number), pagesFailed]).toEqual([[1, 2], all.slice(2)]);
    expect(await slow.work(numbersOf, null, Buffer.from("scan"), never)).toEqual([1, 2]);
  });
});

describe("files that cannot be read", () => {
  test("other types are refused by their bytes", async () => {
    await expect(reader.read(Buffer.from("{\\rtf1"), {}, never)).rejects.toMatchObject({ code: "unsupported_type" });
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

describe("hidden text", () => {
  const alpha = { resources: "/ExtGState << /None << /ca 0 /CA 0 >> >>" };

  test("is kept apart with the reason: colour of the paper, transparent, tiny, covered", async () => {
    const pdf = makePdf({
      pages: [
        textAt(50, 50, "Ada Example, engineer in Springfield") +
          textAt(50, 100, "white on white", { before: "1 g" }) +
          textAt(50, 130, "nearly white", { before: "0.97 g" }) +
          textAt(50, 160, "fully transparent", { before: "/None gs" }) +
          textAt(50, 190, "far too small to read", { size: 1 }) +
          `${textAt(50, 220, "under a patch")}1 g 40 590 200 40 re f\n`,
      ],
      ...alpha,
    });
    const [page] = (await reader.read(pdf, {}, never)).pages;
    expect(page?.lines.map((line) => line.text)).toEqual(["Ada Example, engineer in Springfield"]);
    expect(page?.hidden.map(({ text, reason }) => [text, reason]).sort()).toEqual([
      ["far too small to read", "tiny"],
      ["fully transparent", "invisible_color"],
      ["nearly white", "invisible_color"],
      ["under a patch", "covered"],
      ["white on white", "invisible_color"],
    ]);
  });

  test("white text on a dark banner is visible, black text on a black bar is hidden", async () => {
    const bar = (top: number) => `0 g 40 ${842 - top - 30} 300 30 re f\n`;
    const pdf = makePdf({
      pages: [
        `${bar(100)}${textAt(50, 108, "Curriculum of Ada Example", { before: "1 g" })}${bar(200)}${textAt(50, 208, "kept secret", { before: "0 g" })}`,
      ],
    });
    const [page] = (await reader.read(pdf, {}, never)).pages;
    expect(page?.lines.map((line) => line.text)).toEqual(["Curriculum of Ada Example"]);
    expect(page?.hidden.map((hidden) => hidden.text)).toEqual(["kept secret"]);
  });

  test.each(["3 Tr", "7   \n Tr", "]3\tTr", "13 Ts 3 Tr"])("is reported when it is drawn without ink by `%s`", async (before) => {
    const array = before.startsWith("]") ? "[" : "";
    const pdf = makePdf({
      pages: [textAt(50, 100, "Support technician") + textAt(50, 200, "Rust expert", { before: `${array}${before}` })],
    });
    const [page] = (await reader.read(pdf, {}, never)).pages;
    expect(page?.hidden.map(({ text, reason }) => [text, reason])).toEqual([["Rust expert", "render_mode"]]);
  });

  test("that is drawn without ink, or outside of the page, is reported for each of many pages", async () => {
    const pages = Array.from({ length: 25 }, (_, i) => i + 1);
    const invisibleText = (i: number) => textAt(50, 200, `Rust expert ${i}`, { before: "3 Tr" });
    const pdf = makePdf({
      pages: pages.map(
        (i) => textAt(50, 100, "Support technician") + (i % 3 === 0 ? invisibleText(i) : "") + textAt(-400, 300, `Kafka ${i}`),
      ),
    });
    const read = await reader.read(pdf, {}, never);
    expect(read.pages.map(({ hidden }) => hidden.map(({ text }) => text).sort())).toEqual(
      pages.map((i) => [`Kafka ${i}`, ...(i % 3 === 0 ? [`Rust expert ${i}`] : [])]),
    );
  });

  test("that is drawn without ink, or outside of the page, is reported and kept out of the lines", async () => {
    const invisibleText = textAt(50, 200, "Rust expert", { before: "3 Tr" });
    const outside = textAt(50, 900, "Terraform owner") + textAt(-400, 300, "Kafka master");
    const pdf = makePdf({ pages: [textAt(50, 100, "Support technician") + invisibleText + outside] });
    const [page] = (await reader.read(pdf, {}, never)).pages;
    expect(page?.lines.map((line) => line.text)).toEqual(["Support technician"]);
    expect(page?.hidden.map(({ text, reason }) => [text, reason]).sort()).toEqual([
      ["Kafka master", "off_page"],
      ["Rust expert", "render_mode"],
      ["Terraform owner", "off_page"],
    ]);
  });

  test("does not include transparent text over its own letters drawn as paths, as browsers print a bold they have no font for", async () => {
    const glyphs = (left: number, top: number, width: number) =>
      `0 g ${left} ${842 - top - 10} m ${left} ${842 - top} ${left + width} ${842 - top} ${left + width} ${842 - top - 10} c f\n`;
    const content = glyphs(50, 101, 62) + textAt(50, 100, "Experience", { size: 13, before: "/None gs" }) + textAt(50, 130, "Cook");
    const [page] = (await reader.read(makePdf({ pages: [content], ...alpha }), {}, never)).pages;
    expect(page?.lines.map((line) => line.text)).toEqual(["Experience", "Cook"]);
    expect(page?.hidden).toEqual([]);
  });

  test("does not make visible text suspect in a file that has invisible text elsewhere", async () => {
    const lines = Array.from({ length: 30 }, (_, i) =>
      textAt(50, 50 + 20 * i, `Line ${i} of honest text, also in grey.`, { before: "0.6 g" }),
    );
    const pdf = makePdf({ pages: [lines.join("") + textAt(50, 700, "unseen", { before: "3 Tr" })] });
    const [page] = (await reader.read(pdf, {}, never)).pages;
    expect(page?.lines).toHaveLength(30);
  });
});

describe("links", () => {
  test("are reported with the words they lie on", async () => {
    const link = "<< /Type /Annot /Subtype /Link /Rect [48 725 140 745] /A << /S /URI /URI (mailto:mia@example.com) >> >>";
    const pdf = makePdf({ pages: [textAt(50, 100, "write to me")], pageEntries: "/Annots [100 0 R]", objects: [link] });
    const [page] = (await reader.read(pdf, {}, never)).pages;
    expect(page?.links).toMatchObject([{ text: "write to me", url: "mailto:mia@example.com" }]);
  });
});

describe("pages without a text layer", () => {
  const letter = () =>
    makePdf({
      pages: [
        ["Invoice number 00042", "Date 17 March 2026", "Total amount 1190.00 EUR"]
          .map((text, row) => textAt(60, 80 + row * 40, text, { size: 16 }))
          .join(""),
      ],
    });

  test("a picture of a page is read by OCR, also upside down, with boxes where the words lie", async () => {
    const upright = await reader.renderPage(letter(), { page: 1, widthPx: 1200 }, never);
    const expected = ["Invoice number 00042", "Date 17 March 2026", "Total amount 1190.00 EUR"];
    const words = (document: Awaited<ReturnType<DocumentReader["read"]>>) =>
      document.pages[0]?.lines.map((line) => line.text.replace(/ +/g, " "));
    const straight = await reader.read(upright, {}, never);
    expect(words(straight)).toEqual(expected);
    expect(straight.pages[0]).toMatchObject({ textSource: "ocr", turn: 0, width: 1200 });
    const turned = await reader.read(await sharp(upright).rotate(180).png().toBuffer(), {}, never);
    expect(words(turned)).toEqual(expected);
    const [from, to] = [straight.pages[0]?.lines[0]?.box, turned.pages[0]?.lines[0]?.box];
    expect(turned.pages[0]?.turn).toBe(180);
    expect(Math.abs(1200 - (to?.right ?? 0) - (from?.left ?? 0))).toBeLessThan(15);
  });

  test("a turned page is drawn upright for those who know its turn", async () => {
    const upright = await reader.renderPage(letter(), { page: 1, widthPx: 1200 }, never);
    const turned = await sharp(upright).rotate(90).png().toBuffer();
    const [page] = (await reader.read(turned, {}, never)).pages;
    const shown = await reader.renderPage(turned, { page: 1, widthPx: 1200, format: "jpeg", turn: page?.turn ?? 0 }, never);
    const read = (await reader.read(shown, { accepts: ["image/jpeg"] }, never)).pages[0];
    expect(page?.turn).toBe(90);
    expect(read).toMatchObject({ turn: 0 });
    expect(read?.lines[0]?.text.replace(/ +/g, " ")).toBe("Invoice number 00042");
  });

  test("a document of blank pages is empty", async () => {
    await expect(reader.read(makePdf({ pages: ["", ""] }), {}, never)).rejects.toMatchObject({ code: "empty_document" });
  });
});

describe("page numbers and passwords", () => {
  test("pages beyond the end are named, a part of them is read", async () => {
    const pdf = makePdf({ pages: [textAt(50, 50, "the only page of this file")] });
    await expect(reader.read(pdf, { pages: [7] }, never)).rejects.toMatchObject({ publicMessage: expect.stringContaining("1 page") });
    expect((await reader.read(pdf, { pages: [1, 7] }, never)).pages).toHaveLength(1);
  });

  test("a page of absurd size is drawn within bounds", async () => {
    const pdf = makePdf({ pages: [textAt(50, 50, "somewhere")], size: [1_036_800, 1_036_800], pageEntries: "/UserUnit 75" });
    const { width, height } = await sharp(await reader.renderPage(pdf, { page: 1, widthPx: 800 }, never)).metadata();
    expect(width).toBeLessThanOrEqual(800);
    expect(height).toBeLessThanOrEqual(800);
  });

  test("an encrypted file asks for its password and says when it is the wrong one", async () => {
    const pdf = await encryptedPdf("sesame");
    await expect(reader.read(pdf, {}, never)).rejects.toMatchObject({ code: "encrypted_document" });
    await expect(reader.read(pdf, { password: "x" }, never)).rejects.toMatchObject({
      publicMessage: expect.stringContaining("does not open"),
    });
    expect((await reader.read(pdf, { password: "sesame" }, never)).pages[0]?.lines[0]?.text).toBe("Open the door of the cave");
  });
});

async function encryptedPdf(userPassword: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const pdf = new PDFDocument({ userPassword, pdfVersion: "1.7" });
  pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => pdf.on("end", resolve));
  pdf.text("Open the door of the cave");
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}
