/** Finds entries that are family leaves or military service, so that they neither count as work nor date anything. */
import { tokensOf } from "#language/tokens.ts";
import type { Entry, Outline, Period } from "#resumes/outline.ts";
import { spanOf } from "#scoring/timeline.ts";
import type { Blinder } from "./blinder.ts";
import { namesLeave } from "./kinds.ts";
import { isSmall } from "./languages-in.ts";
import { GONE } from "./ranges.ts";

/** Removes the entries that are leaves. The statements below a leave go to the job whose period contains it. */
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

/** Whether the leave begins within the job; true when either has no dates. */
function isWithin(leave: Period | null, job: Period | null): boolean {
  const [inner, outer] = [spanOf(leave, null), spanOf(job, null)];
  if (inner === null || outer === null) return true;
  return inner.start >= outer.start && (job?.end === "present" || inner.start < outer.end);
}

/** Maximum number of further words in the head of a leave, such as "second" and "full-time". */
const OTHER_WORDS_MAX = 2;

/** Brackets in the head of a job: "Data engineer (parental leave 2021)" is a job. */
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
