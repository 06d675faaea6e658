/** Words in the names of employers and schools. */
import { fold } from "#language/fold.ts";
import { ANY_LEGAL_FORM, UNSPACED_LEGAL_FORM } from "#language/legal-forms.ts";
import { anyOf } from "#language/phrases.ts";
import { wordsOfAll } from "#language/words.ts";

const AT_END = new RegExp(`(?:^|[\\s,])${ANY_LEGAL_FORM}\\.?(?=$|[\\s,)])`, "iu");
/** A legal form as a word of its own at the end of a name, or before a comma. */
export const endsWithLegalForm = (text: string): boolean => AT_END.test(text) || UNSPACED_LEGAL_FORM.test(text);

export const ORGANISATION_NOUNS: ReadonlySet<string> = new Set(wordsOfAll(({ resume }) => resume?.organisation_nouns).map(fold));
export const ORGANISATION_ENDINGS = new RegExp(`${anyOf("resumes", "organisation_endings")}$`, "iu");

export const SCHOOL_NOUNS: ReadonlySet<string> = new Set(wordsOfAll(({ resume }) => resume?.school_nouns).map(fold));
export const SCHOOL_ENDINGS = new RegExp(`${anyOf("resumes", "school_endings")}$`, "iu");

/** A noun alone, such as `University`, names no employer. */
export function isNounAlone(text: string): boolean {
  const folded = fold(text);
  return ORGANISATION_NOUNS.has(folded) || SCHOOL_NOUNS.has(folded);
}
