import { describe, expect, test } from "vitest";
import { readDocx } from "#documents/office/read-docx.ts";
import { makeDocx, wordParagraph } from "#documents/testing/make-docx.ts";
import { CharactersLeft } from "./characters-left.ts";
import { readHtml } from "./read-html.ts";
import { readTextFile } from "./read-text.ts";

const MANY = 1_000;
const row = `<w:tbl>${`<w:tr><w:tc>${wordParagraph("12345 7890")}</w:tc><w:tc>${wordParagraph("Bee")}</w:tc></w:tr>`.repeat(MANY)}</w:tbl>`;

describe("H01: only the requested characters of a flowing text are laid out, and the rest is reported as cut", () => {
  test.each([
    ["text in one line", async (left: CharactersLeft) => readTextFile(Buffer.from("12345 7890 ".repeat(MANY)), left)],
    ["text in lines", async (left: CharactersLeft) => readTextFile(Buffer.from("12345 7890\n".repeat(MANY)), left)],
    ["a page of the web", async (left: CharactersLeft) => readHtml(Buffer.from("<p>12345 7890</p>".repeat(MANY)), left)],
    ["paragraphs of a DOCX", async (left: CharactersLeft) => [await readDocx(makeDocx(wordParagraph("12345 7890").repeat(MANY)), left)]],
    ["rows of a DOCX", async (left: CharactersLeft) => [await readDocx(makeDocx(row), left)]],
  ])("%s", async (_what, read) => {
    const left = new CharactersLeft(500);
    const letters = (await read(left)).flatMap(({ lines }) => lines.map(({ text }) => text)).join("");
    expect(letters.length).toBeGreaterThan(400);
    expect(letters.length).toBeLessThanOrEqual(600);
    expect(letters).toMatch(/^12345/);
    expect(left.cut).toBe(true);
    const all = new CharactersLeft(100_000);
    expect((await read(all)).flatMap(({ lines }) => lines.map(({ text }) => text)).join("").length).toBeGreaterThan(10 * 500);
    expect(all.cut).toBe(false);
  });
});
