import fc from "fast-check";
import { expect, test } from "vitest";
import type { Cell } from "#structure/sheet.ts";
import { cellsAcross, highestBottom, lastBefore } from "./cells-across.ts";

const boxOf = fc.record({ left: fc.nat(60), width: fc.nat(20), top: fc.nat(30), height: fc.nat(10) });
/** Some in order as most lines are, some as those of turned text. */
const lines = fc.tuple(fc.array(boxOf, { maxLength: 30 }), fc.boolean()).map(([boxes, ordered]) =>
  (ordered ? boxes.toSorted((a, b) => a.left - b.left) : boxes).map(({ left, width, top, height }, column): Cell => {
    const box = { left, top, right: left + width, bottom: top + height };
    return { page: 1, line: 0, column, text: "", words: [], box };
  }),
);

test("the cells across a range are those that a look at each finds, in their order", () => {
  fc.assert(
    fc.property(lines, fc.integer({ min: -5, max: 90 }), fc.integer({ min: 0, max: 40 }), (line, from, length) => {
      const to = from + length;
      expect(cellsAcross(line, from, to)).toEqual(line.filter(({ box }) => box.left < to && box.right > from));
    }),
  );
});

test("the last cell before an edge, other than a given one, is the one that a look from the end finds", () => {
  fc.assert(
    fc.property(lines, fc.integer({ min: -5, max: 90 }), fc.nat(30), (line, edge, at) => {
      const but = line[at] ?? null;
      expect(lastBefore(line, edge, but)).toBe(line.findLast((cell) => cell !== but && cell.box.left <= edge));
    }),
  );
});

test("the highest bottom of a line is the least of all, and infinite without cells", () => {
  fc.assert(
    fc.property(lines, (line) => {
      expect(highestBottom(line)).toBe(Math.min(...line.map(({ box }) => box.bottom)));
    }),
  );
});
