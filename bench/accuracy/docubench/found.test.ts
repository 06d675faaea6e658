import { expect, test } from "vitest";
import { tallyFound } from "./found.ts";

const schema = {
  type: "object",
  properties: { total: { type: "number" }, due: { type: "string" }, rows: { type: "array", properties: {} } },
};
const found = (...pointers: string[]) => Object.fromEntries(pointers.map((pointer) => [pointer, { status: "found" }]));

test("values as found are counted, wrong ones too, and inferred ones are not", () => {
  const fields = { ...found("/total"), "/due": { status: "inferred" } };
  expect(tallyFound(schema, { total: 5, due: "today" }, { total: 6, due: "now" }, fields)).toEqual({ found: 1, wrong: 1 });
  expect(tallyFound(schema, { total: 5 }, { total: 5.0000001, due: "now" }, fields)).toEqual({ found: 1, wrong: 0 });
});

test("rows are paired by likeness; all values of a row too many are wrong", () => {
  const label = {
    rows: [
      { text: "Bolt", price: 1 },
      { text: "Nut", price: 2 },
    ],
  };
  const data = {
    rows: [
      { text: "nut.", price: 2 },
      { text: "Bolt", price: 3 },
      { text: "Sum", price: 5 },
    ],
  };
  const fields = found(...[0, 1, 2].flatMap((i) => [`/rows/${i}/text`, `/rows/${i}/price`]));
  expect(tallyFound(schema, label, data, fields)).toEqual({ found: 6, wrong: 3 });
});
