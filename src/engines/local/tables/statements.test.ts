import { expect, test } from "vitest";
import type { Field } from "#contract/schema/field.ts";
import { readDocx } from "#documents/office/read-docx.ts";
import { makeDocx, wordParagraph } from "#documents/testing/make-docx.ts";
import { typedDocument } from "#engines/typed-document.ts";
import { list, number, rowsFor, rowsIn, text } from "./rows-in.ts";

const section = text("section", "the section heading the line falls under, exactly as printed in the document");
const label = text("label", "line item name as printed");
const amounts = [number("current_year", "amount in the current-year column"), number("prior_year", "amount in the prior-year column")];
const items = list("balance_sheet_items", [section, label, ...amounts], "assets, liabilities and equity; exclude every total row");

type Words = readonly [item: string, assets: string, cash: string, stock: string, equity: string, capital: string, total: string];
const LANGUAGES: Readonly<Record<string, Words>> = {
  English: ["Item", "Assets", "Cash", "Inventories", "Liabilities and equity", "Share capital", "Total"],
  German: ["Posten", "Aktiva", "Kassenbestand", "Vorräte", "Passiva", "Gezeichnetes Kapital", "Summe"],
  French: ["Poste", "Actif", "Trésorerie", "Stocks", "Passif", "Capital social", "Total"],
  Hebrew: ["סעיף", "נכסים", "מזומנים", "מלאי", "התחייבויות והון", "הון מניות", 'סה"כ'],
};

function linesOf([item, assets, cash, stock, equity, capital, total]: Words): string[][] {
  return [
    [item, "2024", "2023"],
    [assets, "", ""],
    [cash, "1,250", "980"],
    [stock, "1,870", "2,100"],
    [`${total} ${assets}`, "3,120", "3,080"],
    [equity, "", ""],
    [capital, "2,120", "2,080"],
    ["X-17", "1,000", "1,000"],
    [`${total} ${equity}`, "3,120", "3,080"],
  ];
}

const expected = ([, assets, cash, stock, equity, capital]: Words) => [
  { section: assets, label: cash, current_year: "1,250", prior_year: "980" },
  { section: assets, label: stock, current_year: "1,870", prior_year: "2,100" },
  { section: equity, label: capital, current_year: "2,120", prior_year: "2,080" },
  { section: equity, label: "X-17", current_year: "1,000", prior_year: "1,000" },
];

async function inWord(rows: readonly (readonly string[])[], field: Field) {
  const cell = (inside: string) => `<w:tc>${wordParagraph(inside)}</w:tc>`;
  const table = `<w:tbl>${rows.map((row) => `<w:tr>${row.map(cell).join("")}</w:tr>`).join("")}</w:tbl>`;
  return rowsIn({ ...typedDocument(""), pages: [await readDocx(makeDocx(table))] }, field);
}

test.each(Object.entries(LANGUAGES))(
  "a %s balance sheet in a Word file has the rows of all its sections, with their headings",
  async (_, words) => {
    expect(await inWord(linesOf(words), items)).toEqual(expected(words));
  },
);

test("the rows below a sum of a statement are rows too, and headings close to them are no part of a name", async () => {
  const words = LANGUAGES.English as Words;
  const page = linesOf(words).map(
    ([name = "", current = "", prior = ""]) => `${name.padEnd(34)}${current.padStart(8)}${prior.padStart(12)}`,
  );
  expect(await rowsFor(items, page.join("\n"))).toEqual(expected(words));
});

test("a list that is called like one part of a statement has the rows of that part alone", async () => {
  const line = ([name = "", current = "", prior = ""]: string[]) => `${name.padEnd(34)}${current.padStart(8)}${prior.padStart(12)}`;
  const page = linesOf(LANGUAGES.English as Words)
    .map(line)
    .join("\n");
  const assets = await rowsFor(list("assets", [label, ...amounts]), page);
  expect(assets.map((row) => row.label)).toEqual(["Cash", "Inventories"]);
  const equity = await rowsFor(list("liabilities_and_equity", [label, ...amounts]), page);
  expect(equity.map((row) => row.label)).toEqual(["Share capital", "X-17"]);
});

test("the column of the lines' names is no heading, though its head may mean one", async () => {
  const [heads = [], , ...lines] = linesOf(LANGUAGES.Hebrew as Words);
  const rows = await inWord([heads, ...lines.slice(0, 2)], items);
  expect(rows.map((row) => [row.section, row.label])).toEqual([
    [undefined, "מזומנים"],
    [undefined, "מלאי"],
  ]);
});

test("rows that the description excludes by name are none, in any language", async () => {
  const described = "revenue and expense lines; exclude the net-income/total row";
  const income = list("income_statement_items", [label, ...amounts], described);
  const page = (name: string) => `Position             2024      2023
Umsatzerlöse        18,500    16,200
Materialaufwand    -11,100    -9,720
${name.padEnd(20)}7,400     6,480`;
  for (const name of ["Jahresüberschuss", "Net income"])
    expect((await rowsFor(income, page(name))).map((row) => row.label)).toEqual(["Umsatzerlöse", "Materialaufwand"]);
  expect(await rowsFor(income, page("Zinsertrag"))).toHaveLength(3);
});
