import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { FIELD_TYPES } from "#contract/schema/field-types.ts";
import { schemaOf } from "../accuracy/predict.ts";
import { generatePage, type PageSet } from "./generate.ts";
import { LOCALES } from "./locale.ts";
import { seeded } from "./random.ts";
import type { Mark } from "./sheet.ts";
import { readTrades } from "./trade.ts";
import { drawValue, type Setting, typeOf } from "./values.ts";

const trades = readTrades();
const SETS: PageSet[] = ["train", "measure", "plain"];

async function bytesOf(set: PageSet, seed: number, at: number): Promise<Buffer> {
  const { doc } = generatePage(trades, set, seed, at).sheet;
  const parts: Buffer[] = [];
  doc.on("data", (part: Buffer) => parts.push(part));
  doc.end();
  await once(doc, "end");
  return Buffer.concat(parts);
}

describe("a generated document", () => {
  test("is the same, byte by byte, for the same seed", async () => {
    for (const set of SETS) {
      expect((await bytesOf(set, 7, 3)).equals(await bytesOf(set, 7, 3))).toBe(true);
      expect(generatePage(trades, set, 7, 3).row).toEqual(generatePage(trades, set, 7, 3).row);
    }
  });

  test.each(SETS)("of part %s has every word of every value among its drawn text", (set) => {
    for (let at = 0; at < 150; at++) {
      const { content, sheet } = generatePage(trades, set, 11, at);
      const drawn = new Set(sheet.drawn.flatMap(({ text }) => text.split(/\s+/)));
      const values = [...content.printed, ...content.matrix].flatMap(({ value }) => (value && !value.options ? [value] : []));
      const cells = (content.table?.rows ?? []).flat().flatMap((value) => (value && !value.options ? [value] : []));
      const words = [...values, ...cells].flatMap(({ lines }) => lines.flatMap((line) => line.split(/\s+/)));
      // A value inside a sentence may be followed by a stop, so its words are also searched without one.
      const bare = sheet.drawn.map(({ text }) => text).join(" ");
      expect(words.filter((word) => !drawn.has(word) && !bare.includes(word))).toEqual([]);
    }
  });

  test.each(SETS)("of part %s asks a valid schema, with a truth for every asked field and none for absent ones", (set) => {
    for (let at = 0; at < 60; at++) {
      const { row } = generatePage(trades, set, 5, at);
      expect(() => schemaOf(row)).not.toThrow();
      expect(Object.keys(row.truth).sort()).toEqual(row.fields.map(({ name }) => name).sort());
      for (const { name } of row.absent_fields) expect(row.truth).not.toHaveProperty([name]);
    }
  });

  test.each(SETS)("of part %s has no text over another and none beyond the edge", (set) => {
    for (let at = 0; at < 150; at++) {
      const { sheet } = generatePage(trades, set, 9, at);
      const faults = sheet.drawn.flatMap((mark, index) => {
        if (mark.text.trim() === "") return [];
        const beyond = mark.leftPt + mark.widthPt > sheet.look.pageWidthPt || mark.topPt + mark.heightPt > sheet.look.pageHeightPt;
        const under = sheet.drawn.slice(0, index).filter((other) => overlap(mark, other));
        return [...(beyond ? [`${set} ${at}: ${mark.text}`] : []), ...under.map(({ text }) => `${set} ${at}: ${mark.text} | ${text}`)];
      });
      expect(faults).toEqual([]);
    }
  });
});

/** Whether two texts share more than a point in both directions. */
function overlap(one: Mark, other: Mark): boolean {
  const shared = (startA: number, lengthA: number, startB: number, lengthB: number) =>
    Math.min(startA + lengthA, startB + lengthB) - Math.max(startA, startB);
  return (
    one.page === other.page &&
    other.text.trim() !== "" &&
    shared(one.leftPt, one.widthPt, other.leftPt, other.widthPt) > 1 &&
    shared(one.topPt, one.heightPt, other.topPt, other.heightPt) > 1
  );
}

describe("the vocabulary", () => {
  const [locale] = LOCALES;
  if (!locale) throw new Error("no locale");
  const setting: Setting = {
    random: seeded(1),
    locale,
    dateFormat: "yyyy-mm-dd",
    money: "bare",
    year: 2024,
    rate: 20,
    sum: 100,
    capitals: false,
  };

  test("has at least 150 kinds, none of them in both parts", () => {
    expect(trades.length).toBeGreaterThanOrEqual(150);
    expect(new Set(trades.map(({ kind }) => kind)).size).toBe(trades.length);
  });

  test("names known kinds of values, unique fields, and enough of them", () => {
    for (const { kind, fields, table, titles } of trades) {
      expect(titles.length, kind).toBeGreaterThan(0);
      expect(fields.length >= 12 || table !== null, kind).toBe(true);
      expect(new Set(fields.map(({ name }) => name)).size, kind).toBe(fields.length);
      for (const field of fields) {
        expect(FIELD_TYPES).toContain(typeOf(field.kind));
        expect(drawValue(field.kind, setting).type, `${kind}.${field.name}`).toBe(typeOf(field.kind));
      }
    }
  });
});
