import { expect, test } from "vitest";
import type { Field } from "#contract/schema/field.ts";
import { localEngine } from "#engines/local/engine.ts";
import { typedDocument } from "#engines/typed-document.ts";

async function answers(page: string, ...fields: Field[]): Promise<Record<string, string>> {
  const { findings } = await localEngine.extract({ document: typedDocument(page), schema: { fields } }, new AbortController().signal);
  return Object.fromEntries(findings.map(({ path, raw }) => [path.slice(1), raw]));
}

const year = (name: string, description: string): Field => ({ name, type: "integer", description });
const units: Field = { name: "currency_units", type: "string", description: "the units of the amounts (e.g. thousands of NIS)" };
const total = (name: string, description: string): Field => ({ name, type: "number", description });

const page = (scale: string, name = "Total assets") => `Oran Technologies Ltd
Balance sheet ${scale}

Item                           2024      2023
Cash and cash equivalents      1,250     980
Inventories                    1,870     2,100
${name.padEnd(31)}3,120     3,080

Income statement ${scale}

Item                           2024      2023
Revenue                        8,120     8,080`;

test("the current year and the one before it are those over the columns", async () => {
  const asked = [year("report_year", "the report year (the later of the two columns)"), year("prior_year", "the previous year")];
  expect(await answers(page(""), ...asked)).toEqual({ report_year: "2024", prior_year: "2023" });
});

test.each([
  ["(in thousands of euros)", "thousands of euros"],
  ["(in Tausend Euro)", "Tausend Euro"],
  ["(TEUR)", "TEUR"],
  ["(en milliers d'euros)", "milliers d'euros"],
  ['(אלפי ש"ח)', 'אלפי ש"ח'],
])("%s over the tables states what the amounts are counted in", async (printed, stated) => {
  expect(await answers(page(printed), units)).toEqual({ currency_units: stated });
});

test("a sentence that counts thousands of something states no scale", async () => {
  const sentence = "We have thousands of customers who spent 12 million euros with us in the course of the year.";
  expect(await answers(`${page("")}\n\n${sentence}`, units)).toEqual({});
});

test("the sum of one year is not that of the other", async () => {
  const [current, prior] = ["stated total assets for the current year", "stated total assets of the prior year"];
  const asked = [total("total_assets", current), total("total_assets_prior_year", prior)];
  expect(await answers(page("", "Summe Aktiva"), ...asked)).toEqual({ total_assets: "3,120", total_assets_prior_year: "3,080" });
});
