/** Where the name of an organisation ends, and its description or place begins. */
import { schoolScore } from "#resumes/lexicon/kinds-of-text.ts";
import { endsWithLegalForm } from "#resumes/lexicon/organisations.ts";

/** Characters before the comma or bracket; -1 when all of the text is the name. */
export function endOfName(text: string): number {
  const bracket = /\s\([^()]*\)?\s{0,2}\.?$/.exec(text)?.index ?? -1;
  const comma = [...text.matchAll(/\s?,\s+/g)].find((hit) => hit.index > 2 && !endsWithLegalForm(`,${partFrom(text, hit.index + 1)}`));
  return comma ? comma.index : bracket;
}

/** Up to the next comma. */
function partFrom(text: string, start: number): string {
  const end = text.indexOf(",", start);
  return text.slice(start, end < 0 ? undefined : end);
}

/** Like `endOfName`; a school's name may contain that of its parent school. */
export function endOfSchool(text: string): number {
  const end = endOfName(text);
  if (end < 0 || schoolScore(text.slice(0, end)) === 0) return -1;
  return text[end] === "," && schoolScore(text.slice(end)) > 0 ? -1 : end;
}
