/** Words around a skill that negate or weaken it: "no experience with", "would like to learn", "basic". */
import { anyOf, asWord, WORD_END, WORD_START } from "#language/phrases.ts";
import { reachesEnd, restAfter } from "./reaches-end.ts";
import { isLatin, reservationByScript } from "./reservations-by-script.ts";

export type Reservation = "negated" | "wish" | null;

/** Ends of clauses: words beyond one do not refer to this side. */
const CLAUSE = new RegExp(`[.;:!?\\n]\\s|\\s${anyOf("skills", "clause_words")}\\s`, "giu");
/** "no", "without": what follows is absent, whether the skill itself or experience with it. */
const NOTHING = new RegExp(`${WORD_START}${anyOf("skills", "nothing")}\\s{1,2}`, "giu");
const ADJECTIVE = new RegExp(`^${anyOf("skills", "kinds_of_experience")}\\s+`, "iu");
const EXPERIENCE = new RegExp(`^${anyOf("skills", "experience")}\\s+`, "iu");
const WITH = new RegExp(`^${anyOf("skills", "with")}\\s+`, "iu");
/** "never worked", "have not used": something was not done. */
const NEVER = new RegExp(
  `${WORD_START}${anyOf("skills", "never")}\\s+(?:${anyOf("skills", "ever")}\\s+)?${anyOf("skills", "done")}\\s+`,
  "giu",
);
/** Between the items of an enumeration. */
const SEPARATOR = new RegExp(`,|/|${asWord(anyOf("skills", "and_or"))}`, "iu");
const ITEM_WORDS_MAX = 4;
const NOT_NEGATED = new RegExp(asWord(anyOf("skills", "not_negated")), "iu");
const NEGATED_AFTER = [
  new RegExp(`^\\s*[:(–—-]+\\s*${anyOf("skills", "none")}${WORD_END}`, "iu"),
  new RegExp(`^(?:\\s+\\p{L}+){0,4}\\s+${anyOf("skills", "never_done")}`, "iu"),
];
const WISH = new RegExp(asWord(anyOf("skills", "wishes")), "giu");
const LEARNING = new RegExp(
  `(?:^\\s{0,2}|${WORD_START}${anyOf("skills", "before_learning")}\\s{1,2})${anyOf("skills", "learning")}\\s`,
  "giu",
);
const WISH_AFTER = new RegExp(`^\\s*[(–—:-]+\\s*${anyOf("skills", "learning_after")}${WORD_END}`, "iu");
const WEAK_BEFORE = new RegExp(`${WORD_START}${anyOf("skills", "low_level_before")}\\s*$`, "iu");
const WEAK_AFTER = new RegExp(`^\\s{0,2}[(:–—-]*\\s{0,2}${anyOf("skills", "low_level_after")}`, "iu");

/** The reservation for characters `from`…`to` of a statement. */
export function reservationOf(text: string, from: number, to: number): Reservation {
  const before = lastClause(text.slice(0, from));
  const after = text.slice(to, to + 80);
  const foreign = isLatin(text) ? null : reservationByScript(before, after);
  if (foreign !== null) return foreign;
  if (WISH_AFTER.test(after) || isWished(before)) return "wish";
  if (NEGATED_AFTER.some((pattern) => pattern.test(after))) return "negated";
  return !NOT_NEGATED.test(before) && isNegated(before) ? "negated" : null;
}

const SENTENCE_END = /[.;!?]/;

function isWished(before: string): boolean {
  return (
    reachesEnd(before, WISH, { charactersMax: 120, mark: SENTENCE_END }) ||
    reachesEnd(before, LEARNING, { charactersMax: 60, mark: SENTENCE_END })
  );
}

function isNegated(before: string): boolean {
  const nothing = restAfter(before, NOTHING);
  if (nothing !== null && isEnumeration(stripped(nothing, [ADJECTIVE, ADJECTIVE, EXPERIENCE, WITH]), 0)) return true;
  const never = restAfter(before, NEVER);
  return never !== null && isEnumeration(stripped(never, [WITH, ADJECTIVE]), ITEM_WORDS_MAX - 1);
}

function stripped(text: string, patterns: readonly RegExp[]): string {
  return patterns.reduce((rest, pattern) => rest.replace(pattern, ""), text);
}

/** Nothing, or earlier items of the same enumeration, or at most `looseWords` other words. */
function isEnumeration(text: string, looseWords: number): boolean {
  const items = text.split(SEPARATOR).map((item) => item.split(/\s+/).filter((word) => word !== "").length);
  const last = items.pop() ?? 0;
  return last <= looseWords && items.every((words) => words <= ITEM_WORDS_MAX);
}

/** Whether the words are qualified as a low level. */
export function isWeak(text: string, from: number, to: number): boolean {
  return WEAK_BEFORE.test(lastClause(text.slice(0, from)).slice(-60)) || WEAK_AFTER.test(text.slice(to, to + 60));
}

const CLAUSE_CHARACTERS_MAX = 240;

function lastClause(before: string): string {
  const near = before.slice(-CLAUSE_CHARACTERS_MAX);
  let start = 0;
  for (const end of near.matchAll(CLAUSE)) start = end.index + end[0].length;
  return near.slice(start);
}
