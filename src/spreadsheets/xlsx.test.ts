import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { strFromU8, unzipSync } from "fflate";
import { parseDocument } from "htmlparser2";
import { expect, test } from "vitest";
import type { Cell } from "./tables.ts";
import { type Sheet, xlsxOf } from "./xlsx.ts";

const sheet = (name: string, rows: readonly Cell[][]): Sheet => ({
  name,
  head: ["a", "b"],
  rows: async function* () {
    yield* rows;
  },
});

const partsOf = async (sheets: readonly Sheet[], rowsMax?: number) => {
  const parts = unzipSync(await buffer(xlsxOf(sheets, rowsMax)));
  return (name: string) => strFromU8(parts[name] ?? new Uint8Array());
};

type Node = { name?: string; data?: string; attribs?: Record<string, string>; children?: Node[] };
const named = (node: Node, name: string): Node[] => [
  ...(node.name === name ? [node] : []),
  ...(node.children ?? []).flatMap((each) => named(each, name)),
];
const textOf = (node: Node): string => node.data ?? (node.children ?? []).map(textOf).join("");
/** The cells of a sheet by their place. */
const cellsOf = (xml: string) =>
  named(parseDocument(xml, { xmlMode: true, decodeEntities: true }) as Node, "c").map((cell) => [cell.attribs?.r, textOf(cell)]);

test("any text comes back as it was, but for what XML has no sign for, and none is a formula", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: "grapheme", maxLength: 40 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      async (text, number) => {
        const part = await partsOf([sheet("S", [[text, number]])]);
        const xml = part("xl/worksheets/sheet1.xml");
        expect(xml).not.toMatch(/<f[ >]/);
        const [, , shown, value] = cellsOf(xml);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has none of these
        const kept = text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");
        expect(shown?.[1]?.replaceAll("_x005F_x", "_x")).toBe(kept);
        expect(Object.is(Number(value?.[1]), number) || number === 0).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});

test("rows that a sheet cannot hold go on in the next, and names of sheets are as Excel takes them", async () => {
  const rows = Array.from({ length: 5 }, (_, i): Cell[] => [i, null]);
  const part = await partsOf([sheet("a/b:c", rows), sheet("", []), sheet("'quoted'", []), sheet("x".repeat(40), [])], 3);
  const names = [...part("xl/workbook.xml").matchAll(/sheet name="([^"]*)"/g)].map(([, name]) => name);
  expect(names).toEqual(["a_b_c", "a_b_c 2", "a_b_c 3", "Table", "_quoted_", "x".repeat(31)]);
  const numbers = [1, 2, 3].map((n) =>
    cellsOf(part(`xl/worksheets/sheet${n}.xml`))
      .slice(2)
      .map(([, value]) => value),
  );
  expect(numbers).toEqual([["0", "1"], ["2", "3"], ["4"]]);
});

test("an error of the rows is the error of the file, and a reader that goes away stops the rows", async () => {
  const failing = {
    ...sheet("S", []),
    rows: () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error("gone")) }) }),
  };
  await expect(buffer(xlsxOf([failing]))).rejects.toThrow("gone");
  let read = 0;
  const endless = async function* () {
    for (;;) yield [`${read++} ${Math.random()}`, null];
  };
  const file = xlsxOf([{ ...sheet("S", []), rows: endless }]);
  for await (const _piece of file) if (read > 5_000) break;
  const before = read;
  await new Promise(setImmediate);
  const after = read;
  await new Promise((done) => void setImmediate(() => setImmediate(done)));
  expect([file.destroyed, read - after, after - before < 20_000]).toEqual([true, 0, true]);
});
