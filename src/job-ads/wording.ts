/** The wording of an ad: requirements, wishes, and statements about the candidate. */

import { smallest } from "#documents/long-lists.ts";
import { anyOf, asWord, WORD_START } from "#language/phrases.ts";

/** Words before something that the candidate has or needs. */
const ASKS = new RegExp(asWord(anyOf("job_ads", "asks")), "iu");
/** Words for something that is only welcome. */
const WISHES = new RegExp(asWord(anyOf("job_ads", "wishes")), "iu");
/** Words before what the person will do. */
const TASKS = new RegExp(asWord(anyOf("job_ads", "tasks")), "iu");

export type Wording = "asks" | "wishes" | "tasks" | "plain";

export function wordingOf(statement: string): Wording {
  if (WISHES.test(statement)) return "wishes";
  if (ASKS.test(statement)) return "asks";
  return TASKS.test(statement) ? "tasks" : "plain";
}

/** Whether the statement says that a person has or needs something. */
export const asksIn = (statement: string): boolean => ASKS.test(statement);

const MUST = new RegExp(asWord(anyOf("job_ads", "must")), "giu");

/** `from` inclusive, `to` exclusive, in characters of the statement. */
export type TextSpan = { from: number; to: number };

/**
 * The parts of a statement that are only a wish: text after "preferably", "nice to have:" and the like, and text before "is a plus", "(nice
 * to have)", "von Vorteil". In "Java, preferably with Kafka" and "Java is a must, Kafka a plus" Kafka is a wish.
 */
export function wishesIn(statement: string): TextSpan[] {
  const musts = [...statement.matchAll(MUST)].filter(({ index }) => !NEGATED.test(statement.slice(0, index)));
  return [...statement.matchAll(WISHES_ALL)].map(({ index, 0: words }) => {
    const must = musts.findLast((each) => each.index + each[0].length <= index);
    const start = Math.max(clauseStart(statement, index), must ? must.index + must[0].length : 0);
    const leads = LEADS.test(words) || BARE.test(statement.slice(start, index)) || ANNOUNCES.test(statement.slice(index + words.length));
    return leads
      ? { from: index, to: clauseEnd(statement, index) }
      : { from: itemStart(statement, start, index), to: index + words.length };
  });
}

const WISHES_ALL = new RegExp(WISHES.source, "giu");
/** Excludes the requirement in "not required". */
const NEGATED = new RegExp(`${WORD_START}${anyOf("job_ads", "not")} $`, "iu");
/** Words that always refer to what follows. */
const LEADS = new RegExp(`^${anyOf("job_ads", "wishes_what_follows")}$`, "iu");
/** Nothing that could be a wish precedes it. */
const BARE = new RegExp(`^(?:[^\\p{L}]|${anyOf("job_ads", "fillers")}\\b)*$`, "iu");
/** "Preferred skills: …" */
const ANNOUNCES = /^(?: [\p{L}&]{1,20}){0,3} ?:/u;

/** Sentences and clauses end at full stops and semicolons, but not at a point within a name such as Node.js. */
const clauseStart = (text: string, at: number): number =>
  Math.max(text.lastIndexOf(";", at), text.lastIndexOf(". ", at - 1), text.lastIndexOf("• ", at)) + 1;

function clauseEnd(text: string, at: number): number {
  const ends = [text.indexOf(";", at), text.indexOf(". ", at)].filter((end) => end >= 0);
  return Math.min(text.length, smallest(ends));
}

const CONJUNCTION = new RegExp(`(?<!\\p{L})${anyOf("job_ads", "conjunctions")}(?!\\p{L})`, "u");

/** In brackets it refers to the one item before them; after a list of a requirement and another item, to the latter. */
function itemStart(text: string, start: number, at: number): number {
  const before = text.slice(start, at);
  const bracket = /\(\s?$/.test(before);
  const comma = before.lastIndexOf(",");
  if (comma < 0) return start;
  if (bracket) return start + comma;
  const isOther = ASKS.test(before.slice(0, comma)) && !CONJUNCTION.test(before.slice(comma));
  return isOther ? start + comma : start;
}
