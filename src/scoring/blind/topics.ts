/** Finds beliefs, origins and leaves that are the topic of the work: "payroll for parental leave", "classes for Muslim pupils". */
import { groupsOf, WORD_END, WORD_START } from "#language/phrases.ts";
import type { Range } from "./ranges.ts";

const BEFORE: RegExp[] = [];
for (const { group } of groupsOf("scoring", "blind_work_before")) BEFORE.push(new RegExp(`${WORD_START}${group}\\s?$`, "iu"));
const BEHIND: RegExp[] = [];
for (const list of ["blind_work_after", "blind_others"] as const)
  for (const { group } of groupsOf("scoring", list)) BEHIND.push(new RegExp(`^\\s${group}${WORD_END}`, "iu"));
const OTHERS: RegExp[] = [];
for (const { group } of groupsOf("scoring", "blind_others")) OTHERS.push(new RegExp(`${WORD_START}${group}\\s$`, "iu"));

/** More than the longest phrase. */
const NEAR_CHARS_MAX = 60;

/** Joins an enumeration, whose members are all topics if one is: "Christian and Buddhist", "mosque, church". */
const JOINED = /^(?:,? ?(?:and|or|und|oder|et|ou|y|o|e|en|of|i|oraz|lub|och|og|eller|ja|și|sau|ve|veya|и|или|і|та|&|\/)? )$/u;

/** Those of the ranges that are topics, or stand beside one in an enumeration. */
export function topicsOf(text: string, ranges: readonly Range[]): Range[] {
  const runs: { span: Range; parts: Range[] }[] = [];
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = runs.at(-1);
    if (last && (range.from < last.span.to || JOINED.test(text.slice(last.span.to, range.from)))) {
      last.span = { from: last.span.from, to: Math.max(last.span.to, range.to) };
      last.parts.push(range);
    } else runs.push({ span: range, parts: [range] });
  }
  return runs.flatMap(({ span, parts }) => (isTopic(text, span) ? parts : parts.filter((part) => isTopic(text, part))));
}

function isTopic(text: string, { from, to }: Range): boolean {
  const before = text.slice(Math.max(0, from - NEAR_CHARS_MAX), from);
  const behind = text.slice(to, to + NEAR_CHARS_MAX);
  return BEHIND.some((each) => each.test(behind)) || [...BEFORE, ...OTHERS].some((each) => each.test(before));
}
