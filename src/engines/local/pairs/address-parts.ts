/** The parts of printed addresses, for fields that ask for one of them: the street, the town, the state, the postal code. */
import { memo, once } from "#contract/memo.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import { hasLegalForm } from "#engines/local/page/legal-form.ts";
import type { Value } from "#engines/local/page/values-in.ts";
import { nameTokens } from "#language/fold.ts";
import { meaningsOf } from "#language/thesaurus.ts";
import { heightOf, overlapAcross } from "#structure/boxes.ts";
import { type Cell, type Sheet, textOf } from "#structure/sheet.ts";

export type AddressPart = "street" | "city" | "state" | "zip";
/** `address`: which of the sheet's addresses it is of, from 0 on. */
type PlacedPart = { part: AddressPart; value: Value; address: number };
export type Addresses = {
  parts(): readonly PlacedPart[];
  /** 1 where a cell has a part of the first address of the page, less for the next ones, 0 elsewhere. */
  order(cell: Cell): number;
  /** Whether the cell is a town with its postal code and nothing else, a street with both, or one above it that begins with its number. */
  isLine(cell: Cell): boolean;
  /** Whether an address goes on in the cell whose street is in a line above. */
  goesOn(cell: Cell): boolean;
};

const MEANINGS: Record<AddressPart, string> = { street: "street", city: "city", state: "state_region", zip: "postal_code" };
const PARTS = Object.keys(MEANINGS) as AddressPart[];
/** Shorter words are abbreviations of others too. */
const WORD_MIN = 3;
const KINDS: ReadonlySet<Leaf["kind"]> = new Set(["text", "id", "name", "address"]);

