/** The clauses of a description that tell what a value is, without those that tell what it is not, or of what it is made. */
import { BoundedMap, memo } from "#contract/memo.ts";
import type { Field } from "#contract/schema/field.ts";

/** "This is NOT the UNIT QTY column", "excluding pack totals", "rather than the order's": up to the end of the clause. */
const NOT =
  /[;,.(–-]?\s?\b(?:this is |it is |is |and |but )?(?:not (?:the|a|an|its|to be)|exclud(?:e|es|ing)|ignor(?:e|ing)|rather than|instead of|other than|do not|except)\b[^;.()]*/giu;
/** "The transaction date is not a price date": a whole clause. */
const IS_NOT = /(?:^|(?<=[;.])|,)[^;.,]*\b(?:is|are) (?:not|never|NOT)\b[^;.]*[;.]?/giu;
/** "Computed as (Sales - COGS) / Sales * 100", "A multiplied by B": up to the end of the sentence. */
const MADE =
  /\b(?:computed|calculated|derived|worked out) (?:as|from|by)\b[^;]*|\b(?:multiplied|divided) by\b[^;]*|\b(?:difference|ratio) between\b[^;]*/iu;
/** What a table need not print as such: it is made of other columns. */
const DERIVED =
  /\b(?:(?:computed|calculated|worked out) (?:as|from|by)|(?:multiplied|divided) by|(?:difference|ratio) between|(?<!\b(?:a|the|leading|trailing|with) )minus(?! signs?\b) (?=\p{L}))/iu;

const KEPT_MAX = 2000;

/** Without clauses of exclusion and of making; as it was where nothing else is left. */
export const ownClauses = memo((description: string): string => {
  const own = description.replace(IS_NOT, "").replace(NOT, "").replace(MADE, "").trim();
  return /\p{L}/u.test(own) ? own : description;
}, new BoundedMap<string, string>(KEPT_MAX));

/** In brackets stands how a value that is printed comes about. */
const IN_BRACKETS = /\([^()]*\)/gu;

/** Whether the description says that the value is worked out of others. */
export const isDerived = ({ description = "" }: Field): boolean => DERIVED.test(description.replace(IN_BRACKETS, ""));
