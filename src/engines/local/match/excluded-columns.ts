/** Columns that the description of a row's field excludes in so many words: "the transaction Date column is not a price date". */
import { BoundedMap, memo } from "#contract/memo.ts";
import type { Field } from "#contract/schema/field.ts";
import { tokensOf } from "#language/fold.ts";

/** Up to five words before "column". */
const NAMED = "((?:[^\\s.;,()]{1,30} ){1,5}?)column\\b";
const EXCLUDED: readonly RegExp[] = [
  // "The transaction Date column is not a price date".
  new RegExp(`\\b${NAMED} (?:is|are|does|do|must|should) (?:not|never)\\b`, "giu"),
  // "Do not use the Date column", "never the Gross column", "this is NOT the UNIT QTY column", "rather than the Total column".
  new RegExp(
    `\\b(?:not|never|don't|rather than|instead of|other than|ignor(?:e|ing)|exclud(?:e|es|ing))(?: (?:use|take|read|from|confuse with|to be confused with))*(?: the| a| an)? ${NAMED}`,
    "giu",
  ),
];
const KEPT_MAX = 2000;

/** The words of each column that is excluded. */
const excludedBy = memo(
  (description: string): readonly (readonly string[])[] =>
    EXCLUDED.flatMap((pattern) => [...description.matchAll(pattern)].map(([, words = ""]) => tokensOf(words))),
  new BoundedMap<string, readonly (readonly string[])[]>(KEPT_MAX),
);

/** Whether the description excludes the column with this head: "transaction Date" is the column "Date", and so is "Date". */
export function excludesColumn({ description = "" }: Field, head: string): boolean {
  if (!/column/iu.test(description)) return false;
  const words = tokensOf(head);
  return words.length > 0 && excludedBy(description).some((named) => endsWith(named, words));
}

const endsWith = (all: readonly string[], end: readonly string[]): boolean =>
  end.length <= all.length && end.every((word, i) => all[all.length - end.length + i] === word);

/** "Only if the table has a dedicated price date column". */
const OWN = /\b(?:only|unless)\b[^.;]{0,60}\b(?:dedicated|separate|explicit|own|such an?|specific)\b[^.;]{0,60}\bcolumn\b/iu;

/** Whether only a column of the field's own name may answer it. */
export const asksOwnColumn = ({ description = "" }: Field): boolean => OWN.test(description);

/** From this likeness on a head is the field's own name. */
const OWN_MIN = 0.9;

/** How much a head names the field: not at all where the description excludes its column, or asks for one of the field's own name. */
export function asPermitted(field: Field, head: string, like: number): number {
  if (like === 0 || excludesColumn(field, head)) return 0;
  return like < OWN_MIN && asksOwnColumn(field) ? 0 : like;
}
