/** How the names of parties are written in sentences. */
import { ANY_LEGAL_FORM } from "#language/legal-forms.ts";

/** What follows a name and belongs to it: legal forms, degrees, generations. */
export const NAME_FORM = `(?:,? (?:${ANY_LEGAL_FORM}|[JS]r\\.?)(?![\\p{L}\\d]))`;
/** Capitalised words and small ones between them, with what belongs to them. */
export const PARTY_NAME = `[\\p{Lu}\\d][\\p{L}\\d.&'’/-]{0,40}(?: (?!AND\\b)(?:[\\p{Lu}\\d&][\\p{L}\\d.&'’/-]{0,40}|of|and(?= [\\p{Lu}]\\p{L}{0,20} ?(?:Company|Co\\.)))){0,7}${NAME_FORM}{0,2}`;
