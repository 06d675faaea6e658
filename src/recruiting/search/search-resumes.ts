/** Searches the stored résumés of a workspace or position: each is scored for the terms as an evaluation would, with its evidence. */
import { ApiError } from "#contract/errors.ts";
import type { Found, SearchBody, SearchReply } from "#contract/recruiting/search.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import type { Db } from "#platform/postgres/db.ts";
import { SEARCH } from "#recruiting/in-reader/works.ts";
import { claimsVersion } from "#recruiting/kept-claims.ts";
import { findSkills } from "#recruiting/positions/positions.store.ts";
import { foundPosition } from "#recruiting/positions/positions.ts";
import { monthOfDate } from "#scoring/timeline.ts";
import { countStored, newestStored, readStored, type SearchedRow } from "./search.store.ts";
import { type SearchTerm, searchTerms } from "./search-terms.ts";

/** The newest. */
const RESUMES_MAX = 1_000;
/** No further part is begun after this time: an answer that says what was not searched is better than none. */
const SECONDS_MAX = 20;
/** At a time in the reader's child, some megabytes. */
const PART = 50;

type Deps = { db: Db; reader: DocumentReader };

/** Throws ApiError 400 search_empty, 404; TaskFailure; the signal's reason when aborted. */
export async function searchResumes(deps: Deps, accountId: string, body: SearchBody, signal: AbortSignal): Promise<SearchReply> {
  const terms = searchTerms(body.query);
  if (terms.length === 0) throw new ApiError("search_empty");
  const positionId = body.position_id ?? null;
  if (positionId !== null) foundPosition(await findSkills(deps.db, accountId, positionId));
  const asked = { accountId, positionId };
  const [total, ids] = await Promise.all([countStored(deps.db, asked), newestStored(deps.db, asked, RESUMES_MAX)]);
  const found: Found[] = [];
  const until = Date.now() + SECONDS_MAX * 1000;
  let unread = 0;
  let seen = 0;
  for (; seen < ids.length && Date.now() < until; seen += PART) {
    signal.throwIfAborted();
    const part = await searchPart(deps, accountId, { ids: ids.slice(seen, seen + PART), terms }, signal);
    for (const each of part.found) found.push(each);
    unread += part.unread;
  }
  // The sort is stable, so that the newest of equals stays first.
  found.sort((a, b) => b.terms_met - a.terms_met || b.overall_score - a.overall_score);
  const searched = Math.min(seen, ids.length) - unread;
  return {
    terms: terms.map(({ name, yearsMin }) => ({ name, years_min: yearsMin })),
    resumes: found.slice(0, body.limit),
    found: found.length,
    searched,
    not_searched: Math.max(0, total - searched),
  };
}

async function searchPart(
  { db, reader }: Deps,
  accountId: string,
  { ids, terms }: { ids: readonly string[]; terms: readonly SearchTerm[] },
  signal: AbortSignal,
): Promise<{ found: Found[]; unread: number }> {
  const rows = new Map((await readStored(db, accountId, ids)).map((row) => [row.applicationId, row]));
  const inOrder = ids.flatMap((id) => rows.get(id) ?? []);
  const ask = { terms: terms.map(({ name }) => name), month: monthOfDate(new Date()), version: claimsVersion() };
  const bytes = Buffer.from(`[${inOrder.map(({ claims }) => claims ?? "null").join(",")}]`);
  const { hits, unread } = await reader.work(SEARCH, ask, bytes, signal);
  const found = hits.flatMap(({ at, overallScore, terms: shown }) => {
    const row = inOrder[at];
    return row === undefined ? [] : [foundOf(row, overallScore, matchesOf(terms, shown))];
  });
  // What was deleted meanwhile counts as not searched.
  return { found, unread: unread + ids.length - inOrder.length };
}

type Shown = Omit<Found["terms"][number], "name" | "met">;

const matchesOf = (terms: readonly SearchTerm[], shown: readonly Shown[]): Found["terms"] =>
  terms.flatMap(({ name, yearsMin }, i) => {
    const each = shown[i];
    return each ? [{ ...each, name, met: each.score > 0 && (yearsMin === null || (each.years ?? 0) >= yearsMin) }] : [];
  });

const foundOf = (row: SearchedRow, overallScore: number, terms: Found["terms"]): Found => ({
  application_id: row.applicationId,
  position_id: row.positionId,
  name: row.name,
  filename: row.filename,
  terms_met: terms.filter(({ met }) => met).length,
  overall_score: overallScore,
  terms,
});
