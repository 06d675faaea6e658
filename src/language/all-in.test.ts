import { expect, test } from "vitest";
import { allIn } from "./all-in.ts";

test("all matches are found as by matchAll, whatever was searched for before", () => {
  const pattern = /(\d+)(?<sign>%?)/g;
  for (const text of ["1 and 22 % or 333%", "none", "", "4"]) {
    const found = allIn(text, pattern).map((hit) => [hit.index, ...hit]);
    expect(found).toEqual([...text.matchAll(pattern)].map((hit) => [hit.index, ...hit]));
  }
  pattern.lastIndex = 3;
  expect(allIn("5", pattern)).toHaveLength(1);
});
