/** Groups that may occur several times, with their terms. */
import type { Group, Term } from "#einvoices/term.ts";
import { AGREEMENT, DATE, GENERAL, GOODS, LINES, OWN, SETTLEMENT } from "./paths.ts";

const PRODUCT = "SpecifiedTradeProduct";
const LINE_AGREEMENT = "SpecifiedLineTradeAgreement";
const LINE_SETTLEMENT = "SpecifiedLineTradeSettlement";
const QUANTITY = "SpecifiedLineTradeDelivery/BilledQuantity";
const NET_PRICE = `${LINE_AGREEMENT}/NetPriceProductTradePrice`;
const GROSS_PRICE = `${LINE_AGREEMENT}/GrossPriceProductTradePrice`;

/** What allowances and charges, of the document and of lines, have in common. */
const adjustment = (id: string, numbers: readonly [string, string, string, string, string, string, string]): Term[] => [
  { id: `X-${id}-is-charge`, kind: "boolean", cii: "ChargeIndicator/Indicator", ubl: "ChargeIndicator", it: "Tipo", asks: ["is charge", "charge indicator", "charge"] },
  { id: `BT-${numbers[0]}`, kind: "amount", cii: "ActualAmount | AppliedAmount", ubl: "Amount", it: "Importo", asks: ["amount", "allowance amount", "charge amount", "total", "net amount"] },
  { id: `BT-${numbers[1]}`, kind: "amount", cii: "BasisAmount", ubl: "BaseAmount", asks: ["base amount", "base", "allowance base amount", "charge base amount"] },
  { id: `BT-${numbers[2]}`, kind: "percent", cii: "CalculationPercent", ubl: "MultiplierFactorNumeric", it: "Percentuale", asks: ["percent", "allowance percent", "charge percent", "calculation percent", "factor"] },
  { id: `BT-${numbers[3]}`, kind: "code", cii: "CategoryTradeTax/CategoryCode", ubl: "TaxCategory/ID", asks: ["vat category", "tax category", "vat category code", "tax category code", "tax category number"] },
  { id: `BT-${numbers[4]}`, kind: "percent", cii: "CategoryTradeTax/RateApplicablePercent", ubl: "TaxCategory/Percent", asks: ["vat percent", "tax percent", "tax category percent", "vat category percent", "tax", "vat"] },
  { id: `BT-${numbers[5]}`, kind: "text", cii: "Reason | Description", ubl: "AllowanceChargeReason", asks: ["reason", "allowance reason", "charge reason", "description", "reason text", "name"] },
  { id: `BT-${numbers[6]}`, kind: "code", cii: "ReasonCode", ubl: "AllowanceChargeReasonCode", asks: ["reason code", "allowance reason code", "charge reason code", "code"] },
];

const ALLOWANCE_NUMBERS = ["92", "93", "94", "95", "96", "97", "98"] as const;
const CHARGE_NUMBERS = ["99", "100", "101", "102", "103", "104", "105"] as const;
const CII_ADJUSTMENT = "SpecifiedTradeAllowanceCharge";

