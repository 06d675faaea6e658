/** What tells that words are the name of a company. */

/** What says that a name is a company's, by law or by trade. */
const FORMS = String.raw`GmbH(?: ?& ?Co\.? ?KGa?A?)?|AG|KG|OHG|UG|e\.?\s?K\.?|Ltd\.?|Limited|LLC|L\.L\.C\.|LLP|Inc\.?|Corp\.?|Corporation|Company|Co\.|PLC|S\.?A\.?R\.?L\.?|S\.?A\.?S\.?U?|S\.?A\.?|S\.?L\.?U?\.?|S\.?p\.?A\.?|S\.?r\.?l\.?s?|B\.?V\.?|N\.?V\.?|Lda\.?|A\/S|Oy|SDN\.?\s?BHD\.?|S\/B|BHD\.?|Pte\.? Ltd\.?|Pty\.? Ltd\.?|e\.V\.|a\.\s?G\.|VVaG`;
/** Forms that other lines end with too: "12 Oak Ave SE". */
const SHORT_FORMS = "SE|AB";
const TRADES = "Enterprise|Trading|Group|Holdings?|Restaurant|Hotel|Supermarket|Stores?|Bank";
const END = String.raw`(?=$|[\s,.)|•●·]|-(?![\p{L}\d]))`;
const LEGAL_FORM = new RegExp(`(?:^|[\\s,])(?:${FORMS}|${SHORT_FORMS}|${TRADES})${END}`, "iu");
const ONLY_FORM = new RegExp(`^(?:${FORMS}|${SHORT_FORMS})[.,]?$`, "u");
/** A line that is a company's name, with or without the number it is registered under. */
const COMPANY_LINE = new RegExp(`[\\s,](?:${FORMS})[.,]?(?:\\s?[(<]?(?=[\\p{L}\\d]*\\d)[\\p{L}\\d][\\p{L}\\d -]{0,40}[)>]?)?$`, "iu");

export const hasLegalForm = (name: string): boolean => LEGAL_FORM.test(name);
/** No name, but what is left of one whose first word was taken for a label. */
export const isLegalForm = (name: string): boolean => ONLY_FORM.test(name);

export const isCompanyLine = (line: string): boolean => COMPANY_LINE.test(line);
