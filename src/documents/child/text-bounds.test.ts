import { describe, expect, test } from "vitest";
import { LIMITS } from "#contract/limits.ts";
import type { Page } from "#documents/document.ts";
import { pagesOfText } from "#documents/flow/read-text.ts";
import { TextBounds } from "./text-bounds.ts";

function pageOf(text: string): Page {
  const [page] = pagesOfText(text);
  if (!page) throw new Error("a page has text");
  return page;
}

describe("H01: the steps after reading get lines and words of bounded length", () => {
  test("a line of 100,000 words is split into several lines, and no word is lost", () => {
    const bounds = new TextBounds(Number.POSITIVE_INFINITY);
    const page = pageOf(Array.from({ length: 100_000 }, (_, i) => `w${i}`).join(" "));
    const { lines } = bounds.fit(page);
    expect(lines.length).toBe(100_000 / LIMITS.documentLineWordsMax);
    expect(lines.map(({ text }) => text).join(" ")).toBe(page.lines[0]?.text);
    expect(lines.every(({ segments }) => segments.flatMap(({ words }) => words).length <= LIMITS.documentLineWordsMax)).toBe(true);
    expect(bounds.truncated).toBe(false);
  });

  test("a word of a million letters is split into several words, none inside a character", () => {
    const bounds = new TextBounds(Number.POSITIVE_INFINITY);
    const { lines } = bounds.fit(pageOf(`x${"😀".repeat(500_000)}`));
    const words = lines.flatMap(({ segments }) => segments.flatMap((segment) => segment.words.map(({ text }) => text)));
    expect(words.join("")).toBe(`x${"😀".repeat(500_000)}`);
    expect(words.every((word) => word.length <= LIMITS.documentWordCharactersMax && word.isWellFormed())).toBe(true);
    expect(bounds.truncated).toBe(false);
  });

  test("ordinary lines are left as they are", () => {
    const page = pageOf("Invoice  42\nTotal: 1.190,00 EUR");
    expect(new TextBounds(1_000).fit(page)).toEqual(page);
  });

  test("hidden text and values of form fields are cut, and the document says it is truncated", () => {
    const box = { left: 0, top: 0, right: 1, bottom: 1 };
    const long = "x ".repeat(50_000);
    for (const more of [
      { hidden: [{ text: long, box, reason: "vanish" as const }] },
      { formFields: [{ name: "n", kind: "text", value: long, checked: null, box }] },
    ]) {
      const bounds = new TextBounds(Number.POSITIVE_INFINITY);
      const { hidden, formFields } = bounds.fit({ ...pageOf("Total: 5"), ...more });
      expect([...hidden.map(({ text }) => text.length), ...formFields.map(({ value }) => value?.length)]).toEqual([
        LIMITS.documentValueCharactersMax,
      ]);
      expect(bounds.truncated).toBe(true);
    }
  });

  test("hidden text counts towards the same limit of bytes as visible text", () => {
    const box = { left: 0, top: 0, right: 1, bottom: 1 };
    const bounds = new TextBounds(1_000);
    const hidden = Array.from({ length: 100 }, () => ({ text: "x".repeat(99), box, reason: "vanish" as const }));
    expect(bounds.fit({ ...pageOf("Total: 5"), hidden }).hidden).toHaveLength(9);
    expect(bounds).toMatchObject({ truncated: true, spent: true });
  });
});
