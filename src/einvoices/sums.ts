/** Recomputes the sums of an e-invoice (the rules BR-CO-10 to BR-CO-17 of EN 16931-1), and asks for what every invoice has to state. */
import { append } from "#documents/long-lists.ts";
import { statementsAt } from "./find.ts";
import { type Invoice, membersOf, valuesOf } from "./invoice.ts";
import type { Group, Term } from "./term.ts";
import { DOCUMENT_GROUPS, LINE_GROUP, SINGLE_TERMS } from "./terms.ts";
import type { Node } from "./tree.ts";

/** `terms`: those that take part, whose values are then less sure. */
export type SumFault = { message: string; terms: readonly string[] };

/** Currencies that are rounded to whole units; HUF has cents by ISO 4217 only. */
const WITHOUT_CENTS: ReadonlySet<string> = new Set("BIF CLP DJF GNF HUF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF".split(" "));

/** Half a cent for each addend, as each may be rounded; a whole one by EXTENDED (BR-FXEXT-CO-10). */
function roundingOf({ variables, isExtended }: Invoice, addends: number): number {
  const cent = WITHOUT_CENTS.has(variables.currency ?? "") ? 1 : 0.01;
  return cent * (1.1 + addends * (isExtended ? 1 : 0.5));
}

export function faultsOf(invoice: Invoice): SumFault[] {
  const { tree } = invoice;
  // FatturaPA has no sums of lines or taxes; orders need not have any.
  return tree.syntax === "it" || tree.isOrder ? [] : [...missing(invoice), ...sums(invoice)];
}

const REQUIRED: readonly (readonly [string, string])[] = [
  ["BT-1", "number"],
  ["BT-2", "date"],
  ["BT-5", "currency"],
  ["BT-112", "total"],
];

/** What the schema of UBL itself asks for. */
const REQUIRED_BY_UBL: ReadonlySet<string> = new Set(["BT-1", "BT-2"]);

function missing(invoice: Invoice): SumFault[] {
  const required = REQUIRED.filter(([id]) => invoice.isOfStandard || REQUIRED_BY_UBL.has(id));
  const absent = required.filter(([id]) => amountText(invoice, id) === undefined).map(([id, name]) => `${name} (${id})`);
  return absent.length === 0 ? [] : [{ message: `The XML does not state what every e-invoice has: ${absent.join(", ")}.`, terms: [] }];
}

function termOf(id: string): Term | undefined {
  return SINGLE_TERMS.find((term) => term.id === id);
}

function amountText(invoice: Invoice, id: string): string | undefined {
  const term = termOf(id);
  return term && valuesOf(term, invoice)[0]?.text;
}

function amount(invoice: Invoice, id: string): number | null {
  const text = amountText(invoice, id);
  return text === undefined || text === "" ? null : Number(text);
}

function sums(invoice: Invoice): SumFault[] {
  const fault = faultIn(invoice);
  const lines = amount(invoice, "BT-106");
  const ofLines = counted(invoice).flatMap((node) => numberIn(LINE_GROUP, "BT-131", invoice, node) ?? []);
  const bySum =
    ofLines.length > 0
      ? fault("The amounts of the lines do not add up to their sum", ["BT-131", "BT-106"], total(ofLines), lines, ofLines.length)
      : [];
  return [...bySum, ...(invoice.isOfStandard ? totals(invoice, lines) : []), ...ratesOf(invoice)];
}

/** Lines that only head others, or inform, are not counted (LineStatusReasonCode of EXTENDED). */
function counted(invoice: Invoice): Node[] {
  return membersOf(LINE_GROUP, invoice).filter((node) => {
    const [status] = statementsAt(node, STATUS)[0] ?? [];
    return !NOT_COUNTED.has(status?.text ?? "");
  });
}
const STATUS = "AssociatedDocumentLineDocument/LineStatusReasonCode";
const NOT_COUNTED: ReadonlySet<string> = new Set(["GROUP", "INFORMATION"]);

