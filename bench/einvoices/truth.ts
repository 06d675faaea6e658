/**
 * What the XML of an e-invoice says, read without the product: by lists of paths of its own, written from the syntax bindings of the standards.
 * A value of null is not in the XML.
 */
import { type Element, isTag } from "domhandler";
import { parseXml } from "#documents/xml/tree.ts";

export type TrueValue = string | number | null;
export type Truth = { single: Record<string, TrueValue>; lines: Record<string, TrueValue>[]; taxes: Record<string, TrueValue>[] };

const local = (name: string) => name.slice(name.indexOf(":") + 1);
const childrenOf = (element: Element) => element.children.filter(isTag);
const textOf = (element: Element): string =>
  element.children
    .map((child) => ("data" in child ? child.data : ""))
    .join("")
    .trim()
    .replace(/\s+/g, " ");

/** Elements at a path of local names; `a(x=y)` only those whose child or attribute `x` is `y`. */
function at(from: Element, path: string): Element[] {
  return path.split("/").reduce<Element[]>(
    (elements, step) => {
      const [, name = "", key, sign, wanted] = /^([^(]+)(?:\(([^!=]+)(!?=)([^)]*)\))?$/.exec(step) ?? [];
      return elements.flatMap((element) =>
        childrenOf(element).filter(
          (child) => local(child.name) === name && (key === undefined || (keyed(child, key) === wanted) === (sign === "=")),
        ),
      );
    },
    [from],
  );
}

function keyed(element: Element, key: string): string | undefined {
  if (key.startsWith("@")) return element.attribs[key.slice(1)];
  const [found] = at(element, key.replaceAll(".", "/"));
  return found && textOf(found);
}

function text(from: Element, ...paths: string[]): string | null {
  for (const path of paths) {
    const [steps = "", attribute] = path.split("@");
    for (const element of at(from, steps.replace(/\/$/, ""))) {
      const found = attribute === undefined ? textOf(element) : element.attribs[attribute];
      if (found !== undefined && found !== "") return found;
    }
  }
  return null;
}

function number(from: Element, ...paths: string[]): number | null {
  const found = text(from, ...paths);
  return found === null || Number.isNaN(Number(found)) ? null : Number(found);
}

function date(from: Element, ...paths: string[]): string | null {
  const found = text(from, ...paths);
  const day = found === null ? null : /^(\d{4})-?(\d{2})-?(\d{2})/.exec(found);
  return day ? `${day[1]}-${day[2]}-${day[3]}` : null;
}

/** Lines of mere text have none of the values. */
export function truthOf(xml: string): Truth {
  const truth = statedIn(xml);
  return { ...truth, lines: truth.lines.filter(({ position: _, ...line }) => Object.values(line).some((value) => value !== null)) };
}

function statedIn(xml: string): Truth {
  const root = parseXml(xml).children.find(isTag);
  if (!root) throw new Error("no XML");
  const name = local(root.name);
  if (name === "FatturaElettronica") return italian(root);
  return name === "CrossIndustryInvoice" || name === "CrossIndustryDocument"
    ? crossIndustry(root, name === "CrossIndustryDocument")
    : ubl(root);
}

