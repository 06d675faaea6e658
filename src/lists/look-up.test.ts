import { expect, test } from "vitest";
import type { Json } from "#contract/json.ts";
import { type LookupRule, Rules } from "#contract/rules.ts";
import { loadedList } from "./loaded-lists.ts";
import { lookUp } from "./look-up.ts";

const LIST = loadedList({
  columns: ["Id", "Name", "IBAN", "Town"],
  rows: [
    ["S-001", "Example Paper GmbH", "DE89 3704 0044 0532 0130 00", "Köln"],
    ["S-002", "Example Steel GmbH", "FR7630006000011234567890189", "Lyon"],
    ["S-003", "Müller & Söhne KG", "", "Bremen"],
    ["S-004", "Nordwind Logistik GmbH", "", "Kiel"],
    ["S-005", "Nordwind Logistik GmbH", "", "Essen"],
    ["S-005", "Nordwind Logistik GmbH", "", "Essen"],
  ],
});
const rule = (...by: Partial<LookupRule["by"][number]>[]): LookupRule => {
  const [found] = Rules.parse({ lookups: [{ name: "supplier", list: "lst_1", by, gives: { id: "Id" } }] }).lookups ?? [];
  if (!found) throw new Error("no rule");
  return found;
};
const IBAN = rule({ field: "/iban", column: "IBAN", how: "exact" });
const NAME = rule({ field: "/name", column: "Name", how: "fuzzy" });
const ids = ({ suggestions }: { suggestions: { row: Record<string, string> }[] }) => suggestions.map(({ row }) => row.Id);
const look = (asked: LookupRule, data: Json) => lookUp(asked, LIST, data);

test("a number is found however its groups, case and punctuation are printed, and gives its row's columns", async () => {
  expect(await look(IBAN, { iban: "de89-3704 00440532013000" })).toEqual({
    name: "supplier",
    list_id: "lst_1",
    status: "found",
    row: { Id: "S-001", Name: "Example Paper GmbH", IBAN: "DE89 3704 0044 0532 0130 00", Town: "Köln" },
    likeness: 1,
    gives: { id: "S-001" },
    suggestions: [],
    fields: ["/iban"],
  });
});

test("a number with another digit is not found: the row that comes near is suggested only", async () => {
  const outcome = await look(IBAN, { iban: "DE89370400440532013001" });
  expect(outcome).toMatchObject({ status: "no_match", row: null, likeness: null, gives: { id: null } });
  expect(ids(outcome)).toEqual(["S-001"]);
});

test("a name is found with letters misread, without accents and without its legal form", async () => {
  for (const name of ["Exarnple Paper GmbH", "EXAMPLE PAPER GMBH", "Example Paper"])
    expect(await look(NAME, { name }), name).toMatchObject({ status: "found", gives: { id: "S-001" } });
  expect(await look(NAME, { name: "Mueller & Sohne KG" })).toMatchObject({ status: "found", gives: { id: "S-003" } });
});

test("another company is not found for a name that shares words with it", async () => {
  const outcome = await look(NAME, { name: "Example Glass GmbH" });
  expect(outcome).toMatchObject({ status: "no_match", row: null });
  expect(ids(outcome).sort()).toEqual(["S-001", "S-002"]);
});

test("rows that nothing tells apart are several; a further value chooses; equal rows are one", async () => {
  const several = await look(NAME, { name: "Nordwind Logistik GmbH" });
  expect(several).toMatchObject({ status: "several", row: null, gives: { id: null } });
  expect(ids(several)).toEqual(["S-004", "S-005"]);
  const withTown = rule({ field: "/name", column: "Name", how: "fuzzy" }, { field: "/town", column: "Town", how: "exact" });
  expect(await look(withTown, { name: "Nordwind Logistik", town: "Essen" })).toMatchObject({ status: "found", gives: { id: "S-005" } });
});

test("values are tried in the rule's order, and those that a document does not have are passed over", async () => {
  const both = rule({ field: "/iban", column: "IBAN", how: "exact" }, { field: "/name", column: "Name", how: "fuzzy" });
  expect(await look(both, { iban: null, name: "Example Steel" })).toMatchObject({ gives: { id: "S-002" }, fields: ["/name"] });
  expect(await look(both, { iban: "FR76 3000 6000 0112 3456 7890 189", name: "Example Paper GmbH" })).toMatchObject({
    gives: { id: "S-002" },
  });
  expect(await look(both, { iban: "XX", name: "Example Steel" })).toMatchObject({ gives: { id: "S-002" }, fields: ["/iban", "/name"] });
});

test("without a value, a list or its column nothing is looked up", async () => {
  const nothing = { status: "not_looked_up", row: null, suggestions: [], gives: { id: null }, fields: [] };
  expect(await look(NAME, { name: null })).toMatchObject(nothing);
  expect(await look(rule({ field: "/name", column: "Firm", how: "exact" }), { name: "Example Paper GmbH" })).toMatchObject(nothing);
  expect(await lookUp(NAME, null, { name: "Example Paper GmbH" })).toMatchObject(nothing);
});
