/** Scores many stored résumés for a search, in the reader's child: only what shows something is answered. */
import type { KeptClaims } from "#recruiting/kept-claims.ts";
import { scoreTerms } from "#scoring/evaluate.ts";
import { openMatcher } from "#skills/skill-matcher.ts";
import type { SearchAnswer, SearchAsk } from "./works.ts";

/** `bytes`: an array of kept claims as JSON, in which null stands for a résumé that was not read. */
export function search({ terms, month, version }: SearchAsk, bytes: Buffer): SearchAnswer {
  const kept = JSON.parse(bytes.toString("utf8")) as (KeptClaims | null)[];
  const matchers = terms.map((name) => openMatcher(name));
  const hits: SearchAnswer["hits"] = [];
  let unread = 0;
  for (const [at, each] of kept.entries()) {
    if (each?.version !== version) {
      unread++;
      continue;
    }
    const scored = scoreTerms({ resume: each.claims, month }, matchers);
    if (scored.terms.some(({ score }) => score > 0)) hits.push({ at, ...scored });
  }
  return { hits, unread };
}
