/** What speaks for or against a candidate's best label: the words that it lacks, the other fields that it fits, what it is known to mean. */
import { memo, memoByNumber } from "#contract/memo.ts";
import { largest } from "#documents/long-lists.ts";
import { isFormWord, type LikeWord, weightOf } from "#engines/local/match/words.ts";
import type { Claims } from "#engines/local/page/claims.ts";
import { tokensOf } from "#language/fold.ts";
import { unitsOf } from "#language/thesaurus.ts";
import type { Place } from "#structure/labels/surroundings.ts";
import type { Cell } from "#structure/sheet.ts";
import type { Asker } from "./asker.ts";
import type { Rivals } from "./pair-features.ts";
import type { Seen } from "./sights.ts";
import type { Span } from "./span.ts";
import type { TextIndex } from "./text-index.ts";
import type { Text, Texts } from "./texts.ts";

/** `text`: null for no label, and for one without words. */
export type Label = { text: Text | null; place: Place | null; units: readonly string[]; score: number; cell: Cell | null };
export const NO_LABEL: Label = { text: null, place: null, units: [], score: 0, cell: null };

export function bestLabel({ texts }: Seen): Label {
  let best = NO_LABEL;
  for (const { placed, like } of texts) {
    if (!placed.isLabel) continue;
    const { place, whole, distance, cell } = placed;
    const score = like.strength * (1 - 0.2 * distance);
    if (score > best.score) best = { text: whole.units.length > 0 ? whole : null, place, units: whole.units, score, cell };
  }
  return best;
}

/**
 * Whether the label is a known one, and stands for what the field asks for or for something else. One that says only what the value looks
 * like, such as "No." or "Date", may stand for anything.
 */
export function meaningOf(
  { cell, place, units }: Label,
  { from }: Span,
  { leaf }: Asker,
  claims: Claims,
): Pick<Rivals, "meansField" | "meansOther"> {
  const hits = (cell && claims.byPage.get(cell.page)?.byCell.get(cell)) ?? [];
  const hit = hits.find((each) => each.from === 0 && each.to === (place === "before" ? from : cell?.words.length));
  if (!hit || leaf.concepts.length === 0) return { meansField: 0, meansOther: 0 };
  const same = leaf.concepts.some((concept) => hit.concepts.has(concept));
  return { meansField: same ? 1 : 0, meansOther: same || units.every(isFormWord) ? 0 : 1 };
}

/** How well the text names the field of the schema, other than the asker's, that it names best, 0..1. */
export type NamesOther = (asker: Asker, text: Text) => number;

/** Each text is compared with all fields once. */
export function namesOther(all: readonly Asker[]): NamesOther {
  const rank = memoByNumber((text: Text) => {
    const found: { first: Asker | null; best: number; next: number } = { first: null, best: 0, next: 0 };
    for (const each of all) {
      const score = each.like(text).strength;
      if (score > found.best) {
        found.next = found.best;
        found.first = each;
        found.best = score;
      } else if (score > found.next) found.next = score;
    }
    return found;
  });
  return (asker, text) => {
    const { first, best, next } = rank(text);
    return first === asker ? next : best;
  };
}

/** How much better the label fits another field of the schema, -1..1. */
export function otherField(own: Label, asker: Asker, other: NamesOther): number {
  return own.text ? Math.max(-1, Math.min(1, other(asker, own.text) - own.score)) : 0;
}

/** How much a text reads like the label of a field of the schema; many fields have candidates of the same text. */
export const namesField = (all: readonly Asker[], textOf: Texts): ((text: string) => number) =>
  memo((text) => {
    const tokens = tokensOf(text);
    if (tokens.length === 0 || tokens.length > 8 || /\d/.test(text)) return 0;
    const own = textOf({ id: tokens.join(" "), units: unitsOf(tokens) });
    let most = 0;
    for (const { like } of all) most = Math.max(most, like(own).strength);
    return most;
  });

/** The shares of the field's words that the document has anywhere, and the weight of the rarest word of its name that it lacks. */
export function knownWords({ called }: Asker, texts: TextIndex): Pick<Rivals, "nameInDocument" | "descriptionInDocument" | "missingWord"> {
  const share = (words: readonly string[]) => {
    const all = words.reduce((sum, word) => sum + weightOf(word), 0);
    return all === 0 ? 0 : words.reduce((sum, word) => sum + weightOf(word) * texts.nearest(word), 0) / all;
  };
  const missing = Math.max(0, largest(called.name.map((word) => weightOf(word) * (1 - texts.nearest(word)))));
  return { nameInDocument: share(called.name), descriptionInDocument: share(called.description), missingWord: missing };
}

/** The weight of the rarest word of the field's name that its label lacks, 0..1. */
export function missingFrom({ called }: Asker, { text }: Label, like: LikeWord): number {
  const words = text?.words ?? [];
  return Math.max(0, largest(called.name.map((word) => weightOf(word) * (1 - Math.max(0, largest(words.map(like.to(word))))))));
}
