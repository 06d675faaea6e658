import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eInvoiceOfAttached, eInvoicesOfXml } from "./read-einvoice.ts";
import { xmlTreeOf } from "./xml-tree.ts";

const CII = "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100";
const RAM = "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100";
const bytes = (text: string) => Buffer.from(text);

function invoice({
  guideline = "urn:cen.eu:en16931:2017",
  inside = "",
  declaration = '<?xml version="1.0" encoding="UTF-8"?>',
} = {}): Buffer {
  return bytes(`${declaration}<rsm:CrossIndustryInvoice xmlns:rsm="${CII}" xmlns:ram="${RAM}">
<rsm:ExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>${guideline}</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext>
<rsm:ExchangedDocument><ram:ID>R 1</ram:ID>${inside}</rsm:ExchangedDocument></rsm:CrossIndustryInvoice>`);
}

const messages = (file: Buffer) =>
  eInvoicesOfXml(file)[0]
    ?.warnings.map(({ message }) => message)
    .join() ?? null;

describe("an e-invoice is known by its outermost element and namespace", () => {
  test.each([
    ["urn:cen.eu:en16931:2017", "CII", "EN 16931"],
    ["urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic", "Factur-X", "BASIC"],
    ["urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0", "XRechnung", "XRechnung"],
  ])("%s", (guideline, format, profile) => {
    expect(eInvoicesOfXml(invoice({ guideline }))[0]?.structured).toEqual({ format, profile });
  });

  test("other XML is none", () => {
    expect(eInvoicesOfXml(bytes("<Invoice><ID>1</ID></Invoice>"))).toEqual([]);
    expect(eInvoicesOfXml(bytes("no XML"))).toEqual([]);
  });

  test("inside of a PDF the newer of two is read, and the other one named", () => {
    const old = bytes(
      '<r:CrossIndustryDocument xmlns:r="urn:ferd:CrossIndustryDocument:invoice:1p0"><r:X>1</r:X></r:CrossIndustryDocument>',
    );
    const found = eInvoiceOfAttached([
      { name: "ZUGFeRD-invoice.xml", bytes: old },
      { name: "factur-x.xml", bytes: invoice() },
    ]);
    expect(found?.structured).toEqual({ format: "Factur-X", profile: "EN 16931" });
    expect(found?.warnings.map(({ code }) => code)).toEqual(["einvoice_several"]);
  });

  test("the numbers of several say whether they are the same invoice, and what to do if not", () => {
    const files = (other: Buffer) => [
      { name: "factur-x.xml", bytes: invoice() },
      { name: "order-x.xml", bytes: other },
    ];
    const sentOf = (other: Buffer) => eInvoiceOfAttached(files(other))?.warnings[0]?.message;
    expect(sentOf(bytes(invoice().toString().replace("R 1", "R 2")))).toMatch(/2 e-invoices.*\(number R 1\).*\(number R 2\).*send its XML/);
    expect(sentOf(invoice({ inside: "<ram:Name>x</ram:Name>" }))).toContain("All state the same number");
  });

  test("one that cannot be read is a warning", () => {
    const found = eInvoiceOfAttached([{ name: "factur-x.xml", bytes: bytes("%PDF-1.7") }]);
    expect(found).toMatchObject({ warnings: [{ code: "einvoice_unreadable" }] });
    expect(eInvoiceOfAttached([{ name: "notes.xml", bytes: bytes("<a/>") }])).toBeNull();
  });
});

describe("what does not keep to the standard is said", () => {
  test("nothing of one that does", () => expect(messages(invoice())).toBe(""));

  test.each([
    ["a profile that does not exist", invoice({ guideline: "urn:cen.eu:en16931:2017:compliant:factur-x.eu:1p0:basic" }), "profile"],
    ["an encoding that does not exist", invoice({ declaration: '<?xml version="1.0" encoding="UTF-8-X"?>' }), "encoding"],
    ["an element of another namespace", invoice({ inside: '<Note xmlns="urn:other">a</Note>' }), "Note is of another namespace"],
    ["a currency at an amount", invoice({ inside: '<ram:LineTotalAmount currencyID="EUR">1</ram:LineTotalAmount>' }), "currency"],
    ["elements that are not closed", invoice().subarray(0, -30), "not closed"],
  ])("%s", (_, file, words) => expect(messages(file)).toContain(words));
});

