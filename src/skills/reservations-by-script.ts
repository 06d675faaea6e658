/**
 * Like reservations.ts, for languages without spaces between words, or with qualifiers after what they refer to: Chinese, Japanese, Korean,
 * Thai, Russian, Arabic, Hindi. Patterns are applied to the clause of the skill only.
 */
import { anyOf } from "#language/phrases.ts";

const NEGATED_LEFT = new RegExp(`${anyOf("skills", "negated_left")}$`, "iu");
const NEGATED_RIGHT = new RegExp(`^${anyOf("skills", "negated_right")}`, "iu");
const WISHED_LEFT = new RegExp(`${anyOf("skills", "wished_left")}$`, "iu");
const WISHED_RIGHT = new RegExp(`^${anyOf("skills", "wished_right")}`, "iu");
/** Ends of clauses without a following space; not 、, which separates the items of a list. */
const CLAUSE = /[。；！？，\n]/u;

/** `before` and `after`: the text on both sides of the skill. */
export function reservationByScript(before: string, after: string): "negated" | "wish" | null {
  const left = before.split(CLAUSE).at(-1) ?? "";
  const [right = ""] = after.split(CLAUSE);
  if (WISHED_LEFT.test(left) || WISHED_RIGHT.test(right)) return "wish";
  return NEGATED_LEFT.test(left) || NEGATED_RIGHT.test(right) ? "negated" : null;
}

/** ASCII and Latin letters only: none of these languages. */
export const isLatin = (text: string): boolean => !/[\u0370-\u1cff\u2e80-\u{3ffff}]/u.test(text);
