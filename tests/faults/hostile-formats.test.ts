/** Files without pages that grow, never end or are nested: each is read in part, or told to be too much, within the reader's caps. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Document } from "#documents/document.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import { makeSigned } from "#documents/testing/make-signed.ts";
import * as hostile from "../support/hostile-files.ts";
import { HOSTILE_MS_MAX, openHostileReader, outcomeOf, readHostile } from "../support/hostile-reading.ts";

let reader: DocumentReader;
beforeAll(() => {
  reader = openHostileReader();
});
afterAll(() => reader[Symbol.asyncDispose]());
const read = (bytes: Buffer) => readHostile(reader, bytes);

const lines = ({ pages }: Document) => pages.flatMap((page) => page.lines.map(({ text }) => text));

describe("F25: files that grow", () => {
  test.each<[string, () => Buffer, string]>([
    ["a DOCX that says it is smaller than it is", () => hostile.lyingDocx(), "corrupt_document"],
    ["a sheet of ten million cells", () => hostile.wideSheet(10_000_000), "deadline_exceeded"],
    ["a sheet of OpenDocument that repeats a cell 10^18 times", () => hostile.repeatingSheet(), "truncated"],
    ["a presentation of 3,000 slides", () => hostile.manySlides(3_000), "truncated"],
    ["ten megabytes of commas", () => Buffer.from(`a,b\n${",".repeat(10_000_000)}\nc,d\n`), "truncated"],
    ["ten megabytes of cells", () => Buffer.from("1;2\n".repeat(2_500_000)), "truncated"],
    ["XML of two million elements", () => Buffer.from(`<a>${"<b/>".repeat(2_000_000)}</a>`), "deadline_exceeded"],
    ["XML of a million levels", () => Buffer.from(`<?xml version="1.0"?>${"<a>".repeat(1_000_000)}`), "deadline_exceeded"],
    ["Markdown of 50,000 open brackets", () => Buffer.from(`# A\n## B\n${"[".repeat(50_000)}`), "read"],
    ["Markdown of 10,000 quotes in quotes", () => Buffer.from(`# A\n## B\n${">".repeat(10_000)} x`), "read"],
  ])(
    "F25: %s",
    async (_, make, outcome) => {
      expect(await outcomeOf(reader, make())).toBe(outcome);
    },
    HOSTILE_MS_MAX + 10_000,
  );

  test("F25: entities of a document type are neither multiplied nor fetched", async () => {
    for (const bytes of [hostile.laughing(), hostile.fileEntity()]) {
      const text = lines(await read(bytes)).join("\n");
      expect(text).toContain("seen");
      expect(text.length).toBeLessThan(500);
    }
  });
});

describe("F26: mails", () => {
  test.each<[string, () => Buffer, string]>([
    ["ten mails in mails", () => hostile.nestedMails(10), "attachments_unread"],
    ["10,000 attachments", () => hostile.manyAttachments(10_000), "attachments_left_out"],
    ["10,000 parts in parts", () => hostile.nestedParts(10_000), "corrupt_document"],
    ["a DOCX that grows", () => hostile.mailWith("a.docx", hostile.docxBomb(200)), "attachments_unread"],
    ["a program", () => hostile.mailWith("a.exe", Buffer.from("\x7fELF\0\0")), "attachments_unread"],
  ])(
    "F26: with %s are read without them, and say so",
    async (_, make, outcome) => {
      expect(await outcomeOf(reader, make())).toBe(outcome);
    },
    HOSTILE_MS_MAX + 10_000,
  );
});

describe("F29: signed files", () => {
  test.each<[string, () => Buffer, string]>([
    ["three in each other", () => hostile.nestedSigned(3), "signature_not_checked"],
    ["four in each other", () => hostile.nestedSigned(4), "deadline_exceeded"],
    ["a thousand in each other", () => hostile.nestedSigned(1_000), "deadline_exceeded"],
    ["a piece in ten thousand pieces of stated lengths", () => hostile.nestedPieces(10_000, true), "corrupt_document"],
    ["a piece in ten thousand pieces without lengths", () => hostile.nestedPieces(10_000, false), "corrupt_document"],
    ["a piece in a million pieces", () => hostile.nestedPieces(1_000_000, false), "corrupt_document"],
    ["three million pieces of one byte", () => hostile.tinyPieces(3_000_000), "corrupt_document"],
    ["a length of 4 GB", () => hostile.lyingSigned("84ffffffff"), "corrupt_document"],
    ["a length of 2^63", () => hostile.lyingSigned("887fffffffffffffff"), "corrupt_document"],
    ["a length of 126 bytes", () => hostile.lyingSigned(`fe${"ff".repeat(126)}`), "corrupt_document"],
    ["a length that is too small", () => hostile.lyingSigned("05"), "corrupt_document"],
    ["one that is cut", () => hostile.cutSigned(true), "corrupt_document"],
    ["one in pieces that is cut", () => hostile.cutSigned(false), "corrupt_document"],
    ["ten megabytes of beginnings", () => hostile.endlessSigned(), "corrupt_document"],
    ["one that is a PDF as well", () => hostile.signedPolyglot(Buffer.from("%PDF-1.7\n")), "corrupt_document"],
    ["a DOCX that grows", () => makeSigned(hostile.docxBomb(200)), "deadline_exceeded"],
    ["a program", () => makeSigned(Buffer.from("\x7fELF\0\0")), "unsupported_type"],
    ["a mail with signed mails in it", () => hostile.signedMails(10), "signature_not_checked attachments_unread"],
  ])(
    "F29: %s",
    async (_, make, outcome) => {
      expect(await outcomeOf(reader, make())).toMatch(new RegExp(`^(?:signature_not_checked )*${outcome}$`));
    },
    HOSTILE_MS_MAX + 10_000,
  );
});

describe("F27: pictures of many pages", () => {
  test.each<[string, () => Buffer, string]>([
    ["a TIFF of a million directories", () => hostile.tiffOf(1_000_000), "too_many_pages"],
    ["a TIFF that goes in a circle", () => hostile.tiffOf(3, true), "corrupt_document"],
    ["an animation of 100,000 pictures", () => hostile.animation(100_000, 100), "read"],
    ["an animation that says its canvas has 4,000 megapixels", () => hostile.animation(2, 65_535), "read"],
    ["a bitmap of 2 billion pixels a side", () => hostile.vastBitmap(), "corrupt_document"],
  ])(
    "F27: %s",
    async (_, make, outcome) => {
      expect(await outcomeOf(reader, make())).toBe(outcome);
    },
    HOSTILE_MS_MAX + 10_000,
  );
});
