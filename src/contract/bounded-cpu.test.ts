import { expect, test } from "vitest";
import { withinCpu } from "./bounded-cpu.ts";

test("what is done in time is returned, and what fails fails", () => {
  expect(withinCpu(100, () => 6 * 7)).toEqual({ value: 42 });
  expect(() =>
    withinCpu(100, () => {
      throw new RangeError("no");
    }),
  ).toThrow(RangeError);
});

test("what never ends is ended, also where it catches everything", () => {
  const endless = () => {
    for (;;) {
      try {
        JSON.parse("{");
      } catch {}
    }
  };
  expect(withinCpu(20, endless)).toEqual({ tooLong: true });
  expect(withinCpu(20, () => "after")).toEqual({ value: "after" });
});

test("a process that does not get the CPU is given more time by the clock", () => {
  const asleep = new Int32Array(new SharedArrayBuffer(4));
  expect(withinCpu(50, () => Atomics.wait(asleep, 0, 0, 80))).toEqual({ value: "timed-out" });
});