const LINE_TERMS: readonly Term[] = [
  { id: "BT-126", kind: "id", cii: "AssociatedDocumentLineDocument/LineID", ubl: "ID", it: "NumeroLinea", asks: ["line number", "line", "number", "item line number", "invoice line number"] },
  { id: "BT-127", kind: "text", cii: "AssociatedDocumentLineDocument/IncludedNote/Content", ubl: "Note", asks: ["note", "line note"] },
  { id: "BT-128", kind: "id", cii: `${LINE_SETTLEMENT}/AdditionalReferencedDocument/IssuerAssignedID`, ubl: "DocumentReference/ID", asks: ["object number", "line object number"] },
  { id: "BT-129", kind: "quantity", cii: QUANTITY, ubl: "InvoicedQuantity", it: "Quantita", asks: ["quantity", "invoice quantity", "item quantity", "line quantity", "order quantity"] },
  { id: "BT-130", kind: "code", cii: `${QUANTITY}/@unitCode`, ubl: "InvoicedQuantity/@unitCode", it: "UnitaMisura", asks: ["unit", "unit code", "quantity unit", "quantity unit code", "unit measure", "unit measure code"] },
  { id: "BT-131", kind: "amount", cii: `${LINE_SETTLEMENT}/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount`, ubl: "LineExtensionAmount", it: "PrezzoTotale", asks: ["line net amount", "net amount", "amount", "total", "line total", "line amount", "line extension amount", "total amount", "total price", "price total", "net total", "line total amount", "subtotal", "net", "item total", "net price total"] },
  { id: "BT-132", kind: "id", cii: `${LINE_AGREEMENT}/BuyerOrderReferencedDocument/LineID`, ubl: "OrderLineReference/LineID", asks: ["order line reference", "purchase order line reference", "order line number", "order line"] },
  { id: "BT-133", kind: "id", cii: `${LINE_SETTLEMENT}/ReceivableSpecifiedTradeAccountingAccount/ID`, ubl: "AccountingCost", it: "RiferimentoAmministrazione", asks: ["accounting reference", "cost center", "accounting cost"] },
  { id: "BT-134", kind: "date", cii: `${LINE_SETTLEMENT}/BillingSpecifiedPeriod/StartDateTime/${DATE}`, ubl: "InvoicePeriod/StartDate", it: "DataInizioPeriodo", asks: ["period start date", "start date", "period start", "start", "line period start date"] },
  { id: "BT-135", kind: "date", cii: `${LINE_SETTLEMENT}/BillingSpecifiedPeriod/EndDateTime/${DATE}`, ubl: "InvoicePeriod/EndDate", it: "DataFinePeriodo", asks: ["period end date", "end date", "period end", "end", "line period end date"] },
  { id: "X-line-delivery", kind: "date", cii: `SpecifiedLineTradeDelivery/ActualDeliverySupplyChainEvent/OccurrenceDateTime/${DATE}`, ubl: "Delivery/ActualDeliveryDate", asks: ["delivery date", "service date"] },
  { id: "BT-146", kind: "amount", cii: `${NET_PRICE}/ChargeAmount`, ubl: "Price/PriceAmount", it: "PrezzoUnitario", asks: ["unit price", "price", "net price", "price amount", "item price", "item net price", "unit net price", "unit price net", "item unit price", "price unit", "unit amount"] },
  { id: "BT-147", kind: "amount", cii: `${GROSS_PRICE}/AppliedTradeAllowanceCharge/ActualAmount`, ubl: "Price/AllowanceCharge/Amount", asks: ["price allowance", "item price allowance", "price allowance amount"] },
  { id: "BT-148", kind: "amount", cii: `${GROSS_PRICE}/ChargeAmount`, ubl: "Price/AllowanceCharge/BaseAmount", asks: ["gross price", "item gross price", "unit gross price", "list price"] },
  { id: "BT-149", kind: "quantity", cii: `${NET_PRICE}/BasisQuantity`, ubl: "Price/BaseQuantity", asks: ["base quantity", "price base quantity", "item price base quantity"] },
  { id: "BT-150", kind: "code", cii: `${NET_PRICE}/BasisQuantity/@unitCode`, ubl: "Price/BaseQuantity/@unitCode", asks: ["base quantity unit", "base quantity unit code", "price base unit code"] },
  { id: "BT-151", kind: "code", cii: `${LINE_SETTLEMENT}/ApplicableTradeTax/CategoryCode`, ubl: "Item/ClassifiedTaxCategory/ID", it: "Natura", asks: ["vat category", "tax category", "tax category number", "vat category code", "tax category code", "tax code", "vat code"] },
  { id: "BT-152", kind: "percent", cii: `${LINE_SETTLEMENT}/ApplicableTradeTax/RateApplicablePercent`, ubl: "Item/ClassifiedTaxCategory/Percent", it: "AliquotaIVA", asks: ["vat percent", "tax percent", "vat", "tax", "tax category percent", "percent", "vat category percent", "tax category vat percent"] },
  { id: "X-line-tax", kind: "amount", cii: `${LINE_SETTLEMENT}/ApplicableTradeTax/CalculatedAmount`, ubl: "TaxTotal/TaxAmount", asks: ["vat amount", "tax amount", "line tax amount", "line vat amount"] },
  { id: "BT-153", kind: "text", cii: `${PRODUCT}/Name`, ubl: "Item/Name", it: "Descrizione", asks: ["item name", "name", "item", "description", "item description", "line description", "service", "title", "service description"] },
  { id: "BT-154", kind: "text", cii: `${PRODUCT}/Description`, ubl: "Item/Description", asks: ["item description", "description", "item details", "additional description", "long description"] },
  { id: "BT-155", kind: "id", cii: `${PRODUCT}/SellerAssignedID`, ubl: "Item/SellersItemIdentification/ID", it: "CodiceArticolo/CodiceValore", asks: ["item number", "seller item number", "item code", "seller item code", "sku", "item seller number", "seller number"] },
  { id: "BT-156", kind: "id", cii: `${PRODUCT}/BuyerAssignedID`, ubl: "Item/BuyersItemIdentification/ID", asks: ["buyer item number", "item buyer number", "buyer number", "buyer item code"] },
  { id: "BT-157", kind: "id", cii: `${PRODUCT}/GlobalID`, ubl: "Item/StandardItemIdentification/ID", asks: ["gtin", "item standard number", "standard number", "global number", "item global number"] },
  { id: "BT-158", kind: "code", cii: `${PRODUCT}/DesignatedProductClassification/ClassCode`, ubl: "Item/CommodityClassification/ItemClassificationCode", asks: ["classification", "item classification code", "classification code", "commodity code"] },
  { id: "BT-159", kind: "code", cii: `${PRODUCT}/OriginTradeCountry/ID`, ubl: "Item/OriginCountry/IdentificationCode", asks: ["origin country", "country origin", "item origin country", "origin", "origin country code"] },
];

