import { describe, expect, test } from "vitest";
import type { Field } from "#contract/schema/field.ts";
import { localEngine } from "#engines/local/engine.ts";
import { typedDocument } from "#engines/typed-document.ts";

async function answer(fields: Field[], ...pages: string[]) {
  return localEngine.extract({ document: typedDocument(...pages), schema: { fields } }, new AbortController().signal);
}
async function raws(fields: Field[], ...pages: string[]): Promise<Record<string, string>> {
  const { findings } = await answer(fields, ...pages);
  return Object.fromEntries(findings.map((finding) => [finding.path.slice(1), finding.raw]));
}
const text = (name: string, description?: string): Field => ({ name, type: "string", description });
const date = (name: string): Field => ({ name, type: "date" });
const amount = (name: string): Field => ({ name, type: "number" });

const INVOICE = [text("invoice_number"), date("invoice_date"), amount("net_total"), amount("tax_total"), amount("grand_total")];
const EXPECTED = {
  invoice_number: "R-2024-17",
  invoice_date: "05.03.2024",
  net_total: "100,00",
  tax_total: "19,00",
  grand_total: "119,00",
};

describe("single values", () => {
  test.each([
    ["German", "Rechnungs-Nr.:  R-2024-17\nRechnungsdatum:  05.03.2024\n\nNettobetrag  100,00\nMwSt. 19 %  19,00\nGesamtbetrag  119,00"],
    ["French", "Facture N°  R-2024-17\nDate de facture  05.03.2024\n\nTotal HT  100,00\nTVA  19,00\nTotal TTC  119,00"],
    ["Spanish", "Factura nº  R-2024-17\nFecha de factura  05.03.2024\n\nBase imponible  100,00\nIVA  19,00\nTotal factura  119,00"],
    ["Italian", "Fattura n.  R-2024-17\nData fattura  05.03.2024\n\nImponibile  100,00\nIVA  19,00\nTotale fattura  119,00"],
    ["Dutch", "Factuurnummer  R-2024-17\nFactuurdatum  05.03.2024\n\nSubtotaal  100,00\nBTW  19,00\nTotaal incl. BTW  119,00"],
    ["Portuguese", "Fatura nº  R-2024-17\nData da fatura  05.03.2024\n\nTotal líquido  100,00\nIVA  19,00\nTotal geral  119,00"],
    ["English", "Invoice #  R-2024-17\nInvoice date  05.03.2024\n\nSubtotal  100,00\nVAT  19,00\nGrand total  119,00"],
  ])("of a %s invoice, whatever the language of the schema", async (_, page) => {
    expect(await raws(INVOICE, page)).toEqual(EXPECTED);
  });

  test("are found below their labels too", async () => {
    const page = "Invoice No          Invoice Date        Due Date\nR-7                 05.03.2024          19.03.2024";
    expect(await raws([text("invoice_number"), date("invoice_date"), date("due_date")], page)).toEqual({
      invoice_number: "R-7",
      invoice_date: "05.03.2024",
      due_date: "19.03.2024",
    });
  });

  test("a due date is no invoice date: what is absent stays absent", async () => {
    const page = "Due date  19.03.2024\nTotal  5,00";
    expect(await raws([date("delivery_date"), text("iban"), text("order_reference"), amount("discount")], page)).toEqual({});
  });

  test("are none where somebody has to count, compare or average the rows of a table", async () => {
    const page =
      "Product      Units    Sale price    Profit\nCarretera    1618     20            16,185\nMontana      1321     20            13,210";
    const asked: Field[] = [
      { name: "row_count", type: "integer", description: "number of data rows in the sheet" },
      { name: "average_price", type: "number", description: "average of the Sale price column" },
      text("best_product", "the Product of the row with the highest Profit"),
    ];
    expect(await raws(asked, page)).toEqual({});
  });

  test("of a company stand at the head of the page in any script", async () => {
    const company = text("company_name", "company name as printed at the top");
    expect(await raws([company], 'אורן טכנולוגיות בע"מ\nמאזן ליום 31 בדצמבר 2024\n\nמלאי  1870')).toEqual({
      company_name: 'אורן טכנולוגיות בע"מ',
    });
  });

  test("are quoted with the label before them", async () => {
    const { findings } = await answer([amount("grand_total")], "Gesamtbetrag  1.190,00 EUR");
    expect(findings).toMatchObject([{ raw: "1.190,00 EUR", quote: "Gesamtbetrag 1.190,00 EUR", page: 1 }]);
  });

  test("the parts of a period come from one label", async () => {
    expect(await raws([date("period_start"), date("period_end")], "Billing period  01.02.2024 - 29.02.2024")).toEqual({
      period_start: "01.02.2024",
      period_end: "29.02.2024",
    });
  });

  test("nested objects say whose value is meant", async () => {
    const party = (name: string): Field => ({ name, type: "object", fields: [text("name")] });
    const page = "Seller\nName:  Nord Handel GmbH\n\nBuyer\nName:  Villa Sol Ltd";
    expect(await raws([party("seller"), party("buyer")], page)).toEqual({
      "seller/name": "Nord Handel GmbH",
      "buyer/name": "Villa Sol Ltd",
    });
  });

  test("unknown fields are found by labels that resemble them", async () => {
    const fields = [text("cost_centre", "Cost centre"), text("tail_number", "Tail number of the aircraft")];
    expect(await raws(fields, "Cost centre:  K-400\nTail number:  D-ABCD 12\nPilot:  A. Jones")).toEqual({
      cost_centre: "K-400",
      tail_number: "D-ABCD 12",
    });
  });

  test("the parts of a name behind a title answer fields that ask for them", async () => {
    const page = "Policyholder: Mr Kim Example\nPolicy number: P-4471\nStart: 1 May 2026";
    expect(await raws([text("first_name"), text("last_name"), text("policy_number")], page)).toEqual({
      first_name: "Kim",
      last_name: "Example",
      policy_number: "P-4471",
    });
  });

  test("IBAN and VAT id are recognised without a label", async () => {
    const page = "Nord Handel GmbH · DE89 3704 0044 0532 0130 00 · DE136695976";
    expect(await raws([text("iban"), text("seller_vat_id")], page)).toEqual({
      iban: "DE89 3704 0044 0532 0130 00",
      seller_vat_id: "DE136695976",
    });
  });

  test.each(["New Hampshire law applies to this letter.", "7. Law. New Hampshire law governs."])(
    "the law is read from %j",
    async (sentence) => {
      const page = `This Agreement is made between Blue Harbor Inc., a Delaware corporation, and Jane Q. Sample.\n${sentence}`;
      expect(await raws([text("governing_law", "State whose law governs")], page)).toEqual({ governing_law: "New Hampshire" });
    },
  );

  test("clauses of an agreement are read from its sentences", async () => {
    const page = `This Agreement is made as of August 3, 2009 (the "Effective Date") by and between
Blue Harbor Inc., a Delaware corporation, and Jane Q. Sample ("Recipient").
The obligations under this Agreement survive for a period of three (3) years.
It is governed by the laws of the State of New York.`;
    const fields: Field[] = [
      date("effective_date"),
      text("jurisdiction"),
      text("term"),
      { name: "parties", type: "array", items: text("party") },
    ];
    expect(await raws(fields, page)).toEqual({
      effective_date: "August 3, 2009",
      jurisdiction: "New York",
      term: "three (3) years",
      "parties/0": "Blue Harbor Inc.",
      "parties/1": "Jane Q. Sample",
    });
  });
});

