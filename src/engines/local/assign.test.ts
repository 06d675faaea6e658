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

test("the time of a likelier answer's date is not given for another time that the page lacks", async () => {
  const page = [
    "Parking citation",
    "Issued at: 06 Apr 2026 11:39 AM",
    "Fine: $138.27",
    "Street: College Road",
    "Officer: Kim Example",
  ].join("\n");
  const fields: Field[] = [
    { name: "issued_at", type: "datetime", description: "Issued at" },
    { name: "observed_from", type: "time", description: "First seen" },
    { name: "fine", type: "currency", description: "Fine" },
    text("street", "Street"),
  ];
  expect(await answers(page, ...fields)).toEqual({
    issued_at: "06 Apr 2026 11:39 AM",
    fine: "$138.27",
    street: "College Road",
  });
});

test("a time of its own is given beside a date with a time", async () => {
  const page = [
    "Parking citation",
    "Issued at: 06 Apr 2026 11:39 AM",
    "First seen: 11:12 AM",
    "Fine: $138.27",
    "Street: College Road",
  ].join("\n");
  const fields: Field[] = [
    { name: "issued_at", type: "datetime", description: "Issued at" },
    { name: "observed_from", type: "time", description: "First seen" },
  ];
  expect(await answers(page, ...fields)).toEqual({ issued_at: "06 Apr 2026 11:39 AM", observed_from: "11:12 AM" });
});