function crossIndustry(root: Element, isOld: boolean): Truth {
  const [transaction] = at(root, isOld ? "SpecifiedSupplyChainTradeTransaction" : "SupplyChainTradeTransaction");
  if (!transaction) throw new Error("no transaction");
  const head = isOld ? "HeaderExchangedDocument" : "ExchangedDocument";
  const part = (of: string) => at(transaction, isOld ? `ApplicableSupplyChainTrade${of}` : `ApplicableHeaderTrade${of}`)[0] ?? root;
  const [agreement, delivery, settlement] = [part("Agreement"), part("Delivery"), part("Settlement")];
  const sums = isOld ? "SpecifiedTradeSettlementMonetarySummation" : "SpecifiedTradeSettlementHeaderMonetarySummation";
  const rate = isOld ? "ApplicablePercent" : "RateApplicablePercent";
  const line = (of: string) => (isOld ? `SpecifiedSupplyChainTrade${of}` : `SpecifiedLineTrade${of}`);
  const currency = text(settlement, "InvoiceCurrencyCode");
  const party = (of: string) => at(agreement, `${of}TradeParty`)[0] ?? root;
  const [seller, buyer] = [party("Seller"), party("Buyer")];
  const order = isOld ? "BuyerOrderReferencedDocument/ID" : "BuyerOrderReferencedDocument/IssuerAssignedID";
  return {
    single: {
      invoice_number: text(root, `${head}/ID`),
      invoice_date: date(root, `${head}/IssueDateTime/DateTimeString`),
      document_type: text(root, `${head}/TypeCode`),
      currency,
      due_date: date(settlement, "SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString"),
      payment_terms: text(settlement, "SpecifiedTradePaymentTerms/Description"),
      buyer_reference: text(agreement, "BuyerReference"),
      order_number: text(agreement, order),
      delivery_date: date(delivery, "ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString"),
      seller_name: text(seller, "Name"),
      seller_vat_id: text(seller, "SpecifiedTaxRegistration/ID(@schemeID=VA)"),
      seller_street: text(seller, "PostalTradeAddress/LineOne"),
      seller_city: text(seller, "PostalTradeAddress/CityName"),
      seller_postcode: text(seller, "PostalTradeAddress/PostcodeCode"),
      seller_country: text(seller, "PostalTradeAddress/CountryID"),
      buyer_name: text(buyer, "Name"),
      buyer_vat_id: text(buyer, "SpecifiedTaxRegistration/ID(@schemeID=VA)"),
      buyer_street: text(buyer, "PostalTradeAddress/LineOne"),
      buyer_city: text(buyer, "PostalTradeAddress/CityName"),
      buyer_postcode: text(buyer, "PostalTradeAddress/PostcodeCode"),
      buyer_number: text(buyer, "GlobalID", "ID"),
      iban: text(settlement, "SpecifiedTradeSettlementPaymentMeans/PayeePartyCreditorFinancialAccount/IBANID"),
      bic: text(settlement, "SpecifiedTradeSettlementPaymentMeans/PayeeSpecifiedCreditorFinancialInstitution/BICID"),
      payment_means_code: text(settlement, "SpecifiedTradeSettlementPaymentMeans/TypeCode"),
      payment_reference: text(settlement, "PaymentReference"),
      line_sum: number(settlement, `${sums}/LineTotalAmount`),
      net_total: number(settlement, `${sums}/TaxBasisTotalAmount`),
      tax_total: number(settlement, `${sums}/TaxTotalAmount(@currencyID=${currency})`, `${sums}/TaxTotalAmount`),
      grand_total: number(settlement, `${sums}/GrandTotalAmount`),
      prepaid: number(settlement, `${sums}/TotalPrepaidAmount`),
      amount_due: number(settlement, `${sums}/DuePayableAmount`),
    },
    lines: at(transaction, "IncludedSupplyChainTradeLineItem").map((item) => ({
      position: text(item, "AssociatedDocumentLineDocument/LineID"),
      name: text(item, "SpecifiedTradeProduct/Name"),
      quantity: number(item, `${line("Delivery")}/BilledQuantity`),
      unit: text(item, `${line("Delivery")}/BilledQuantity/@unitCode`),
      unit_price: number(item, `${line("Agreement")}/NetPriceProductTradePrice/ChargeAmount`),
      amount: number(
        item,
        `${line("Settlement")}/${isOld ? "SpecifiedTradeSettlementMonetarySummation" : "SpecifiedTradeSettlementLineMonetarySummation"}/LineTotalAmount`,
      ),
      vat_rate: number(item, `${line("Settlement")}/ApplicableTradeTax/${rate}`),
    })),
    taxes: at(settlement, "ApplicableTradeTax").map((tax) => ({
      rate: number(tax, rate),
      base: number(tax, "BasisAmount"),
      tax: number(tax, "CalculatedAmount"),
    })),
  };
}

function ubl(root: Element): Truth {
  const seller = at(root, "AccountingSupplierParty/Party")[0] ?? root;
  const buyer = at(root, "AccountingCustomerParty/Party")[0] ?? root;
  const currency = text(root, "DocumentCurrencyCode");
  const vat = "PartyTaxScheme(TaxScheme.ID=VAT)/CompanyID";
  const isCredit = local(root.name) === "CreditNote";
  return {
    single: {
      invoice_number: text(root, "ID"),
      invoice_date: date(root, "IssueDate"),
      document_type: text(root, "InvoiceTypeCode", "CreditNoteTypeCode"),
      currency,
      due_date: date(root, "DueDate", "PaymentMeans/PaymentDueDate"),
      payment_terms: text(root, "PaymentTerms/Note"),
      buyer_reference: text(root, "BuyerReference"),
      order_number: text(root, "OrderReference/ID"),
      delivery_date: date(root, "Delivery/ActualDeliveryDate"),
      seller_name: text(seller, "PartyLegalEntity/RegistrationName"),
      seller_vat_id: text(seller, vat),
      seller_street: text(seller, "PostalAddress/StreetName"),
      seller_city: text(seller, "PostalAddress/CityName"),
      seller_postcode: text(seller, "PostalAddress/PostalZone"),
      seller_country: text(seller, "PostalAddress/Country/IdentificationCode"),
      buyer_name: text(buyer, "PartyLegalEntity/RegistrationName"),
      buyer_vat_id: text(buyer, vat),
      buyer_street: text(buyer, "PostalAddress/StreetName"),
      buyer_city: text(buyer, "PostalAddress/CityName"),
      buyer_postcode: text(buyer, "PostalAddress/PostalZone"),
      buyer_number: text(buyer, "PartyIdentification/ID"),
      iban: text(root, "PaymentMeans/PayeeFinancialAccount/ID"),
      bic: text(root, "PaymentMeans/PayeeFinancialAccount/FinancialInstitutionBranch/ID"),
      payment_means_code: text(root, "PaymentMeans/PaymentMeansCode"),
      payment_reference: text(root, "PaymentMeans/PaymentID"),
      line_sum: number(root, "LegalMonetaryTotal/LineExtensionAmount"),
      net_total: number(root, "LegalMonetaryTotal/TaxExclusiveAmount"),
      tax_total: number(root, `TaxTotal/TaxAmount(@currencyID=${currency})`),
      grand_total: number(root, "LegalMonetaryTotal/TaxInclusiveAmount"),
      prepaid: number(root, "LegalMonetaryTotal/PrepaidAmount"),
      amount_due: number(root, "LegalMonetaryTotal/PayableAmount"),
    },
    lines: at(root, isCredit ? "CreditNoteLine" : "InvoiceLine").map((item) => ({
      position: text(item, "ID"),
      name: text(item, "Item/Name"),
      quantity: number(item, "InvoicedQuantity", "CreditedQuantity"),
      unit: text(item, "InvoicedQuantity/@unitCode", "CreditedQuantity/@unitCode"),
      unit_price: number(item, "Price/PriceAmount"),
      amount: number(item, "LineExtensionAmount"),
      vat_rate: number(item, "Item/ClassifiedTaxCategory/Percent"),
    })),
    taxes: at(root, "TaxTotal/TaxSubtotal").map((tax) => ({
      rate: number(tax, "TaxCategory/Percent"),
      base: number(tax, "TaxableAmount"),
      tax: number(tax, "TaxAmount"),
    })),
  };
}

