import { expect, test } from "vitest";
import type { Schema } from "#contract/schema/field.ts";
import { typedDocument } from "#engines/typed-document.ts";
import { extractValues } from "#results/extract.ts";
import { localEngine } from "./engine.ts";

const LETTER = [
  "Example Property Ltd",
  "14 Harbour Row, Leeds LS1 4AB",
  "",
  "20 November 2025",
  "",
  "Dear Ms Hollis,",
  "",
  "We are pleased to confirm that your application for the flat at Mill Lane has been",
  "accepted. The tenancy begins on 1 December 2025 and runs for eighteen months. The monthly",
  "rent is £1,250.00, payable on the first day of each month, and the deposit of £1,400.00",
  "must be paid by 27 November 2025. Your notice period is two months. Pets are not allowed",
  "in any of the rooms. Please return the signed agreement to our colleague Mr Tobias",
  "Fenwick, who will hand over the keys.",
];

const answers = async (fields: Schema["fields"]): Promise<Record<string, unknown>> => {
  const ask = { document: typedDocument(LETTER.join("\n")), schema: { fields } };
  const { result } = await extractValues(localEngine, ask, new AbortController().signal);
  return Object.fromEntries(Object.entries(result.fields).map(([name, { value }]) => [name, value]));
};

test("a letter answers from its sentences, over the ends of lines", async () => {
  const found = await answers([
    { name: "start_date", type: "date", description: "Day on which the tenancy begins" },
    { name: "deposit_due_date", type: "date", description: "By when the deposit must be paid" },
    { name: "monthly_rent", type: "number", description: "Monthly rent" },
    { name: "notice_period", type: "string", description: "Notice period" },
    { name: "pets_allowed", type: "boolean", description: "Whether pets are allowed" },
  ]);
  expect(found).toEqual({
    "/start_date": "2025-12-01",
    "/deposit_due_date": "2025-11-27",
    "/monthly_rent": 1250,
    "/notice_period": "two months",
    "/pets_allowed": false,
  });
});