/** `Springfield, IL 62701`, `Toronto ON M5V 2T6`, `Carlton VIC 3053`; `10115 Berlin`, `00-950 Warszawa`, `1012 AB Amsterdam`; `London SW1A 1AA`. */
const FORMS = [
  /^(?<city>\p{Lu}[\p{L}.'’ -]{1,40}?),? (?<state>[A-Z]{2,3}),? (?<zip>\d{5}(?:-\d{4})?|\d{4}|[A-Z]\d[A-Z] ?\d[A-Z]\d)$/u,
  /^(?<zip>(?:[A-Z]{1,2}-)?\d{4,5}|\d{2}-\d{3}|\d{4} ?[A-Z]{2}) (?<city>\p{Lu}[\p{L}.'’ /-]{1,40})$/u,
  /^(?<city>\p{Lu}[\p{L}.'’ -]{1,40}?),? (?<zip>[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})$/u,
];

/** Words that may follow the part's in a name: `zip_code`, `street_address_line`. */
const AFTER = new Set(["name", "code", "address", "line", "1"]);

/** The part that a field asks for by the last word of its name, such as `storeCity`; null for none. */
export function partAskedBy({ field, kind }: Leaf): AddressPart | null {
  if (field.enum !== undefined || !KINDS.has(kind)) return null;
  const words = nameTokens(field.name);
  const last = words.findLast((word, i) => i === 0 || !AFTER.has(word)) ?? "";
  const meant = meaningsOf(last);
  return last.length < WORD_MIN ? null : (PARTS.find((part) => meant.includes(MEANINGS[part])) ?? null);
}

/** The town, state and postal code in a cell, behind its last comma or in the whole of it. */
export function placesIn(cell: Cell): { part: AddressPart; value: Value }[] {
  const comma = cell.words.findLastIndex(({ text }, i) => text.endsWith(",") && i < cell.words.length - 3);
  return [0, ...(comma >= 0 ? [comma + 1] : [])].flatMap((start) => {
    const place = placeIn(cell, start);
    return PARTS.flatMap((part) => {
      const text = place?.[part];
      const value = text === undefined ? null : partAt(cell, start, text);
      return value ? [{ part, value }] : [];
    });
  });
}

function placeIn(cell: Cell, start: number): Record<string, string | undefined> | undefined {
  const text = textOf(cell.words.slice(start));
  for (const form of FORMS) {
    const found = form.exec(text)?.groups;
    if (found) return found;
  }
}

/** Addresses after so many are told apart no more. */
const ADDRESSES_MAX = 4;

export function addressesOn(sheet: Sheet): Addresses {
  const parts = once(() => addressPartsOn(sheet));
  const ordered = once(() => new Map(parts().map(({ value, address }) => [value.cell, Math.max(0, 1 - address / ADDRESSES_MAX)])));
  const streets = once(() => new Map(parts().flatMap(({ part, value, address }) => (part === "street" ? [[address, value]] : []))));
  const numbered = once(() => new Set([...streets().values()].flatMap(({ raw, cell }) => (/^\d/.test(raw) ? [cell] : []))));
  const whole = once(
    () => new Set(parts().flatMap(({ part, value }) => (part === "zip" && isOfStreet(value.cell, streets()) ? [value.cell] : []))),
  );
  const further = once(() => {
    const isBelow = ({ value, address }: PlacedPart) => (streets().get(address)?.cell ?? value.cell) !== value.cell;
    return new Set(parts().flatMap((each) => (isBelow(each) ? [each.value.cell] : [])));
  });
  return {
    parts,
    order: (cell) => ordered().get(cell) ?? 0,
    isLine: (cell) => isPlaceLine(cell) || numbered().has(cell) || whole().has(cell),
    goesOn: (cell) => further().has(cell),
  };
}

const isOfStreet = (cell: Cell, streets: ReadonlyMap<number, Value>): boolean =>
  [...streets.values()].some((street) => street.cell === cell && !hasLegalForm(street.raw));

/** Whether the words are nothing but a town with its postal code. */
const isPlaceLine = memo((cell: Cell): boolean => placeIn(cell, 0) !== undefined, new WeakMap());

/** The parts of all addresses whose last line is of a known form, with the street that stands above it or before it in its line. */
export function addressPartsOn(sheet: Sheet): PlacedPart[] {
  const found = sheet.cells.flatMap((cell) => {
    const places = placesIn(cell);
    const first = places.reduce((least, { value }) => Math.min(least, value.from), cell.words.length);
    const street = places.length === 0 ? null : first > 0 ? wordsTo(cell, first, behindLabel(cell, first)) : streetAbove(cell, sheet);
    // A postal code before a town looks like a street with its number.
    if (places.length === 0 || (places[0]?.value.from !== first && !street)) return [];
    return [{ cell, parts: [...places, ...(street ? [{ part: "street" as const, value: street }] : [])] }];
  });
  const streets = new Set(found.flatMap(({ parts }) => parts.flatMap(({ part, value }) => (part === "street" ? [value.cell] : []))));
  return found
    .filter(({ cell, parts }) => !streets.has(cell) || parts.some(({ part, value }) => part === "street" && value.cell === cell))
    .flatMap(({ parts }, address) => parts.map((each) => ({ ...each, address })));
}

const STREET = /^\d{1,5}[A-Za-z]?(?:[-/]\d{1,4})? \p{L}|^P\.? ?O\.? Box \d|\p{L}{3}\.? \d{1,4} ?[a-zA-Z]?$/iu;
const NEAR = 1.2;

function streetAbove(cell: Cell, sheet: Sheet): Value | null {
  const height = heightOf(cell.box);
  for (const line of sheet.lines.slice(Math.max(0, cell.line - 2), cell.line).reverse()) {
    const above = line.find(({ box }) => cell.box.top - box.bottom < NEAR * height && overlapAcross(box, cell.box) > 0.3);
    if (above) return hasLegalForm(above.text) ? null : wordsTo(above, above.words.length, behindLabel(above, above.words.length));
  }
  return null;
}

/** Where the words behind a label begin: `Residence: 7 Maple Street`. */
const behindLabel = ({ words }: Cell, to: number): number => words.findLastIndex(({ text }, i) => text.endsWith(":") && i < to - 1) + 1;

function wordsTo(cell: Cell, to: number, from = 0): Value | null {
  const words = cell.words.slice(from, to);
  const raw = textOf(words).replace(/,$/, "");
  return STREET.test(raw) ? { cell, from, to, raw, box: boxAround(words), fit: 1 } : null;
}

function partAt(cell: Cell, start: number, part: string): Value | null {
  const wanted = part.split(" ");
  for (let from = start; from + wanted.length <= cell.words.length; from++) {
    if (!wanted.every((word, i) => cell.words[from + i]?.text.replace(/,$/, "") === word)) continue;
    const words = cell.words.slice(from, from + wanted.length);
    return { cell, from, to: from + wanted.length, raw: part, box: boxAround(words), fit: 1 };
  }
  return null;
}
