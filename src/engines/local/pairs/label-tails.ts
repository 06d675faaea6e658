/** The last words of a label, which are no value of its first words: "initial" in "First name and initial". */
import { weightOf } from "#engines/local/match/words.ts";
import { tokensOf } from "#language/fold.ts";
import { wordsAs } from "#structure/labels/label-texts.ts";
import type { Asker } from "./asker.ts";
import { type Seen, strength } from "./pair-features.ts";

/** Words in front that name the field less well are no label. */
const LABEL_MIN = 0.5;
/** With its last words a label names the field nearly as well; a value's words are not of the field. */
const WHOLE_SHARE = 0.9;
/** Words such as "of" say nothing either way. */
const TAIL_WEIGHT_MIN = 0.2;

/** Whether the span goes on the label in front of it in its cell, in the same type and without a colon between. */
export function isLabelTail({ leaf, like }: Asker, { span, around, likes }: Seen): boolean {
  const { cell, from, to, raw } = span;
  const { before } = likes;
  if (!before || around.before?.colon || from === 0 || leaf.field.enum !== undefined || /\d/.test(raw)) return false;
  if (cell.words[from - 1]?.bold !== cell.words[from]?.bold || strength(before) < LABEL_MIN) return false;
  const whole = wordsAs(cell, 0, to);
  return (
    strength(like(whole.id, whole.units)) >= WHOLE_SHARE * strength(before) &&
    tokensOf(raw).some((word) => weightOf(word) >= TAIL_WEIGHT_MIN)
  );
}