describe("methods", () => {
  test("generate needs a model and says so", async () => {
    const { findings, warnings } = await answer([{ name: "summary", type: "string", method: "generate" }], "Some text");
    expect(findings).toEqual([]);
    expect(warnings).toMatchObject([{ code: "method_needs_model", path: "/summary" }]);
  });

  test("classify picks the option whose words the document uses", async () => {
    const field: Field = { name: "kind", type: "enum", enum: ["purchase order", "invoice", "receipt"], method: "classify" };
    const { findings } = await answer([field], "INVOICE\nInvoice No  4\nThis invoice is due now.");
    expect(findings).toMatchObject([{ path: "/kind", value: "invoice", raw: "INVOICE" }]);
  });
});

describe("the engine", () => {
  test("stops when its signal is aborted", async () => {
    const stopped = AbortSignal.abort(new Error("enough"));
    const ask = { document: typedDocument("Total 5"), schema: { fields: [amount("total")] } };
    await expect(localEngine.extract(ask, stopped)).rejects.toThrow("enough");
  });

  test("stops in the middle of long work", async () => {
    const fields = Array.from({ length: 300 }, (_, i) => text(`field_${i}`, `Reading ${i} of the meter`));
    const page = Array.from({ length: 50 }, (_, i) => `Label ${i}  value ${i * 7}  meter reading  ${i}`).join("\n");
    const document = typedDocument(...Array.from({ length: 60 }, () => page));
    const stopping = new AbortController();
    const work = localEngine.extract({ document, schema: { fields } }, stopping.signal);
    setImmediate(() => stopping.abort(new Error("enough")));
    await expect(work).rejects.toThrow("enough");
  });

  test("takes no longer a page for a document of many", async () => {
    const fields = Array.from({ length: 200 }, (_, i) => text(`field_${i}`, `Reading ${i} of the meter in hall ${i % 7}`));
    const page = Array.from({ length: 50 }, (_, i) => `Label ${i}  value ${i * 7}  total  ${i},00  hall ${i % 9} meter  ${i}`).join("\n");
    const computing = async (pages: number) => {
      const from = process.threadCpuUsage();
      await answer(fields, ...Array.from({ length: pages }, () => page));
      return process.threadCpuUsage(from).user;
    };
    await computing(2);
    expect(await computing(50)).toBeLessThan(8 * (await computing(10)));
  }, 120_000);
});

test("a label of an unknown field ends at the word that announces its number", async () => {
  const fields = [{ name: "claim_number", type: "string" as const }];
  const ask = { document: typedDocument("Claim No. C-99\nDate 2026-01-02"), schema: { fields } };
  const { findings } = await localEngine.extract(ask, new AbortController().signal);
  expect(findings.map(({ raw }) => raw)).toEqual(["C-99"]);
});
