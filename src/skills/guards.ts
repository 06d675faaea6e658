/** Decides whether a name that is also an everyday word ("Go", "Access", "Word") means the skill at its position. */

import { isStopWord, STEMMED_LANGUAGES } from "#language/stems.ts";
import type { Token } from "#language/tokens.ts";
import type { Hit } from "./skill-index.ts";

/** Distance in tokens to each side that counts as near. */
const NEAR_TOKENS = 8;
const NEIGHBOUR_TOKENS = 4;
/** Hits examined to each side, found by binary search. */
const NEIGHBOUR_HITS = 4;

/** `hits` are those of the whole text in order, including `hit`. */
export function keepsGuard(hit: Hit, hits: readonly Hit[], tokens: readonly Token[]): boolean {
  const { guard } = hit.form.skill;
  const token = tokens[hit.at];
  if (!token || !guard || guard.kind === "exact") return true;
  const next = tokens[hit.at + 1];
  // C-level, R&D, Go-to-market.
  if (hit.form.written.length <= 2 && (isHyphen(token.gap) || (next && isHyphen(next.gap)))) return false;
  const among = hasTechnicalNeighbour(hit, hits, tokens);
  const { written } = hit.form;
  const asWritten = token.raw === written || (written === written.toLowerCase() && token.raw.toLowerCase() === written);
  if (!asWritten)
    return (
      among &&
      written.length > 2 &&
      isListed(token, next) &&
      !STEMMED_LANGUAGES.some((language) => isStopWord(tokens[hit.at - 1]?.fold ?? "", language))
    );
  if (guard.kind === "case") return among || !startsSentence(token, next) || isAlone(token, next);
  return among || isAlone(token, next) || hasWordNear(guard.near, hit, tokens);
}

/**
 * Whether the name has its own capitals, not those of a sentence's start. Two letters count only when they are the whole text, single
 * letters never.
 */
export function isAsWritten({ form: { written }, at }: Hit, tokens: readonly Token[]): boolean {
  const token = tokens[at];
  if (token?.raw !== written || written.length < 2 || written === written.toLowerCase()) return false;
  return tokens.length === 1 || (written.length > 2 && !(token.gap === "" || SENTENCE_END.test(token.gap)));
}

const isHyphen = (gap: string): boolean => /^[-‐‑&]$/.test(gap);
const SENTENCE_END = /[.!?:\n•*-]\s{0,2}$/;
const startsSentence = (token: Token, next: Token | undefined): boolean =>
  (token.gap === "" || SENTENCE_END.test(token.gap)) && next?.gap === " " && /^\p{Ll}/u.test(next.raw);

/** Between separators of a list, or on a line of its own. */
const isAlone = (token: Token, next: Token | undefined): boolean =>
  /^[\s\S]*[,;/|•·(\n]\s{0,2}$/.test(token.gap) && next !== undefined && /^\s*[,;/|•·)\n]/.test(next.gap);
const isListed = (token: Token, next: Token | undefined): boolean =>
  isAlone(token, next) || (/^\s*$/.test(token.gap) && /^\s*$/.test(next?.gap ?? ""));

function hasTechnicalNeighbour(hit: Hit, hits: readonly Hit[], tokens: readonly Token[]): boolean {
  const index = positionOf(hit, hits);
  for (let step = -NEIGHBOUR_HITS; step <= NEIGHBOUR_HITS; step++) {
    const other = hits[index + step];
    if (!other || step === 0 || other.form.guarded || other.form.skill.kind !== "technical" || !isProper(other.form.skill.name)) continue;
    if (Math.abs(other.at - hit.at) <= NEIGHBOUR_TOKENS && !sentenceBetween(hit.at, other.at, tokens)) return true;
  }
  return false;
}

/** Names of products and languages, unlike "design" or "sales". */
const isProper = (name: string): boolean => name !== name.toLowerCase();

function sentenceBetween(a: number, b: number, tokens: readonly Token[]): boolean {
  for (let at = Math.min(a, b) + 1; at <= Math.max(a, b); at++) if (/[.!?]\s/.test(tokens[at]?.gap ?? "")) return true;
  return false;
}

function positionOf(hit: Hit, hits: readonly Hit[]): number {
  let low = 0;
  let high = hits.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((hits[middle]?.at ?? 0) < hit.at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function hasWordNear(near: readonly string[], hit: Hit, tokens: readonly Token[]): boolean {
  for (const step of [-1, 1]) {
    for (let far = 1; far <= NEAR_TOKENS; far++) {
      const token = tokens[hit.at + far * step];
      const gap = step > 0 ? token?.gap : tokens[hit.at - far + 1]?.gap;
      if (!token || /[.!?]\s/.test(gap ?? "")) break;
      if (near.includes(token.fold)) return true;
    }
  }
  return false;
}
