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

  test("the number of a unit does not separate a name from an address", async () => {
    const page = "Marlow Finch Ltd        Unit 7, Example Wharf\n                        18 Canal Lane";
    expect(await raws([text("seller_name")], page)).toEqual({ seller_name: "Marlow Finch Ltd" });
  });

  test("the account name is the customer's, but among bank details the payee's", async () => {
    const invoice = "Invoice\n\nAccount name:  Villa Sol Ltd\nInvoice number: 4711\n\nTotal due   412.00";
    expect(await raws([text("buyer_name")], invoice)).toEqual({ buyer_name: "Villa Sol Ltd" });
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
    const page = "Seller\nMarlow Finch Ltd\n12 Oak Ave SE\nSalem, OR 97301";
    expect(await raws([address("seller_address")], page)).toEqual({ seller_address: "12 Oak Ave SE Salem, OR 97301" });
  });

  test("the buyer's is below its heading", async () => {
    const page = `18 Canal Lane
Bristol BS1 0ZZ

Bill to                       Invoice date      12 March 2026
Villa Sol College             Due date          11 April 2026
2 Sample Road
Cardiff CF10 0ZZ`;
    const fields: Field[] = [{ name: "buyer_name", type: "string" }, address("buyer_address"), { name: "due_date", type: "date" }];
    expect(await raws(fields, page)).toMatchObject({ buyer_address: "2 Sample Road Cardiff CF10 0ZZ" });
  });

  test("on a form it is below its label, not at the head of the page", async () => {
    const holder: Field = { name: "holder", type: "object", fields: [address("address")] };
    const page = "PO Box 100, Sampleton XA1 0ZZ - Claims office\n\nClaim number\nC-4471\n\nAddress\n5 Specimen Close, Sampleton XA4 3YX";
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
  test("the one that matches the field's name wins, where the page prints several of its kind", async () => {
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

test("of several numbers the document's own is that of its title", async () => {
  const field: Field = { name: "contract_number", type: "string", description: "Contract, order or invoice number" };
  const numbers = "Order no.   98488\nInvoice #   TV-0175545";
  expect(await raws([field], `          INVOICE\n${numbers}`)).toEqual({ contract_number: "TV-0175545" });
  expect(await raws([field], `          ORDER\n${numbers}`)).toEqual({ contract_number: "98488" });
});

describe("names on two lines", () => {
  test("a salutation belongs to the person below it", async () => {
    const page = "INVOICE\n\nBill to:\n\nHerrn\nMax Sample\n\nSample Road 2\nDE 12345 Sampleton";
    expect(await raws([text("buyer_name")], page)).toEqual({ buyer_name: "Herrn Max Sample" });
  });

  test("lines closer to each other than to what follows are one company", async () => {
    const page = "Seller:\n\nSAMPLE Finch\nMutual Society Sampleton Ltd\n\nSample Road 2";
    expect(await raws([text("seller_name")], page)).toEqual({ seller_name: "SAMPLE Finch Mutual Society Sampleton Ltd" });
  });

  test("a contact above a company is not part of its name", async () => {
    const page = "Buyer:\nAlex Sample\nMarlow Finch Ltd\nSample Road 2";
    expect(await raws([text("buyer_name")], page)).toEqual({ buyer_name: "Alex Sample" });
  });
});

describe("totals", () => {
  const total: Field = { name: "total", type: "number" };

  test("money given less change is what was paid, after rounding", async () => {
    const page =
      "Total sales (incl GST)   27.28\nRounding adjustment       .02\nRounding                27.30\nCash   30.00\nChange    2.70";
    expect(await raws([total], page)).toEqual({ total: "27.30" });
  });

  test("under the head of a column the sum of its rows counts", async () => {
    const page =
      "VAT rate    Net amount    VAT amount\n7%          100.00        7.00\n19%         200.00        38.00\n            300.00        45.00";
    const fields: Field[] = ["net_total", "tax_total"].map((name) => ({ name, type: "number" }));
    const found = await raws(fields, page);
    expect(found.tax_total).toBe("45.00");
    expect(["300.00", undefined]).toContain(found.net_total);
  });

  test("where only the amount due is printed it is the total, when net and tax come to it", async () => {
    const fields: Field[] = ["net_total", "tax_total", "grand_total", "amount_due"].map((name) => ({ name, type: "number" }));
    const page = "Net total:  100.00\nVAT total:  19.00\nDue payable:  119.00";
    expect(await raws(fields, page)).toMatchObject({ grand_total: "119.00", amount_due: "119.00" });
  });

  test.each([
    ["Rechnungssumme ohne Umsatzsteuer", "net_total"],
    ["Totale fattura IVA inclusa", "grand_total"],
    ["Importe total sin impuestos", "net_total"],
    ["Total amount (inclusive of GST)", "grand_total"],
  ])("%s is the %s", async (label, name) => {
    expect(await raws([{ name, type: "number" }], `${label}   119.00`)).toEqual({ [name]: "119.00" });
  });
});

describe("forms", () => {
  test("a numbered line has its value right of its number, not of another line's words", async () => {
    const page =
      "8  Add lines 1 to 7                     8   10.00\n9  Subtract line 8 from line 7     9   25.00\n10  Total of line 9                   10   30.00";
    const field: Field = { name: "line_9", type: "number", description: "Amount on line 9 of the form" };
    expect(await raws([field], page)).toEqual({ line_9: "25.00" });
  });

  test("the label of another field is no value", async () => {
    const fields: Field[] = [
      { name: "state", type: "string" },
      { name: "zip", type: "string", description: "ZIP code" },
    ];
    expect(await raws(fields, "State             ZIP code\n      XA          12345")).toEqual({ state: "XA", zip: "12345" });
  });

  test("a label with a colon is no value either", async () => {
    expect(await raws([text("payment_terms")], "Payment terms:      Shipping conditions:\nNet 45              Sampleton port")).toEqual({
      payment_terms: "Net 45",
    });
  });
});

test("a VAT number of a length that its country does not have counts behind its label only", async () => {
  const vat = text("seller_vat_id");
  expect(await raws([vat], "VAT ID:  DE99999999")).toEqual({ seller_vat_id: "DE99999999" });
  expect(await raws([vat], "Part DE99999999 of the catalogue")).toEqual({});
});

test("make and model follow one label", async () => {
  const page = "Make & model    Sampler Roadster 1.6\nBody type    Hatchback";
  expect(await raws([text("make"), text("model")], page)).toEqual({ make: "Sampler", model: "Roadster 1.6" });
});

describe("parties of an agreement", () => {
  const parties: Field = { name: "parties", type: "array", items: { name: "party", type: "string" } };

  test("are the addressee of a letter and who is given a role", async () => {
    const page = `March 3, 2026
Marlow Finch, Inc.
18 Canal Lane
Sampleton, XA 12345
Dear Mr. Sample:
In connection with a possible transaction with Villa Sol, Inc., a Delaware corporation (the "Company"), you agree as follows.`;
    expect(Object.values(await raws([parties], page))).toEqual(["Villa Sol, Inc.", "Marlow Finch, Inc."]);
  });
});

describe("periods in sentences", () => {
  test("begin and end where the sentence says", async () => {
    const fields: Field[] = ["effective_from", "effective_to"].map((name) => ({ name, type: "date" }));
    const page = "Your insurance is effective from 3rd June 2026.\nIt runs from 3rd June 2026 to 2nd June 2027.";
    expect(await raws(fields, page)).toEqual({ effective_from: "3rd June 2026", effective_to: "2nd June 2027" });
  });
});
