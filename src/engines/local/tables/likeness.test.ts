import { expect, test } from "vitest";
import type { Field } from "#contract/schema/field.ts";
import { likeWords } from "#engines/local/match/words.ts";
import { likeness, meaningOf } from "./likeness.ts";

const like = (field: Field, head: string, list = "rows") => likeness(field, head, meaningOf(field, { name: list }, likeWords()));

const field = (name: string, description?: string): Field => ({ name, type: "string", ...(description ? { description } : {}) });

test.each([
  ["the same words", field("unit_price"), "Unit price"],
  ["an abbreviation", field("quantity"), "Qty"],
  ["another form", field("withdrawals"), "Withdrawal"],
  ["a head that the description quotes", field("pack", "the pack quantity from the PACK QTY column"), "PACK QTY"],
  ["a head in brackets", field("name", "Product name (商品名)"), "商品名"],
  ["a known label of the concept", field("description"), "Bezeichnung"],
  ["a sign for a share", field("percent"), "%"],
  ["an abbreviation of several words", field("birth_date"), "DOB"],
  ["a word of another language", field("subject"), "Matière"],
])("%s names the field", (_, asked, head) => expect(like(asked, head)).toBeGreaterThan(0.7));

test("a head in two languages names the field in either", () => {
  expect(like(field("method"), "Methode / 方法")).toBeGreaterThan(0.8);
});

test("a head with the list's word names what the rows are called", () => {
  expect(like(field("name"), "Insurer", "insurers")).toBeGreaterThan(0.55);
  expect(like(field("phone"), "Insurer", "insurers")).toBeLessThan(0.5);
});

test.each([
  ["debit", "Credit"],
  ["paid", "Amount due"],
  ["supplier", "Customer"],
  ["opening_balance", "Closing balance"],
])("%s is not what stands below %s", (name, head) => expect(like(field(name), head)).toBeLessThan(0.3));

test("unrelated words do not, nor an empty head", () => {
  expect(like(field("payer"), "Door type")).toBeLessThan(0.4);
  expect(like(field("amount"), "")).toBe(0);
});

test("the head that says more of the field is more alike", () => {
  const ending = field("ending_balance", "Balance at the end");
  expect(like(ending, "Ending balance")).toBeGreaterThan(like(ending, "Beginning balance"));
});
