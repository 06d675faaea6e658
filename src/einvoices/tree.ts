/** The data of an e-invoice as a tree, from the places of its pages; names of related formats are made those of the three that paths know. */
import type { Box, Document, Page, Word } from "#documents/document.ts";
import { dataPagesOf } from "./one-of-several.ts";

export type Syntax = "cii" | "ubl" | "it";

/** What an element or attribute says, and where. `shown`: the part of the text that stands in the box; a long one goes on overleaf. */
export type Statement = { text: string; shown: string; page: number; box: Box; path: string };

export type Node = { name: string; statement: Statement | null; nodes: Node[] };

export type InvoiceTree = { syntax: Syntax; root: Node; isOrder: boolean };

const SYNTAXES: Readonly<Record<string, Syntax>> = {
  CrossIndustryInvoice: "cii",
  CrossIndustryDocument: "cii",
  SCRDMCCBDACIOMessageStructure: "cii",
  Invoice: "ubl",
  CreditNote: "ubl",
  Order: "ubl",
  FatturaElettronica: "it",
};
const ORDERS: ReadonlySet<string> = new Set(["SCRDMCCBDACIOMessageStructure", "Order"]);

/** Null for documents that are no e-invoice. */
export function invoiceTreeOf(document: Document): InvoiceTree | null {
  const pages = dataPagesOf(document);
  const path = pages[0]?.invoice?.root;
  if (path === undefined) return null;
  const known = new Map<string, Node>([["", { name: "", statement: null, nodes: [] }]]);
  for (const statement of pages.flatMap(statementsOf)) {
    const node = nodeAt(statement.path, known);
    // A long value goes on at the top of the next page.
    if (node.statement) node.statement = { ...node.statement, text: `${node.statement.text} ${statement.text}` };
    else node.statement = statement;
  }
  const root = known.get(path);
  const syntax = root && SYNTAXES[root.name];
  if (!root || !syntax) return null;
  const isOrder = ORDERS.has(root.name);
  rename(root, { syntax, isOrder, path: "" });
  return { syntax, root, isOrder };
}

function statementsOf(page: Page): Statement[] {
  const words = page.lines.flatMap((line) => line.segments.flatMap((segment) => segment.words));
  let from = 0;
  return (page.places ?? []).flatMap((place) => {
    if (!("path" in place)) return [];
    // Places and words are both in reading order.
    while (from < words.length && (words[from]?.box.bottom ?? 0) < place.box.top) from += 1;
    const text = wordsIn(words, from, place.box);
    return text === "" ? [] : [{ text, shown: text, page: page.number, box: place.box, path: place.path }];
  });
}

/** Half a point: the boxes of words are rounded on their way here. */
const SLACK = 0.5;

function wordsIn(words: readonly Word[], from: number, box: Box): string {
  const inside: string[] = [];
  for (let at = from; at < words.length; at++) {
    const word = words[at];
    if (!word || word.box.top > box.bottom) break;
    const isInside =
      word.box.left >= box.left - SLACK &&
      word.box.right <= box.right + SLACK &&
      word.box.top >= box.top - SLACK &&
      word.box.bottom <= box.bottom + SLACK;
    if (isInside) inside.push(word.text);
  }
  return inside.join(" ");
}

/** The node of a path, made with all above it where it is new. */
function nodeAt(path: string, known: Map<string, Node>): Node {
  const found = known.get(path);
  if (found) return found;
  const slash = path.lastIndexOf("/");
  const name = path.slice(slash + 1);
  const bracket = name.indexOf("[");
  const node: Node = { name: bracket < 0 ? name : name.slice(0, bracket), statement: null, nodes: [] };
  nodeAt(path.slice(0, slash), known).nodes.push(node);
  known.set(path, node);
  return node;
}

type Renaming = { syntax: Syntax; isOrder: boolean; path: string };

/** ZUGFeRD 1 and Order-X have other names for what the Cross Industry Invoice has, credit notes and orders of UBL for what its invoice has. */
function rename(node: Node, around: Renaming): void {
  const inLine = around.path.includes(LINE_ITEM);
  const name = node.name;
  if (around.syntax === "cii" && name === "ID" && around.path.endsWith("ReferencedDocument")) node.name = "IssuerAssignedID";
  else if (around.syntax === "cii") node.name = (inLine ? CII_LINE_NAMES[name] : CII_NAMES[name]) ?? CII_EVERYWHERE[name] ?? name;
  if (around.syntax === "ubl") node.name = UBL_NAMES[name] ?? (around.isOrder ? UBL_ORDER_NAMES[name] : undefined) ?? name;
  for (const inner of node.nodes) rename(inner, { ...around, path: `${around.path}/${node.name}` });
  // The line of an order lies one element deeper.
  const [item] = node.nodes.filter((inner) => inner.name === "LineItem");
  if (around.isOrder && node.name === "InvoiceLine" && item) node.nodes = item.nodes;
}

const LINE_ITEM = "IncludedSupplyChainTradeLineItem";

const CII_NAMES: Readonly<Record<string, string>> = {
  SpecifiedExchangedDocumentContext: "ExchangedDocumentContext",
  HeaderExchangedDocument: "ExchangedDocument",
  SpecifiedSupplyChainTradeTransaction: "SupplyChainTradeTransaction",
  ApplicableSupplyChainTradeAgreement: "ApplicableHeaderTradeAgreement",
  ApplicableSupplyChainTradeDelivery: "ApplicableHeaderTradeDelivery",
  ApplicableSupplyChainTradeSettlement: "ApplicableHeaderTradeSettlement",
  SpecifiedTradeSettlementMonetarySummation: "SpecifiedTradeSettlementHeaderMonetarySummation",
  OrderCurrencyCode: "InvoiceCurrencyCode",
};
const CII_LINE_NAMES: Readonly<Record<string, string>> = {
  SpecifiedSupplyChainTradeAgreement: "SpecifiedLineTradeAgreement",
  SpecifiedSupplyChainTradeDelivery: "SpecifiedLineTradeDelivery",
  SpecifiedSupplyChainTradeSettlement: "SpecifiedLineTradeSettlement",
  SpecifiedTradeSettlementMonetarySummation: "SpecifiedTradeSettlementLineMonetarySummation",
  RequestedQuantity: "BilledQuantity",
};
const CII_EVERYWHERE: Readonly<Record<string, string>> = { ApplicablePercent: "RateApplicablePercent" };
const UBL_NAMES: Readonly<Record<string, string>> = {
  CreditNoteLine: "InvoiceLine",
  CreditedQuantity: "InvoicedQuantity",
  CreditNoteTypeCode: "InvoiceTypeCode",
};
const UBL_ORDER_NAMES: Readonly<Record<string, string>> = {
  OrderLine: "InvoiceLine",
  Quantity: "InvoicedQuantity",
  OrderTypeCode: "InvoiceTypeCode",
  SellerSupplierParty: "AccountingSupplierParty",
  BuyerCustomerParty: "AccountingCustomerParty",
  AnticipatedMonetaryTotal: "LegalMonetaryTotal",
};