describe("what its profile allows is no flaw", () => {
  const priced = '<ram:LineTotalAmount currencyID="EUR">1</ram:LineTotalAmount><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>';

  test.each([
    ["MINIMUM", "urn:factur-x.eu:1p0:minimum"],
    ["EXTENDED", "urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended"],
  ])("a currency at each amount of %s", (_, guideline) => expect(messages(invoice({ guideline, inside: priced }))).toBe(""));

  test("but a currency that the invoice does not name is, in any profile", () => {
    const inside = priced.replace('"EUR"', '"USD"');
    expect(messages(invoice({ guideline: "urn:factur-x.eu:1p0:minimum", inside }))).toContain("LineTotalAmount is in USD");
    expect(messages(ubl("urn:oasis:any", '<X currencyID="USD">1</X>'))).toContain("X is in USD");
  });

  test("and so is what MINIMUM does not have", () => {
    const inside = `</rsm:ExchangedDocument><rsm:SupplyChainTradeTransaction><ram:ApplicableHeaderTradeSettlement><ram:InvoiceReferencedDocument>
      <ram:IssuerAssignedID>1</ram:IssuerAssignedID></ram:InvoiceReferencedDocument></ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction><rsm:ExchangedDocument>`;
    expect(messages(invoice({ guideline: "urn:factur-x.eu:1p0:minimum", inside }))).toContain("MINIMUM has no InvoiceReferencedDocument");
    expect(messages(invoice({ inside }))).toBe("");
  });

  const ubl = (guideline: string, inside = "") =>
    bytes(`<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"><CustomizationID>${guideline}</CustomizationID>
<ID>1</ID><DocumentCurrencyCode>EUR</DocumentCurrencyCode>${inside}</Invoice>`);

  test.each([
    [
      "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0",
      "XRechnung",
    ],
    ["urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0", "Peppol BIS Billing 3.0"],
    ["urn:peppol:pint:billing-1@aunz-1", "Peppol PINT"],
    ["urn:cen.eu:en16931:2017#compliant#urn:fdc:nen.nl:nlcius:v1.0", "EN 16931"],
    ["OIOUBL-2.1", null],
    ["", null],
  ])("the profile %s of UBL", (guideline, profile) => {
    expect(messages(ubl(guideline))).toBe("");
    expect(eInvoicesOfXml(ubl(guideline))[0]?.structured.profile).toBe(profile);
  });
});

describe("its pages", () => {
  test("have each value with its path, and follow the pages of the file", () => {
    const [page] = eInvoicesOfXml(invoice())[0]?.pages(4) ?? [];
    expect(page?.number).toBe(4);
    const paths = page?.places?.map((place) => ("path" in place ? place.path : "")) ?? [];
    expect(paths).toContain("/CrossIndustryInvoice/ExchangedDocument/ID");
  });

  test("show the size of an attachment instead of its bytes", () => {
    const attachment = `<ram:AttachmentBinaryObject mimeCode="application/pdf">${Buffer.alloc(3000).toString("base64")}</ram:AttachmentBinaryObject>`;
    const text = (eInvoicesOfXml(invoice({ inside: attachment }))[0]?.pages(1) ?? [])
      .flatMap(({ lines }) => lines.map((line) => line.text))
      .join(" ");
    expect(text).toContain("3000 bytes");
    expect(text).not.toContain("AAAA");
  });
});

describe("F28: hostile XML costs little and fetches nothing", () => {
  test("entities of a document type are not resolved", () => {
    const bomb = `<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "${"&a;".repeat(1000)}"><!ENTITY x SYSTEM "file:///etc/passwd">]>`;
    const file = bytes(invoice({ inside: "<ram:Name>&b;&x;</ram:Name>" }).toString().replace("?>", `?>${bomb}`));
    const text = (eInvoicesOfXml(file)[0]?.pages(1) ?? []).flatMap(({ lines }) => lines.map((line) => line.text)).join(" ");
    expect(text).not.toContain("haha");
    expect(text).not.toContain("root:");
  });

  test("a million elements and a depth of a million are no invoice", () => {
    expect(xmlTreeOf(bytes(`<a>${"<b/>".repeat(1_000_000)}</a>`))).toBeNull();
    expect(xmlTreeOf(bytes("<a>".repeat(1_000_000)))).toBeNull();
  });

  test("any bytes are read or refused, never thrown at", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => void xmlTreeOf(Buffer.concat([bytes("<a "), noise]))));
    fc.assert(fc.property(fc.string(), (inside) => void eInvoicesOfXml(invoice({ inside }))[0]?.pages(1)));
  });
});
