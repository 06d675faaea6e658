import { expect, test } from "vitest";
import { bestPairing } from "./pairing.ts";

test("the pairing with the highest sum wins, not the one with the highest score", () => {
  expect(
    bestPairing([
      [0.9, 0.8],
      [0.8, 0],
    ]),
  ).toEqual([1, 0]);
});

test("a row without a score gets no column; rows may be more than columns, and fewer", () => {
  expect(
    bestPairing([
      [0, 0],
      [0.5, 0.4],
      [0.3, 0.2],
    ]),
  ).toEqual([null, 0, 1]);
  expect(bestPairing([[0.1, 0.2, 0.9]])).toEqual([2]);
  expect(bestPairing([])).toEqual([]);
});
