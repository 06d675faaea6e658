/** Leaves for the family, and military service, among the jobs: they are no work, and date nothing. */
import { tokensOf } from "#language/tokens.ts";
import type { Entry, Outline, Period } from "#resumes/outline.ts";
import { spanOf } from "#scoring/timeline.ts";
import type { Blinder } from "./blinder.ts";
import { namesLeave } from "./kinds.ts";
import { isSmall } from "./languages-in.ts";
import { GONE } from "./ranges.ts";

/** What stands below a leave within a job is the job's. */
export function withoutLeaves(outline: Outline, blinder: Blinder): Outline {
  return { sections: outline.sections.map((section) => ({ ...section, entries: worked(section.entries, blinder) })) };
}

function worked(entries: readonly Entry[], blinder: Blinder): Entry[] {
  const kept: Entry[] = [];
  for (const entry of entries) {
    const job = kept.at(-1);
    if (!isLeave(entry, blinder)) kept.push(entry);
    else if (job && isWithin(entry.period, job.period)) kept[kept.length - 1] = { ...job, body: [...job.body, ...entry.body] };
  }
  return kept;
}

/** Also where one of them has no dates. */
function isWithin(leave: Period | null, job: Period | null): boolean {
  const [inner, outer] = [spanOf(leave, null), spanOf(job, null)];
  if (inner === null || outer === null) return true;
  return inner.start >= outer.start && (job?.end === "present" || inner.start < outer.end);
}

/** Words that a head of a leave may have beside it: "Second", "full-time". */
const OTHER_WORDS_MAX = 2;

/** What a job's head has in brackets is an aside: "Data engineer (parental leave 2021)". */
const ASIDE = /\([^()]{0,200}\)|\[[^[\]]{0,200}\]/g;

/** Whether the head of the entry is about a leave and little else. */
function isLeave({ title, organisation }: Entry, blinder: Blinder): boolean {
  const heads = [title, organisation].flatMap((statement) => (statement ? [statement.text.replace(ASIDE, " ")] : []));
  return heads.some(namesLeave) && heads.every((head) => otherWords(head, blinder) <= OTHER_WORDS_MAX);
}

function otherWords(head: string, blinder: Blinder): number {
  const left = blinder.blind(head, false).text.replaceAll(GONE, " ");
  return tokensOf(left).filter(({ raw, fold }) => /\p{L}/u.test(raw) && !isSmall(fold)).length;
}
