import { expect, test } from "vitest";
import { wantedBy } from "#engines/local/leaves.ts";
import { typedDocument } from "#engines/typed-document.ts";
import { asAsked } from "#engines/values/asked-form.ts";
import { sheetsOf } from "#structure/sheet.ts";
import { ALL_FEATURES } from "./featured.ts";
import { LAST_FEATURES, lastOf, type Twice } from "./last.ts";
import { SECOND_FEATURES } from "./together.ts";

const { leaves } = wantedBy(
  asAsked({
    fields: [
      { name: "one", type: "string" },
      { name: "two", type: "string" },
    ],
  }),
);
const [cell] = sheetsOf(typedDocument("Example")).flatMap(({ cells }) => cells);

/** Candidates by words and probability, the `i`-th with `i + 1` as each of its features. */
function twice(...candidates: [raw: string, chance: number][]): Twice {
  const [leaf] = leaves;
  if (!leaf || !cell) throw new Error("no field");
  const all = candidates.map(([raw, chance], i) => {
    const value = { cell, from: 0, to: 1, raw, box: cell.box, fit: 1 };
    const features = new Float32Array(ALL_FEATURES.length).fill(i + 1);
    return { candidate: { leaf, value, label: null, features: {}, score: 0 }, features, place: null, chance };
  });
  return {
    all,
    second: candidates.map((_, i) => new Float32Array(SECOND_FEATURES.length).fill(10 * (i + 1))),
    chances: candidates.map(([, chance]) => chance),
  };
}

test("the last look is at the likeliest candidate, beside the next one of other words and the answers of other fields", () => {
  const [one, two] = leaves;
  if (!one || !two) throw new Error("no field");
  const looks = lastOf(
    new Map([
      [one, twice(["a", 0.2], ["b", 0.5], ["b", 0.4])],
      [two, twice(["c", 0.75])],
    ]),
  );
  const look = looks.get(one);
  const of = (name: string) => look?.features[LAST_FEATURES.indexOf(name)];
  expect(look?.at).toBe(1);
  expect(["left.name", "second.odds", "over.left.name"].map(of)).toEqual([2, 20, 1]);
  expect(["chance", "next", "count", "same", "fields", "others"].map((name) => of(`last.${name}`))).toEqual(
    [0.5, 0.2, 3, 2, 2, 0.75].map(Math.fround),
  );
});

test("a field without candidates is not looked at", () => {
  const [one] = leaves;
  if (!one) throw new Error("no field");
  expect(lastOf(new Map([[one, twice()]])).size).toBe(0);
});
