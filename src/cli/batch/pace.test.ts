import { expect, test } from "vitest";
import { paceOf } from "./pace.ts";

test.each([
  [{ count: 0, total: 10, before: 0, seconds: 5 }, "0/10"],
  [{ count: 120, total: 1000, before: 0, seconds: 60 }, "120/1000  2.0/s  8 min left"],
  [{ count: 510, total: 1000, before: 500, seconds: 60 }, "510/1000  10.0/min  49 min left"],
  [{ count: 1000, total: 1_000_000, before: 0, seconds: 50 }, "1000/1000000  20/s  13 h 53 min left"],
  [{ count: 10, total: 10, before: 0, seconds: 5 }, "10/10  2.0/s"],
])("%j is told as %s", (standing, told) => expect(paceOf(standing)).toBe(told));
