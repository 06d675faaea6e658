/** The texts of a document that may be labels, with what is computed once to compare fields with them. */
import type { LikeWord, NumberedWord } from "#engines/local/match/words.ts";

/** `id`: equal for the same words. */
type Printed = { id: string; units: readonly string[] };
/** `number`: from 0, equal for the same words. Their units differ where the one is of several cells and a phrase goes from one to the next. */
export type Text = { number: number; units: readonly string[]; words: readonly NumberedWord[] };
export type Texts = (printed: Printed) => Text;

export function textsOf(like: LikeWord): Texts {
  const known = new Map<string, Text[]>();
  /** The units of a printed text are one list, and are found faster than its words. */
  const byUnits = new Map<readonly string[], Text>();
  function find({ id, units }: Printed): Text {
    const same = known.get(id);
    const kept = same?.find((each) => each.units === units) ?? same?.find((each) => each.units.every((unit, i) => unit === units[i]));
    if (kept) return kept;
    const text = { number: same?.[0]?.number ?? known.size, units, words: units.map(like.wordOf) };
    if (same) same.push(text);
    else known.set(id, [text]);
    return text;
  }
  return (printed) => {
    const kept = byUnits.get(printed.units);
    if (kept) return kept;
    const text = find(printed);
    byUnits.set(printed.units, text);
    return text;
  };
}
