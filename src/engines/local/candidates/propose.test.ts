import { describe, expect, test } from "vitest";
import type { Field } from "#contract/schema/field.ts";
import { localEngine } from "#engines/local/engine.ts";
import { typedDocument } from "#engines/typed-document.ts";

async function raws(fields: Field[], ...pages: string[]): Promise<Record<string, string>> {
  const ask = { document: typedDocument(...pages), schema: { fields } };
  const { findings } = await localEngine.extract(ask, new AbortController().signal);
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

describe("addresses", () => {
  const address = (name: string): Field => ({ name, type: "address" });

  test("a day, month and year are no postal code with a town", async () => {
    expect(await raws([address("address")], "9 March 2026\n17 August 1984")).toEqual({});
  });

  test("a street that ends like a legal form belongs to it", async () => {
    const page = "Marlow Finch Ltd\n12 Oak Ave SE\nSalem, OR 97301";
    expect(await raws([address("seller_address")], page)).toEqual({ seller_address: "12 Oak Ave SE Salem, OR 97301" });
  });

  test("the buyer's stands below its heading", async () => {
    const page = `18 Canal Lane
Bristol BS1 0ZZ

Bill to                       Invoice date      12 March 2026
Villa Sol College             Due date          11 April 2026
2 Sample Road
Cardiff CF10 0ZZ`;
    expect(await raws([address("buyer_address")], page)).toEqual({ buyer_address: "2 Sample Road Cardiff CF10 0ZZ" });
  });

  test("on a form it stands below its label, not at the head of the page", async () => {
    const holder: Field = { name: "holder", type: "object", fields: [address("address")] };
    const page = "PO Box 100, Sampleton XA1 0ZZ - Claims office\n\nAddress\n5 Specimen Close, Sampleton XA4 3YX";
    expect(await raws([holder], page)).toEqual({ "holder/address": "5 Specimen Close, Sampleton XA4 3YX" });
  });
});

describe("fields with a known meaning whose usual labels are not printed", () => {
  test("are found by labels that read like their names", async () => {
    const fields: Field[] = [
      { name: "signature_date", type: "date" },
      { name: "items_damaged", type: "integer", description: "Number of items damaged" },
    ];
    const page = "Number of items damaged:  4\nDate of signature:  4 May 2026";
    expect(await raws(fields, page)).toEqual({ signature_date: "4 May 2026", items_damaged: "4" });
  });

  test("are not, where a usual label is printed", async () => {
    const page = "Due date:  4 May 2026\nPayment date of the last bill:  7 April 2026";
    expect(await raws([{ name: "payment_due_date", type: "date" }], page)).toEqual({ payment_due_date: "4 May 2026" });
  });
});

describe("sums", () => {
  test("the one that the field names wins, where the page prints several of its kind", async () => {
    const fields: Field[] = ["subtotal", "net_total", "total_vat", "total"].map((name) => ({ name, type: "number" }));
    const page = "Subtotal  9,074.20\nTrade discount 5%  -453.71\nNet total  8,620.49\nTotal VAT  1,630.85\nTotal due  10,251.34";
    expect(await raws(fields, page)).toEqual({
      subtotal: "9,074.20",
      net_total: "8,620.49",
      total_vat: "1,630.85",
      total: "10,251.34",
    });
  });
});
