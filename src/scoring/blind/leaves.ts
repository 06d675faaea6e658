/** Leaves for the family, and military service, among the jobs: they are no work, and date nothing. */
import { tokensOf } from "#language/tokens.ts";
import type { Entry, Outline } from "#resumes/outline.ts";
import type { Blinder } from "./blinder.ts";
import { namesLeave } from "./kinds.ts";
import { isSmall } from "./languages-in.ts";
import { GONE } from "./ranges.ts";

export function withoutLeaves(outline: Outline, blinder: Blinder): Outline {
  return {
    sections: outline.sections.map((section) => ({ ...section, entries: section.entries.filter((entry) => !isLeave(entry, blinder)) })),
  };
}

/** Words that a head of a leave may have beside it: "Second", "full-time". */
const OTHER_WORDS_MAX = 2;

/** Whether the head of the entry is about a leave and little else. */
function isLeave({ title, organisation }: Entry, blinder: Blinder): boolean {
  const heads = [title, organisation].flatMap((statement) => (statement ? [statement.text] : []));
  return heads.some(namesLeave) && heads.every((head) => otherWords(head, blinder) <= OTHER_WORDS_MAX);
}

function otherWords(head: string, blinder: Blinder): number {
  const left = blinder.blind(head, false).text.replaceAll(GONE, " ");
  return tokensOf(left).filter(({ raw, fold }) => /\p{L}/u.test(raw) && !isSmall(fold)).length;
}
