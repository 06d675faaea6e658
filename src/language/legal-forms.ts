/** Legal forms at the end of company names: "GmbH & Co. KG", "S.r.l.", "Sdn Bhd". */

/** Patterns, in the capitals they are printed in. */
const FORMS = [
  // German-speaking countries
  String.raw`GmbH(?: ?& ?Co\.? ?KGa?A?)?|mbH|AG|KGaA|KG|OHG|oHG|GbR|UG|e\.?\s?K\.?|e\.\s?V\.?|a\.\s?G\.|VVaG`,
  // English-speaking countries, India, Malaysia, Singapore
  String.raw`Ltd\.?|Limited|LLC|L\.L\.C\.?|LLP|Inc(?:orporated|\.?)|Corp(?:oration|\.?)|Company|Co\.|PLC|plc|P(?:te|ty|vt)\.? Ltd\.?|Pty|SDN\.?\s?BHD\.?|S\/B|BHD\.?`,
  // Romance languages
  String.raw`S\.?A\.?R\.?L\.?|S\.?A\.?S\.?U?|S\.?A\.?|S\.?L\.?U?\.?|S\.?p\.?A\.?|S\.?r\.?l\.?s?|Lt?da\.?`,
  // Dutch, Nordic, Slavic, Hungarian, Turkish, Russian
  String.raw`B\.?V\.?|N\.?V\.?|A\/S|ApS|Oyj?|[sd]\.?\s?[ro]\.?\s?o\.?|z\s?o\.?\s?o\.?|[Kk]ft\.?|[Zz]rt\.?|A\.Ş\.?|ООО|ОАО|ЗАО|ТОО|ПАО|АО`,
  // Hebrew, Arabic
  String.raw`בע["״'']?מ|[شذ]\.?\s?م\.?\s?م\.?`,
].join("|");

/** Forms that other lines end with too: "12 Oak Ave SE", "as agreed with the Co". */
const SHORT = String.raw`SE|AB|Co|L\.?P\.?|K\.K\.?|KK|ИП`;

/** Parts of patterns, without anchors: the pattern that uses one sets where the form begins and ends. */
export const LEGAL_FORM = `(?:${FORMS})`;
export const ANY_LEGAL_FORM = `(?:${FORMS}|${SHORT})`;

/** In scripts without spaces the form is part of the name's word. */
export const UNSPACED_LEGAL_FORM = /有限公司|股份|株式会社/u;

/** Forms of a single word, folded. */
export const LEGAL_FORM_WORDS: ReadonlySet<string> = new Set(
  "ltd limited llc llp inc incorporated plc gmbh ag kg ohg gbr ug mbh sarl sas sa sl slu bv nv ab oy srl spa pty corp corporation".split(
    " ",
  ),
);
