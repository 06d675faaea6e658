import { expect, test } from "vitest";
import { Shares } from "./shares.ts";

test("a lane that keeps children busy gives way until it was idle for a while; others do not", () => {
  const shares = new Shares();
  for (let second = 0; second < 10; second++) shares.add("busy", 1, second * 1000);
  shares.add("other", 0.1, 10_000);
  expect([shares.givesWay("busy", 10_000), shares.givesWay("other", 10_000)]).toEqual([true, false]);
  expect(shares.givesWay("busy", 40_000)).toBe(false);
});

test("a lane with occasional requests never does", () => {
  const shares = new Shares();
  for (let second = 0; second < 100; second++) {
    shares.add("calm", 0.25, second * 1000);
    expect(shares.givesWay("calm", second * 1000)).toBe(false);
  }
});
