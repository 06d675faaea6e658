/** The last words of a label, which are no value of its first words: "initial" in "First name and initial". */
import { weightOf } from "#engines/local/match/words.ts";
import { tokensOf } from "#language/fold.ts";
import { wordsAs } from "#structure/labels/label-texts.ts";
import type { Asker } from "./asker.ts";
import { likeAt, type Sight } from "./sights.ts";
import type { Span } from "./span.ts";
import type { Texts } from "./texts.ts";

/** Words in front that name the field less well are no label. */
const LABEL_MIN = 0.5;
/** With its last words a label names the field nearly as well; a value's words are not of the field. */
const WHOLE_SHARE = 0.9;
/** Words such as "of" say nothing either way. */
const TAIL_WEIGHT_MIN = 0.2;

/** Whether the span goes on the label in front of it in its cell, in the same type and without a colon between. */
export function isLabelTail(asker: Asker, span: Span, sight: Sight, textOf: Texts): boolean {
  const { cell, from, to, raw } = span;
  const [before] = sight;
  if (before?.place !== "before" || before.colon || from === 0 || asker.leaf.field.enum !== undefined || /\d/.test(raw)) return false;
  const { strength } = likeAt(asker, before);
  if (cell.words[from - 1]?.bold !== cell.words[from]?.bold || strength < LABEL_MIN) return false;
  return (
    asker.like(textOf(wordsAs(cell, 0, to))).strength >= WHOLE_SHARE * strength &&
    tokensOf(raw).some((word) => weightOf(word) >= TAIL_WEIGHT_MIN)
  );
}
