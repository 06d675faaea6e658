import fc from "fast-check";
import { expect, test } from "vitest";
import { readTime, timesIn } from "./time.ts";

test.each([
  ["17/08/26 06:52", ["06:52"]],
  ["05/29/2026 5:47 PM TRN 8841 REG 06", ["5:47 PM"]],
  ["14:07 Uhr / 14:22 Uhr", ["14:07", "14:22"]],
  ["at 3 pm", ["3 pm"]],
  ["Invoice 4711", []],
])("times within %s", (text, times) => {
  expect(timesIn(text).map(({ start, end }) => text.slice(start, end))).toEqual(times);
});

test("a point between hour and minute may be that of an amount", () => {
  expect(timesIn("10.30 and 10:30").map(({ sure }) => sure)).toEqual([false, true]);
});

test("every time of the day is found and read back in a line", () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }), (hour, minute) => {
      const time = `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
      const line = `Reg 2, ${time} JANINE`;
      const [found] = timesIn(line);
      expect(found && readTime(line.slice(found.start, found.end))).toBe(time);
    }),
  ));
