/** Patterns for names of parties in sentences. */
import { ANY_LEGAL_FORM } from "#language/legal-forms.ts";

/** Suffixes that belong to a name: legal forms, degrees, generations. */
export const NAME_FORM = `(?:,? (?:${ANY_LEGAL_FORM}|[JS]r\\.?)(?![\\p{L}\\d]))`;
/** Capitalised words with small ones between them, and suffixes. */
export const PARTY_NAME = `[\\p{Lu}\\d][\\p{L}\\d.&'’/-]{0,40}(?: (?!AND\\b)(?:[\\p{Lu}\\d&][\\p{L}\\d.&'’/-]{0,40}|of|and(?= [\\p{Lu}]\\p{L}{0,20} ?(?:Company|Co\\.)))){0,7}${NAME_FORM}{0,2}`;
