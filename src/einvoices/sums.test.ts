import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eInvoicesOfXml } from "#documents/einvoices/read-einvoice.ts";
import { invoiceOf } from "./invoice.ts";
import { faultsOf } from "./sums.ts";

const RSM = "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100";
const RAM = "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100";
const EXTENDED = "urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended";
const XRECHNUNG = "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0";

type Line = { net: number; status?: string };
type Made = {
  guideline?: string;
  currency?: string;
  lines?: Line[];
  rate?: number;
  basis: number;
  tax: number;
  total?: number;
  due?: number;
};

function cii({ guideline = "urn:cen.eu:en16931:2017", currency = "EUR", lines, rate = 19, basis, tax, ...given }: Made): Buffer {
  const total = given.total ?? basis + tax;
  const lineItem = ({ net, status }: Line) =>
    `<a:IncludedSupplyChainTradeLineItem><a:AssociatedDocumentLineDocument>${status ? `<a:LineStatusReasonCode>${status}</a:LineStatusReasonCode>` : ""}</a:AssociatedDocumentLineDocument>
    <a:SpecifiedLineTradeSettlement><a:SpecifiedTradeSettlementLineMonetarySummation><a:LineTotalAmount>${net.toFixed(2)}</a:LineTotalAmount></a:SpecifiedTradeSettlementLineMonetarySummation></a:SpecifiedLineTradeSettlement></a:IncludedSupplyChainTradeLineItem>`;
  return Buffer.from(`<r:CrossIndustryInvoice xmlns:r="${RSM}" xmlns:a="${RAM}">
<a:ExchangedDocumentContext><a:GuidelineSpecifiedDocumentContextParameter><a:ID>${guideline}</a:ID></a:GuidelineSpecifiedDocumentContextParameter></a:ExchangedDocumentContext>
<a:ExchangedDocument><a:ID>1</a:ID><a:IssueDateTime><a:DateTimeString>20260102</a:DateTimeString></a:IssueDateTime></a:ExchangedDocument>
<a:SupplyChainTradeTransaction>${(lines ?? [{ net: basis }]).map(lineItem).join("")}<a:ApplicableHeaderTradeSettlement>
<a:InvoiceCurrencyCode>${currency}</a:InvoiceCurrencyCode>
<a:ApplicableTradeTax><a:CalculatedAmount>${tax.toFixed(2)}</a:CalculatedAmount><a:BasisAmount>${basis.toFixed(2)}</a:BasisAmount><a:RateApplicablePercent>${rate}</a:RateApplicablePercent></a:ApplicableTradeTax>
<a:SpecifiedTradeSettlementHeaderMonetarySummation><a:LineTotalAmount>${basis.toFixed(2)}</a:LineTotalAmount><a:TaxBasisTotalAmount>${basis.toFixed(2)}</a:TaxBasisTotalAmount>
<a:TaxTotalAmount currencyID="${currency}">${tax.toFixed(2)}</a:TaxTotalAmount><a:GrandTotalAmount>${total.toFixed(2)}</a:GrandTotalAmount><a:DuePayableAmount>${(given.due ?? total).toFixed(2)}</a:DuePayableAmount>
</a:SpecifiedTradeSettlementHeaderMonetarySummation></a:ApplicableHeaderTradeSettlement></a:SupplyChainTradeTransaction></r:CrossIndustryInvoice>`);
}

function ubl({ guideline = "", totals = "", inside = "" }): Buffer {
  return Buffer.from(`<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"><CustomizationID>${guideline}</CustomizationID>
<ID>1</ID><IssueDate>2026-01-02</IssueDate><DocumentCurrencyCode>EUR</DocumentCurrencyCode>${inside}<LegalMonetaryTotal>${totals}</LegalMonetaryTotal></Invoice>`);
}

