/** Labels of the facts of a job: `Designation: Analyst`, `Company: Example Ltd`, `Client: …`. */
import { fold } from "#language/fold.ts";
import { listsOfAll } from "#language/words.ts";
import { remember } from "./remember.ts";

export const JOB_LABEL_KINDS = ["employer", "title", "period", "place", "detail"] as const;
/** What stands after the label; `detail`: something that is no part of an entry's head. */
export type JobLabelKind = (typeof JOB_LABEL_KINDS)[number];

const LISTS = listsOfAll(({ resume }) => resume?.job_labels);
/** The first kind with a label wins: `Team` of one language is a detail, whatever it means in another. */
const KINDS: ReadonlyMap<string, JobLabelKind> = new Map(
  [...JOB_LABEL_KINDS].reverse().flatMap((kind) => (LISTS[kind] ?? []).map((label) => [fold(label), kind] as const)),
);

const NUMBERED = /^\(?\d{1,2}[.)]\s{1,2}/u;
const LABEL_CHARACTERS_MAX = 48;

/** The kind of a label, without its colon; null when it is none. */
export const jobLabelKind = remember(kindOf);

function kindOf(label: string): JobLabelKind | null {
  const bare = label.replace(NUMBERED, "").replace(/\s{0,3}[:：]$/u, "");
  return bare.length > LABEL_CHARACTERS_MAX ? null : (KINDS.get(fold(bare)) ?? null);
}

/**
 * The label at the beginning of a line: before a colon, or in capitals before what is not (`DURATION Jan 2014`). `to`: where its value
 * begins. Null when there is none.
 */
export const jobLabelAt = remember(labelAt);

function labelAt(text: string): { kind: JobLabelKind; to: number } | null {
  const colon = text.slice(0, LABEL_CHARACTERS_MAX + 4).search(/[:：]/u);
  const end = colon > 0 ? colon : (CAPITALS.exec(text)?.[0].length ?? -1);
  if (end < 1) return null;
  const kind = jobLabelKind(text.slice(0, end));
  return kind && { kind, to: end + 1 };
}

/** Words in capitals before one that is not, or before a number. */
const CAPITALS = /^\p{Lu}{3,}(?:\s\p{Lu}{2,}){0,3}(?=\s(?:\p{Lu}?\p{Ll}|\d))/u;
