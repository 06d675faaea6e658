import { expect, test } from "vitest";
import type { Field } from "#contract/schema/field.ts";
import { localEngine } from "#engines/local/engine.ts";
import { typedDocument } from "#engines/typed-document.ts";

const text = (name: string, description: string): Field => ({ name, type: "string", description });

async function answers(page: string, ...fields: Field[]) {
  const { findings } = await localEngine.extract({ document: typedDocument(page), schema: { fields } }, new AbortController().signal);
  return Object.fromEntries(findings.map(({ path, raw }) => [path.slice(1), raw]));
}

test("the number of one of two people is not the other's, whose box is empty", async () => {
  const page = [
    "First name      Last name       Your social security number",
    "Kim             Example         123-45-6789",
    "",
    "Spouse's name                   Spouse's social security number",
  ].join("\n");
  const fields = [
    text("taxpayer_ssn", "Social security number of the taxpayer"),
    text("spouse_ssn", "Social security number of the spouse"),
  ];
  expect(await answers(page, ...fields)).toEqual({ taxpayer_ssn: "123-45-6789" });
});