export const LINE_GROUP: Group = {
  id: "BG-25",
  cii: LINES,
  ubl: "InvoiceLine",
  it: `${GOODS}/DettaglioLinee`,
  asks: ["line", "line item", "item", "invoice line", "invoice item", "position", "invoice position", "order line", "service", "order item", "article line"],
  terms: LINE_TERMS,
  groups: [
    { id: "BG-27/28", cii: `${LINE_SETTLEMENT}/${CII_ADJUSTMENT}`, ubl: "AllowanceCharge", it: "ScontoMaggiorazione", asks: ["allowance charge", "allowance", "charge"], terms: adjustment("line", ["136", "137", "138", "X-vat", "X-rate", "139", "140"]) },
    { id: "BG-32", cii: `${PRODUCT}/ApplicableProductCharacteristic`, ubl: "Item/AdditionalItemProperty", it: "AltriDatiGestionali", asks: ["attribute", "item attribute", "property"], terms: [
      { id: "BT-160", kind: "text", cii: "Description", ubl: "Name", it: "TipoDato", asks: ["name", "attribute name", "attribute"] },
      { id: "BT-161", kind: "text", cii: "Value", ubl: "Value", it: "RiferimentoTesto", asks: ["value", "attribute value"] },
    ] },
  ],
};

export const VAT_GROUP: Group = {
  id: "BG-23",
  cii: `${SETTLEMENT}/ApplicableTradeTax`,
  ubl: "TaxTotal/TaxSubtotal",
  it: `${GOODS}/DatiRiepilogo`,
  asks: ["vat breakdown", "tax breakdown", "tax", "vat", "tax subtotal", "vat category", "vat summary", "tax summary", "tax detail", "vat detail", "tax line", "tax item", "vat percent", "tax percent"],
  terms: [
    { id: "BT-116", kind: "amount", cii: "BasisAmount", ubl: "TaxableAmount", it: "ImponibileImporto", asks: ["taxable amount", "base amount", "base", "net amount", "net", "tax base", "vat base", "vat category taxable amount", "taxable", "tax base amount", "tax basis amount", "vat taxable amount"] },
    { id: "BT-117", kind: "amount", cii: "CalculatedAmount", ubl: "TaxAmount", it: "Imposta", asks: ["tax amount", "vat amount", "amount", "tax", "vat", "vat category tax amount", "calculated amount", "tax total"] },
    { id: "BT-118", kind: "code", cii: "CategoryCode", ubl: "TaxCategory/ID", it: "Natura", asks: ["category", "category code", "vat category code", "tax category", "vat category", "tax category code", "code", "tax code", "tax category number"] },
    { id: "BT-119", kind: "percent", cii: "RateApplicablePercent", ubl: "TaxCategory/Percent", it: "AliquotaIVA", asks: ["percent", "vat percent", "tax percent", "tax category percent", "vat category percent"] },
    { id: "BT-120", kind: "text", cii: "ExemptionReason", ubl: "TaxCategory/TaxExemptionReason", it: "RiferimentoNormativo", asks: ["exemption reason", "tax exemption reason", "vat exemption reason", "exemption", "exemption reason text"] },
    { id: "BT-121", kind: "code", cii: "ExemptionReasonCode", ubl: "TaxCategory/TaxExemptionReasonCode", asks: ["exemption reason code", "tax exemption reason code", "vat exemption reason code", "exemption code"] },
  ],
};