function italian(root: Element): Truth {
  const [body] = at(root, "FatturaElettronicaBody");
  const [seller] = at(root, "FatturaElettronicaHeader/CedentePrestatore");
  const [buyer] = at(root, "FatturaElettronicaHeader/CessionarioCommittente");
  if (!body || !seller || !buyer) throw new Error("no invoice");
  const own = "DatiGenerali/DatiGeneraliDocumento";
  const payment = "DatiPagamento/DettaglioPagamento";
  const person = (party: Element) =>
    [text(party, "DatiAnagrafici/Anagrafica/Nome"), text(party, "DatiAnagrafici/Anagrafica/Cognome")].filter(Boolean).join(" ") || null;
  const name = (party: Element) => text(party, "DatiAnagrafici/Anagrafica/Denominazione") ?? person(party);
  const vat = (party: Element) => {
    const [country, code] = [text(party, "DatiAnagrafici/IdFiscaleIVA/IdPaese"), text(party, "DatiAnagrafici/IdFiscaleIVA/IdCodice")];
    return code === null ? null : `${country ?? ""}${code}`;
  };
  const street = (party: Element) => [text(party, "Sede/Indirizzo"), text(party, "Sede/NumeroCivico")].filter(Boolean).join(" ") || null;
  const taxes = at(body, "DatiBeniServizi/DatiRiepilogo").map((tax) => ({
    rate: number(tax, "AliquotaIVA"),
    base: number(tax, "ImponibileImporto"),
    tax: number(tax, "Imposta"),
  }));
  const sum = (key: "base" | "tax") =>
    taxes.length === 0 ? null : Math.round(taxes.reduce((all, tax) => all + (tax[key] ?? 0), 0) * 100) / 100;
  return {
    single: {
      invoice_number: text(body, `${own}/Numero`),
      invoice_date: date(body, `${own}/Data`),
      document_type: text(body, `${own}/TipoDocumento`),
      currency: text(body, `${own}/Divisa`),
      due_date: date(body, `${payment}/DataScadenzaPagamento`),
      order_number: text(body, "DatiGenerali/DatiOrdineAcquisto/IdDocumento"),
      seller_name: name(seller),
      seller_vat_id: vat(seller),
      seller_street: street(seller),
      seller_city: text(seller, "Sede/Comune"),
      seller_postcode: text(seller, "Sede/CAP"),
      seller_country: text(seller, "Sede/Nazione"),
      buyer_name: name(buyer),
      buyer_vat_id: vat(buyer),
      buyer_street: street(buyer),
      buyer_city: text(buyer, "Sede/Comune"),
      buyer_postcode: text(buyer, "Sede/CAP"),
      iban: text(body, `${payment}/IBAN`),
      bic: text(body, `${payment}/BIC`),
      payment_means_code: text(body, `${payment}/ModalitaPagamento`),
      net_total: sum("base"),
      tax_total: sum("tax"),
      grand_total: number(body, `${own}/ImportoTotaleDocumento`),
      amount_due: number(body, `${payment}/ImportoPagamento`),
    },
    lines: at(body, "DatiBeniServizi/DettaglioLinee").map((item) => ({
      position: text(item, "NumeroLinea"),
      name: text(item, "Descrizione"),
      quantity: number(item, "Quantita"),
      unit: text(item, "UnitaMisura"),
      unit_price: number(item, "PrezzoUnitario"),
      amount: number(item, "PrezzoTotale"),
      vat_rate: number(item, "AliquotaIVA"),
    })),
    taxes,
  };
}
