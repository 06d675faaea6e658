/** Patterns for names of parties in sentences. */
import { ANY_LEGAL_FORM } from "#language/legal-forms.ts";
import { anyOf } from "#language/phrases.ts";

/** Suffixes that belong to a name: legal forms, degrees, generations. */
export const NAME_FORM = `(?:,? (?:${ANY_LEGAL_FORM}|${anyOf("engines", "suffixes_of_names")})(?![\\p{L}\\d]))`;
/** Capitalised words with small ones between them, and suffixes. */
export const PARTY_NAME =
  `[\\p{Lu}\\d][\\p{L}\\d.&'’/-]{0,40}(?: (?!${anyOf("engines", "conjunctions_in_capitals")}\\b)` +
  `(?:[\\p{Lu}\\d&][\\p{L}\\d.&'’/-]{0,40}|${anyOf("engines", "small_words_in_names")})){0,7}${NAME_FORM}{0,2}`;
