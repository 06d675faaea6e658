/** Recognises names of companies, by legal form or by trade. */
import { ANY_LEGAL_FORM, LEGAL_FORM } from "#language/legal-forms.ts";
import { anyOf } from "#language/phrases.ts";

const END = String.raw`(?=$|[\s,.)|•●·]|-(?![\p{L}\d]))`;
const COMPANY = new RegExp(`(?:^|[\\s,])(?:${ANY_LEGAL_FORM}|${anyOf("engines", "trades")})${END}`, "iu");
const ONLY_FORM = new RegExp(`^${ANY_LEGAL_FORM}[.,]?$`, "u");
/** A line that is a company's name, with or without its registration number. */
const COMPANY_LINE = new RegExp(`[\\s,]${LEGAL_FORM}[.,]?(?:\\s?[(<]?(?=[\\p{L}\\d]*\\d)[\\p{L}\\d][\\p{L}\\d -]{0,40}[)>]?)?$`, "iu");

export const hasLegalForm = (name: string): boolean => COMPANY.test(name);
/** Legal form left over after a label matched the first word of a company name. */
export const isLegalForm = (name: string): boolean => ONLY_FORM.test(name);

export const isCompanyLine = (line: string): boolean => COMPANY_LINE.test(line);
