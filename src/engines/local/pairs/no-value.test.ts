import { expect, test } from "vitest";
import type { Field } from "#contract/schema/field.ts";
import { localEngine } from "#engines/local/engine.ts";
import { typedDocument } from "#engines/typed-document.ts";

async function answers(page: readonly string[], ...fields: Field[]) {
  const schema = { fields };
  const { findings } = await localEngine.extract({ document: typedDocument(page.join("\n")), schema }, new AbortController().signal);
  return Object.fromEntries(findings.map(({ path, raw }) => [path.slice(1), raw]));
}

const HEARING = ["NOTICE OF HEARING", "", "Plaintiff: Kim Example", "Filing fee: 312.39", "Court: County Court at Kirkdale", "", "Page 1"];

test.each([
  ["Book Page", "Vol./Page"],
  ["purchase_order", "Your P.O."],
])("the page's own number is no %s", async (name, description) => {
  expect(await answers(HEARING, { name, type: "string", description })).toEqual({});
});

test("the page's own number answers a field that asks for it", async () => {
  expect(await answers(HEARING, { name: "page_number", type: "integer", description: "Page" })).toEqual({ page_number: "1" });
});

const standing: Field = { name: "standing", type: "string", description: "Standing", enum: ["Valid", "Suspended", "Revoked"] };

test("what a page's footer says of the paper is no option of a field", async () => {
  const page = [
    "Work request",
    "",
    "Unit: Apt 4B",
    "Request no: 79338",
    "",
    "This document was produced electronically and is valid without signature. 1",
  ];
  expect(await answers(page, standing)).toEqual({});
});

test("an option that the page states is given", async () => {
  expect(await answers(["Licence 4471", "", "Standing: Valid", "Holder: Kim Example"], standing)).toEqual({ standing: "Valid" });
});

test.each([
  ["member_id", "SHP 449 20 7713 02"],
  ["plan_number", "BP 2026/00618"],
  ["versicherungsnummer", "53 170458 L 019"],
  ["approval_number", "118 774"],
])("a number in groups is whole: %s %s", async (name, number) => {
  const page = ["Kim Example", "", `${name.replace("_", " ")}: ${number}`, "Town: Springfield", "Country: Norway"];
  expect(await answers(page, { name, type: "string" })).toEqual({ [name]: number });
});
