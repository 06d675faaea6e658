import { describe, expect, test } from "vitest";
import type { Field } from "#contract/schema/field.ts";
import { selectEngine } from "#engines/select.ts";
import { typedDocument } from "#engines/typed-document.ts";

async function raws(fields: Field[], ...pages: string[]): Promise<Record<string, string>> {
  const ask = { document: typedDocument(...pages), schema: { fields } };
  const { findings } = await selectEngine("local").extract(ask, new AbortController().signal);
  return Object.fromEntries(findings.map((finding) => [finding.path.slice(1), finding.raw]));
}
const text = (name: string): Field => ({ name, type: "string" });

describe("names", () => {
  test("an article code is no company, though it begins like a legal form", async () => {
    const page = `${"\n".repeat(34)}AB-0801   Sanding discs   164.00\nAB-0802   Drill bits   12.00`;
    expect(await raws([text("seller_name")], page)).toEqual({});
  });

  test("the number of a unit parts no name from an address", async () => {
    const page = "Marlow Finch Ltd        Unit 7, Example Wharf\n                        18 Canal Lane";
    expect(await raws([text("seller_name")], page)).toEqual({ seller_name: "Marlow Finch Ltd" });
  });

  test("the account name is the customer's, but among bank details the payee's", async () => {
    expect(await raws([text("buyer_name")], "Account name:  Villa Sol Ltd")).toEqual({ buyer_name: "Villa Sol Ltd" });
    const bank = "Bank           Example Bank\nAccount name   Nord Handel Ltd\nIBAN           DE89 3704 0044 0532 0130 00";
    expect(await raws([text("buyer_name")], bank)).toEqual({});
  });
});
