import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Schema } from "#contract/schema/field.ts";
import type { ExtractionResult } from "#contract/task.ts";
import type { Document } from "#documents/document.ts";
import { eInvoiceOfAttached } from "#documents/einvoices/read-einvoice.ts";
import { localEngine } from "#engines/local/engine.ts";
import { typedDocument } from "#engines/typed-document.ts";
import { extractValues } from "#results/extract.ts";

const XML = readFileSync(path.resolve(import.meta.dirname, "../../../samples/make/factur-x.xml"));

const PRINT = `Papeterie du Moulin SARL
Facture n°   FX-2026-0117
Date de facture   02/06/2026
Échéance   02/07/2026

Total HT   279,00 €
TVA 20 %   55,80 €
Total TTC   334,80 €
Livré par   Durand Transports`;

const LINES = {
  name: "line_items",
  type: "table" as const,
  fields: [
    { name: "name", type: "string" as const },
    { name: "amount", type: "number" as const },
  ],
};
const SCHEMA: Schema = {
  fields: [
    { name: "invoice_number", type: "string" },
    { name: "due_date", type: "date" },
    { name: "total_ttc", type: "currency" },
    { name: "bic", type: "string" },
    { name: "customer_city", type: "string" },
    LINES,
  ],
};

/** The print with the data on pages after it, as they are read from a PDF. */
function document(print: string, xml: Buffer = XML): Document {
  const typed = typedDocument(print);
  const invoice = eInvoiceOfAttached([{ name: "factur-x.xml", bytes: xml }]);
  if (!invoice?.structured) throw new Error("the sample is no e-invoice");
  const pages = invoice.pages(2);
  return { ...typed, structured: invoice.structured, pages: [...typed.pages, ...pages] };
}

async function extracted(print: string, xml?: Buffer, schema = SCHEMA): Promise<ExtractionResult> {
  const ask = { document: document(print, xml), schema };
  return (await extractValues(localEngine, ask, new AbortController().signal)).result;
}

const codes = ({ warnings }: ExtractionResult) => warnings.map(({ code, path: at }) => `${code} ${at ?? ""}`.trim());

describe("values of an e-invoice", () => {
  test("come from the data, with its path and the place in the print", async () => {
    const { data, fields, warnings } = await extracted(PRINT);
    expect(data).toMatchObject({
      invoice_number: "FX-2026-0117",
      due_date: "2026-07-02",
      total_ttc: { amount: 334.8, currency: "EUR" },
      customer_city: "Grenoble",
    });
    const [stated, printed] = fields["/total_ttc"]?.evidence ?? [];
    expect(stated).toMatchObject({ part: "factur-x.xml", path: expect.stringMatching(/\/GrandTotalAmount$/) });
    expect(printed).toMatchObject({ page: 1, text: expect.stringContaining("334,80") });
    expect(warnings).toEqual([]);
  });

  test("are not looked for in the print where the data does not state the term", async () => {
    const { data } = await extracted(`${PRINT}\nBIC  MUSTDEFFXXX`);
    expect(data.bic).toBeNull();
  });

  test("are surer than what is only printed", async () => {
    const { fields } = await extracted(PRINT);
    expect(fields["/total_ttc"]?.confidence).toBeGreaterThan(0.98);
    expect(fields["/total_ttc"]?.confidence_factors?.map(({ factor }) => factor)).toEqual(["stated", "print"]);
  });
});

describe("a print that shows another value", () => {
  test.each([
    ["/total_ttc", "334,80", "384,80"],
    ["/invoice_number", "FX-2026-0117", "FX-2026-0177"],
    ["/due_date", "02/07/2026", "12/07/2026"],
  ])("of %s is named, and the data's is kept", async (at, from, to) => {
    const result = await extracted(PRINT.replace(from, to));
    expect(codes(result)).toContain(`print_differs ${at}`);
    const before = await extracted(PRINT);
    expect(result.fields[at]?.value).toEqual(before.fields[at]?.value);
    expect(result.fields[at]?.confidence).toBeLessThan(0.8);
    const message = result.warnings.find(({ code }) => code === "print_differs")?.message;
    expect(message).toMatch(
      /^The data of the file says “.+”, which is not printed; the print (?:reads|has) “.+” ?.*\(page 1\)\. The data was used\.$/,
    );
  });

  test("is not said to show two values in one place", async () => {
    const fields = (["total_vat", "total_with_vat", "amount_due"] as const).map((name) => ({ name, type: "number" as const }));
    const print = "Rechnung # RE-7 von 21.01.2019\n\nUSt. Gesamt: 75,04\nGesamtbetrag: 571,04";
    const { warnings } = await extracted(print, XML, { fields });
    const doubted = warnings.filter(({ message }) => message.includes("one of the two is read wrongly"));
    expect(doubted.map(({ code, path: at }) => [code, at])).toEqual([
      ["print_differs", "/total_vat"],
      ["print_differs", "/total_with_vat"],
    ]);
  });

  test("does not differ where lines are printed with their VAT, as they are for private people", async () => {
    const names = ["Carnet quadrillé A5      ", "Stylo à bille bleu       ", "Carton de 500 enveloppes "];
    const fields = [{ ...LINES, fields: [...LINES.fields, { name: "quantity", type: "number" as const }] }];
    const of = async (amounts: readonly string[]) => {
      const quantities = ["40 ", "120", "2  "];
      const lines = [
        "Article                       Quantité      Montant",
        ...names.map((name, i) => `${name}     ${quantities[i]}           ${amounts[i]}`),
      ];
      return codes(await extracted([PRINT, "", ...lines].join("\n"), XML, { fields })).filter((code) => code.includes("amount"));
    };
    expect(await of(["128,00", "102,00", "49,00"])).toEqual([]);
    expect(await of(["153,60", "122,40", "58,80"])).toEqual([]);
    expect(await of(["166,40", "132,60", "63,70"])).toHaveLength(3);
  });

  test("is said to be of another invoice where most values differ, and only there", async () => {
    const fields = [...SCHEMA.fields, { name: "invoice_date", type: "date" as const }, { name: "net_total", type: "number" as const }];
    const other = PRINT.replace("FX-2026-0117", "RE-771-04").replace("02/06/2026", "21/01/2019").replace("02/07/2026", "11/02/2019");
    const summaryOf = async (print: string) =>
      (await extracted(print, XML, { fields })).warnings.filter(({ path: at }) => at === null).map(({ message }) => message);
    expect(await summaryOf(other.replace("279,00", "496,00").replace("334,80", "571,04").replace("55,80", "75,04"))).toEqual([
      expect.stringMatching(/another invoice: it differs from the data in [4-9] values/),
    ]);
    expect(await summaryOf(other)).toEqual([]);
  });
});

describe("sums of the data are computed again", () => {
  test("one that does not add up is a warning, and its values are less sure", async () => {
    const wrong = Buffer.from(XML.toString().replace("<ram:GrandTotalAmount>334.80", "<ram:GrandTotalAmount>335.80"));
    const result = await extracted(PRINT.replace("334,80", "335,80"), wrong);
    expect(codes(result)).toContain("einvoice_sums");
    expect(result.fields["/total_ttc"]?.confidence).toBeLessThan(0.9);
  });
});