function totals(invoice: Invoice, lines: number | null): SumFault[] {
  const fault = faultIn(invoice);
  const [allowances, charges] = [amount(invoice, "BT-107") ?? 0, amount(invoice, "BT-108") ?? 0];
  const [net, tax, gross] = [amount(invoice, "BT-109"), amount(invoice, "BT-110") ?? 0, amount(invoice, "BT-112")];
  const taxes = membersOf(TAXES, invoice).flatMap((node) => numberIn(TAXES, "BT-117", invoice, node) ?? []);
  const withTax = ["BT-109", "BT-110", "BT-112"];
  const found: SumFault[] = [];
  if (lines !== null)
    append(
      found,
      fault(
        "Lines, allowances and charges do not add up to the total without tax",
        ["BT-106", "BT-107", "BT-108", "BT-109"],
        lines - allowances + charges,
        net,
      ),
    );
  if (taxes.length > 0 && amountText(invoice, "BT-110") !== undefined)
    append(found, fault("The taxes of the rates do not add up to the tax", ["BT-117", "BT-110"], total(taxes), tax, taxes.length));
  if (net !== null) append(found, fault("The total without tax and the tax do not add up to the total", withTax, net + tax, gross));
  if (gross !== null && invoice.isWhole && !invoice.isOld) append(found, payable(invoice, gross));
  return found;
}

/** The extension of XRechnung adds what is due to others (BR-DEX-09). */
function payable(invoice: Invoice, gross: number): SumFault[] {
  const [prepaid, rounding, due] = [amount(invoice, "BT-113") ?? 0, amount(invoice, "BT-114") ?? 0, amount(invoice, "BT-115")];
  const ofOthers = statementsAt(invoice.tree.root, "PrepaidPayment/PaidAmount").map(([paid]) => Number(paid?.text));
  const computed = [gross - prepaid + rounding, gross - prepaid + rounding + total(ofOthers)];
  const faults = computed.map((sum) =>
    faultIn(invoice)("The total less what was paid is not the amount due", ["BT-112", "BT-113", "BT-114", "BT-115"], sum, due),
  );
  return faults.some((each) => each.length === 0) ? [] : (faults[0] ?? []);
}

const TAXES: Group = DOCUMENT_GROUPS.find(({ id }) => id === "BG-23") ?? { id: "", asks: [], terms: [] };

/** The rates of VAT that an invoice states, in percent. */
export const taxRatesOf = (invoice: Invoice): number[] =>
  membersOf(TAXES, invoice).flatMap((node) => numberIn(TAXES, "BT-119", invoice, node) ?? []);

const total = (amounts: readonly number[]): number => amounts.reduce((sum, each) => sum + each, 0);

function numberIn(group: Group, id: string, invoice: Invoice, node: Node): number | null {
  const term = group.terms.find((each) => each.id === id);
  const text = term && valuesOf(term, invoice, node)[0]?.text;
  return text === undefined ? null : Number(text);
}

type Fault = (message: string, terms: readonly string[], computed: number, stated: number | null, addends?: number) => SumFault[];

/** `addends`: how many rounded amounts were added; one by default. */
const faultIn =
  (invoice: Invoice): Fault =>
  (message, terms, computed, stated, addends = 1) =>
    stated === null || Math.abs(computed - stated) <= roundingOf(invoice, addends)
      ? []
      : [{ message: `${message}: ${money(computed)} and ${money(stated)} (${terms.join(", ")}).`, terms }];

const money = (value: number): string => value.toFixed(2);

/** Each rate's tax is its share of the amount it is on; it may be computed line by line. */
function ratesOf(invoice: Invoice): SumFault[] {
  const addends = Math.max(RATE_ADDENDS_MIN, membersOf(LINE_GROUP, invoice).length);
  return membersOf(TAXES, invoice).flatMap((node) => {
    const [basis, tax, rate] = ["BT-116", "BT-117", "BT-119"].map((id) => numberIn(TAXES, id, invoice, node));
    if (basis == null || tax == null || rate == null) return [];
    const fault = faultIn(invoice);
    return fault("The tax is not the rate's share of the amount", ["BT-116", "BT-117"], (basis * rate) / 100, tax, addends);
  });
}
/** A tax computed line by line may be some cents off; more than that is wrong. */
const RATE_ADDENDS_MIN = 10;