function messagesOf(file: Buffer): string[] {
  const { structured, pages } = eInvoicesOfXml(file)[0] ?? {};
  if (!structured || !pages) throw new Error("no e-invoice");
  const document = { mimeType: "application/xml" as const, structured, pages: pages(1), pageCount: 1, pagesFailed: [], truncated: false };
  const invoice = invoiceOf(document);
  return invoice ? faultsOf(invoice).map(({ message }) => message) : [];
}

const cents = fc.integer({ min: 1, max: 1_000_000 }).map((each) => each / 100);

describe("sums of an e-invoice", () => {
  test("that add up are never doubted, and totals that are a unit off always are", () => {
    fc.assert(
      fc.property(fc.array(cents, { minLength: 1, maxLength: 20 }), fc.constantFrom(0, 5.5, 7, 19, 20), (nets, rate) => {
        const basis = Math.round(100 * nets.reduce((sum, net) => sum + net, 0)) / 100;
        const tax = Math.round(basis * rate) / 100;
        const made = { lines: nets.map((net) => ({ net })), rate, basis, tax };
        expect(messagesOf(cii(made))).toEqual([]);
        expect(messagesOf(cii({ ...made, total: basis + tax + 1 })).join()).toContain("BT-112");
        expect(messagesOf(cii({ ...made, due: basis + tax - 1 })).join()).toContain("BT-115");
      }),
      { numRuns: 30 },
    );
  });

  test("lines that head others or inform are not counted (EXTENDED)", () => {
    const lines = [{ net: 100, status: "GROUP" }, { net: 60, status: "DETAIL" }, { net: 40 }, { net: 7, status: "INFORMATION" }];
    expect(messagesOf(cii({ guideline: EXTENDED, lines, basis: 100, tax: 19 }))).toEqual([]);
    expect(messagesOf(cii({ lines: lines.map(({ net }) => ({ net })), basis: 100, tax: 19 })).join()).toContain("BT-131");
  });

  test("EXTENDED may be a cent off for each line, other profiles half a cent", () => {
    const made = { lines: Array.from({ length: 10 }, () => ({ net: 9.99 })), basis: 100, tax: 19 };
    expect(messagesOf(cii({ ...made, guideline: EXTENDED }))).toEqual([]);
    expect(messagesOf(cii(made)).join()).toContain("BT-131");
  });

  test("a tax that was rounded line by line, or to whole units of a currency without cents, is right", () => {
    const lines = Array.from({ length: 100 }, () => ({ net: 1.07 }));
    expect(messagesOf(cii({ lines, basis: 107, tax: 20 }))).toEqual([]);
    expect(messagesOf(cii({ currency: "JPY", rate: 10, basis: 1235, tax: 123 }))).toEqual([]);
    expect(messagesOf(cii({ rate: 10, basis: 1235, tax: 123 })).join()).toContain("BT-117");
  });

  test("what is due to others adds to the amount due (extension of XRechnung)", () => {
    const totals =
      "<TaxExclusiveAmount>100</TaxExclusiveAmount><TaxInclusiveAmount>100</TaxInclusiveAmount><PayableAmount>130</PayableAmount>";
    const inside = "<PrepaidPayment><PaidAmount>30</PaidAmount></PrepaidPayment>";
    expect(messagesOf(ubl({ guideline: XRECHNUNG, totals, inside }))).toEqual([]);
    expect(messagesOf(ubl({ guideline: XRECHNUNG, totals })).join()).toContain("BT-115");
  });
});

describe("UBL that does not say it keeps to EN 16931", () => {
  test("needs no more than UBL itself does, and its totals are not computed again", () => {
    expect(messagesOf(ubl({ totals: "<PayableAmount>130</PayableAmount>" }))).toEqual([]);
    expect(messagesOf(ubl({ guideline: "OIOUBL-2.1", totals: "<TaxExclusiveAmount>25</TaxExclusiveAmount>" }))).toEqual([]);
    expect(messagesOf(ubl({ guideline: XRECHNUNG, totals: "<PayableAmount>130</PayableAmount>" })).join()).toContain("BT-112");
  });
});
