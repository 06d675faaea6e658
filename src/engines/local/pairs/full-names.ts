/** Names in boxes of their own, the first name's before the last name's, as one value: what a field that asks for a whole name wants. */
import { once } from "#contract/memo.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import type { NamePart } from "#engines/local/candidates/person-names.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import { nameTokens } from "#language/fold.ts";
import { meaningsOf, unitsOf } from "#language/thesaurus.ts";
import { type LabelText, labelOf, wordsAs } from "#structure/labels/label-texts.ts";
import type { LabelledValue } from "#structure/labels/labelled-values.ts";
import type { PlacesOn } from "#structure/labels/surroundings.ts";
import { type Cell, type Sheet, textOf } from "#structure/sheet.ts";
import type { Span } from "./span.ts";

type Named = { cell: Cell; from: number; to: number };

export type FullNames = {
  /** Each a span of the first name's words whose text and box go on to the last name. */
  spans(): readonly Span[];
  /** 1 for such a span, -1 for one of its parts, 0 for another. */
  partOf(span: Span): number;
};

const PART_WORDS_MAX = 4;

export function fullNamesOn({ sheet, around }: PlacesOn, labelled: readonly LabelledValue[]): FullNames {
  const byCell = Map.groupBy(labelled, ({ value }) => value?.cell);
  const labelsOf = (cell: Cell): (Named & { text: LabelText })[] => {
    const own = (byCell.get(cell) ?? []).flatMap(({ label, value }) =>
      value ? [{ ...value, text: wordsAs(label.cell, label.from, label.to) }] : [],
    );
    if (own.length > 0) return own;
    const to = cell.words.length;
    const { above, box, left, below } = around(cell, 0, to, cell.box);
    const text = [above, box, left, below].find((each) => each !== null && partsIn(each.units).length > 0);
    return text ? [{ cell, from: 0, to, text }] : [];
  };
  const named = (cell: Cell, part: NamePart): Named | undefined =>
    labelsOf(cell).find((each) => isName(each) && isOnly(partsIn(each.text.units), part));
  const pairs = once(() => {
    if (!sheet.cells.some((cell) => hasPart(labelOf(cell).units, "last_name"))) return [];
    return sheetPairs(sheet).flatMap(([a, b]) => {
      const first = named(a, "first_name");
      const last = first && named(b, "last_name");
      return last ? [{ first, last }] : [];
    });
  });
  return {
    spans: once(() => pairs().map(({ first, last }) => joined(first, last))),
    partOf(span) {
      const pair = pairs().find(({ first, last }) => first.cell === span.cell || last.cell === span.cell);
      if (!pair) return 0;
      return pair.first.cell === span.cell && span.raw === joined(pair.first, pair.last).raw ? 1 : -1;
    },
  };
}

/** Cells beside each other. */
const sheetPairs = ({ lines }: Sheet): [Cell, Cell][] =>
  lines.flatMap((line) => line.slice(1).flatMap((cell, i): [Cell, Cell][] => (line[i] ? [[line[i], cell]] : [])));

const partsIn = (units: readonly string[]): NamePart[] => (["first_name", "last_name"] as const).filter((part) => hasPart(units, part));

const hasPart = (units: readonly string[], part: NamePart): boolean => units.some((unit) => meaningsOf(unit).includes(part));

const isOnly = (parts: readonly NamePart[], part: NamePart): boolean => parts.length === 1 && parts[0] === part;

function isName(named: Named): boolean {
  const text = textOf(wordsOf(named));
  const isShort = named.to - named.from <= PART_WORDS_MAX;
  return isShort && /\p{Lu}/u.test(text) && !/[\d@]/.test(text) && partsIn(wordsAs(named.cell, named.from, named.to).units).length === 0;
}

const wordsOf = ({ cell, from, to }: Named) => cell.words.slice(from, to);

function joined(first: Named, last: Named): Span {
  const words = [...wordsOf(first), ...wordsOf(last)];
  return { ...first, raw: textOf(words), box: boxAround(words), fit: 1, shape: "words", lines: 1 };
}

/** Whether the field wants a whole name, not one of its parts. */
export const asksFullName = ({ kind, field }: Leaf): boolean =>
  (kind === "name" || kind === "text") && field.enum === undefined && asksName(unitsOf(nameTokens(field.name)));

const asksName = (units: readonly string[]): boolean => partsIn(units).length !== 1;

/** The part of a name that the field asks for by its own name; null where it asks for none, or for several. */
export function partAsked({ kind, field }: Leaf): NamePart | null {
  if ((kind !== "name" && kind !== "text") || field.enum !== undefined) return null;
  const [part, ...others] = partsIn(unitsOf(nameTokens(field.name)));
  return others.length === 0 ? (part ?? null) : null;
}
