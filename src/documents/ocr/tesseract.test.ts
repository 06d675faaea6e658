import { expect, test } from "vitest";
import { clipped } from "./tesseract.ts";

const item = (text: string, x: number, width: number, y = 40) => ({ text, x, y, width, height: 20 });

test("a sign whose box covers those after it ends where the next begins", () => {
  expect(clipped([item("欧阳", 50, 94), item("晓", 103, 20), item("雯", 124, 20)]).map(({ width }) => width)).toEqual([53, 20, 20]);
});

test("signs on another line, and Latin words, are left as they are", () => {
  const items = [item("欧阳", 50, 94), item("经理", 80, 40, 90), item("Excel", 200, 60), item("SQL", 220, 30)];
  expect(clipped(items)).toEqual(items);
});