export const DOCUMENT_GROUPS: readonly Group[] = [
  VAT_GROUP,
  { id: "BG-20", cii: `${SETTLEMENT}/${CII_ADJUSTMENT}[ChargeIndicator/Indicator=false]`, ubl: "AllowanceCharge[ChargeIndicator=false]", it: `${OWN}/ScontoMaggiorazione[Tipo=SC]`, asks: ["allowance", "document allowance"], terms: adjustment("allowance", ALLOWANCE_NUMBERS) },
  { id: "BG-21", cii: `${SETTLEMENT}/${CII_ADJUSTMENT}[ChargeIndicator/Indicator=true] | ${SETTLEMENT}/SpecifiedLogisticsServiceCharge`, ubl: "AllowanceCharge[ChargeIndicator=true]", it: `${OWN}/ScontoMaggiorazione[Tipo=MG]`, asks: ["charge", "document charge"], terms: adjustment("charge", CHARGE_NUMBERS) },
  { id: "BG-20/21", cii: `${SETTLEMENT}/${CII_ADJUSTMENT}`, ubl: "AllowanceCharge", it: `${OWN}/ScontoMaggiorazione`, asks: ["allowance charge", "adjustment", "document allowance charge"], terms: adjustment("adjustment", ALLOWANCE_NUMBERS) },
  { id: "BG-24", cii: `${AGREEMENT}/AdditionalReferencedDocument[TypeCode=916]`, ubl: "AdditionalDocumentReference[DocumentTypeCode!=130]", it: "FatturaElettronicaBody/Allegati", asks: ["attachment", "supporting document", "additional document", "attached document"], terms: [
    { id: "BT-122", kind: "id", cii: "IssuerAssignedID", ubl: "ID", it: "NomeAttachment", asks: ["reference", "document reference", "number", "document number", "attachment number"] },
    { id: "BT-123", kind: "text", cii: "Name", ubl: "DocumentDescription", it: "DescrizioneAttachment", asks: ["description", "document description", "attachment description"] },
    { id: "BT-124", kind: "text", cii: "URIID", ubl: "Attachment/ExternalReference/URI", asks: ["external location", "url", "location"] },
    { id: "BT-125", kind: "text", cii: "AttachmentBinaryObject/@filename", ubl: "Attachment/EmbeddedDocumentBinaryObject/@filename", it: "NomeAttachment", asks: ["attachment name", "name", "attachment", "file name", "document name"] },
    { id: "X-mime", kind: "code", cii: "AttachmentBinaryObject/@mimeCode", ubl: "Attachment/EmbeddedDocumentBinaryObject/@mimeCode", it: "FormatoAttachment", asks: ["mime code", "mime type", "attachment type", "type", "media type"] },
    { id: "X-size", kind: "text", cii: "AttachmentBinaryObject", ubl: "Attachment/EmbeddedDocumentBinaryObject", it: "Attachment", asks: ["size", "attachment size"] },
  ] },
  { id: "BG-3", cii: `${SETTLEMENT}/InvoiceReferencedDocument`, ubl: "BillingReference/InvoiceDocumentReference", it: `${GENERAL}/DatiFattureCollegate`, asks: ["preceding invoice", "preceding invoice reference", "original invoice"], terms: [
    { id: "BT-25", kind: "id", cii: "IssuerAssignedID", ubl: "ID", it: "IdDocumento", asks: ["preceding invoice number", "preceding invoice reference", "preceding invoice", "original invoice number", "original invoice reference", "original invoice", "corrected invoice number", "number"] },
    { id: "BT-26", kind: "date", cii: "FormattedIssueDateTime/DateTimeString", ubl: "IssueDate", it: "Data", asks: ["preceding invoice date", "preceding invoice issue date", "original invoice date", "corrected invoice date"] },
  ] },
];
