/** Recomputes the sums of an e-invoice (the rules BR-CO-10 to BR-CO-17 of EN 16931-1), and asks for what every invoice has to state. */
import { type Invoice, membersOf, valuesOf } from "./invoice.ts";
import type { Group, Term } from "./term.ts";
import { DOCUMENT_GROUPS, LINE_GROUP, SINGLE_TERMS } from "./terms.ts";
import type { Node } from "./tree.ts";

/** `terms`: those that take part, whose values are then less sure. */
export type SumFault = { message: string; terms: readonly string[] };

/** Half a cent for each addend, as each may be rounded. */
const PER_ADDEND = 0.005;
const SLACK = 0.011;

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

function missing(invoice: Invoice): SumFault[] {
  const absent = REQUIRED.filter(([id]) => amountText(invoice, id) === undefined).map(([id, name]) => `${name} (${id})`);
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
  const [lines, allowances, charges] = [amount(invoice, "BT-106"), amount(invoice, "BT-107") ?? 0, amount(invoice, "BT-108") ?? 0];
  const [net, tax, gross] = [amount(invoice, "BT-109"), amount(invoice, "BT-110") ?? 0, amount(invoice, "BT-112")];
  const [prepaid, rounding, due] = [amount(invoice, "BT-113") ?? 0, amount(invoice, "BT-114") ?? 0, amount(invoice, "BT-115")];
  const ofLines = column(invoice, LINE_GROUP, "BT-131");
  const taxes = column(invoice, TAXES, "BT-117");
  return [
    ...(ofLines.length > 0
      ? fault("The amounts of the lines do not add up to their sum", ["BT-131", "BT-106"], total(ofLines), lines, ofLines.length)
      : []),
    ...(lines === null
      ? []
      : fault(
          "Lines, allowances and charges do not add up to the total without tax",
          ["BT-106", "BT-107", "BT-108", "BT-109"],
          lines - allowances + charges,
          net,
          1,
        )),
    ...(taxes.length > 0 && amountText(invoice, "BT-110") !== undefined
      ? fault("The taxes of the rates do not add up to the tax", ["BT-117", "BT-110"], total(taxes), tax, taxes.length)
      : []),
    ...(net === null
      ? []
      : fault("The total without tax and the tax do not add up to the total", ["BT-109", "BT-110", "BT-112"], net + tax, gross, 1)),
    ...(gross === null || !invoice.isWhole || invoice.isOld
      ? []
      : fault(
          "The total less what was paid is not the amount due",
          ["BT-112", "BT-113", "BT-114", "BT-115"],
          gross - prepaid + rounding,
          due,
          1,
        )),
    ...ratesOf(invoice),
  ];
}

const TAXES: Group = DOCUMENT_GROUPS.find(({ id }) => id === "BG-23") ?? { id: "", asks: [], terms: [] };
const TAX_TERMS = TAXES.terms;
const membersOfTax = (invoice: Invoice): Node[] => membersOf(TAXES, invoice);

const total = (amounts: readonly number[]): number => amounts.reduce((sum, each) => sum + each, 0);

function column(invoice: Invoice, group: Group, id: string): number[] {
  const term = group.terms.find((each) => each.id === id);
  return term
    ? membersOf(group, invoice).flatMap((node) =>
        valuesOf(term, invoice, node)
          .slice(0, 1)
          .map(({ text }) => Number(text)),
      )
    : [];
}

function fault(message: string, terms: readonly string[], computed: number, stated: number | null, addends: number): SumFault[] {
  if (stated === null || Math.abs(computed - stated) <= SLACK + PER_ADDEND * addends) return [];
  return [{ message: `${message}: ${money(computed)} and ${money(stated)} (${terms.join(", ")}).`, terms }];
}

const money = (value: number): string => value.toFixed(2);

/** Each rate's tax is its share of the amount it is on, to the cent. */
function ratesOf(invoice: Invoice): SumFault[] {
  const number = (id: string, node: Node) => {
    const term = TAX_TERMS.find((each) => each.id === id);
    const text = term && valuesOf(term, invoice, node)[0]?.text;
    return text === undefined ? null : Number(text);
  };
  return membersOfTax(invoice).flatMap((node) => {
    const [basis, tax, rate] = [number("BT-116", node), number("BT-117", node), number("BT-119", node)];
    if (basis === null || tax === null || rate === null) return [];
    return fault("The tax is not the rate's share of the amount", ["BT-116", "BT-117"], (basis * rate) / 100, tax, RATE_ADDENDS);
  });
}
/** A tax computed line by line may be some cents off; more than that is wrong. */
const RATE_ADDENDS = 10;
