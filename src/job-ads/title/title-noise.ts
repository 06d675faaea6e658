/** Text in a title line that is not part of the title. */
import { wordsPattern } from "#language/words-pattern.ts";

const GENDERS = "(?:[mwfdxhiv]|all|gn|divers|div|männlich|weiblich|h|f)";
const NOISE: readonly RegExp[] = [
  /^\s*(?:(?:we(?:'|’)?(?: a)?re |now )?hiring|vacancy|wanted|gesucht|stellenangebot|job ?(?:offer|opening)?|offre d['’]emploi|oferta de (?:empleo|trabajo)|position|role)\s*[:–-]\s*/giu,
  /<[A-Z_]+>/g,
  // (m/f/d), (w/m/d), (H/F), (all genders), m/w/d
  new RegExp(`[([]\\s?${GENDERS}(?:\\s?[/|*,.-]{1,2}\\s?${GENDERS}){1,4}\\s?[)\\]]`, "gi"),
  new RegExp(`(?<![\\p{L}\\p{N}])${GENDERS}\\s?/\\s?${GENDERS}(?:\\s?/\\s?${GENDERS})?(?![\\p{L}\\p{N}/])`, "giu"),
  /[([]?\ball genders?(?: welcome)?\b[)\]]?|\(gn\)/gi,
  // Requisition numbers.
  /[([]?\b(?:req(?:uisition)?|ref(?:erence)?|job|stellen?|kenn(?:ziffer)?)[-\s]?(?:id|no|nr|number|code)?\.?\s?[:#]?\s?#?(?=[\w-]{0,20}\d)[\w-]{3,40}[)\]]?/gi,
  /\s#\d{3,}\b|\s[-–(]\s?\d{5,}\)?/g,
  /[([]\s*(?:[\w-]+ )?(?:maternity|parental leave|fixed[- ]term|temporary|contract|befristet|unbefristet|cdi|cdd|interim|night shift|day shift|f\/t|p\/t)[^)\]]{0,20}[)\]]/gi,
  /[-–,|]\s*(?:night|day|late|early|weekend) shifts?(?!\p{L})/giu,
  // Pay.
  /(?:[-–,|(]\s*)?(?:[$€£]|\b(?:EUR|USD|GBP|CHF|PLN)\b)\s?\d[\d.,]*\s?k?(?:\s?(?:-|–|to|bis|à)\s?(?:[$€£]|EUR|USD|GBP|CHF|PLN)?\s?\d[\d.,]*\s?k?)?(?:\s?(?:per|\/|p\.?)\s?(?:hour|hr|h|year|yr|annum|month|a\.?)(?!\p{L}))?(?:\s*\+\s*VAT)?\)?/giu,
  /(?<=\s)\d[\d.,]*\s?k?\s?(?:-|–)\s?\d[\d.,]*\s?k?\s?(?:[$€£]|EUR|USD|GBP|CHF|PLN)(?:\s*\+\s*VAT)?/g,
  // Hours and place of work.
  /[-–,|(]?\s{0,2}\b(?:full[- ]time|part[- ]time|vollzeit|teilzeit|temps (?:plein|partiel)|jornada completa|media jornada|remote|hybrid|on[- ]?site|home ?office|permanent|freelance|\d{2,3}\s?%(?:\s?-\s?\d{2,3}\s?%)?)(?![\p{L}])(?:\s{0,2}\/\s{0,2}\b(?:full|part)[- ]time\b)?\s{0,2}\)?/giu,
  /\s(?:[-–|]|in|@|at)\s\p{Lu}[\p{L}. ]{1,40},\s?(?:[A-Z]{2}|\p{Lu}\p{L}{1,30})\s?$/gu,
];
const START_MARKS = /^[\s,;:|/–—-]+/u;
const END_MARKS = /(?<![\s,;:|/–—([-])[\s,;:|/–—([-]+$/u;
/** A preposition left over after a removal, or empty brackets. */
const LEFT_AT_END = /(?:\s(?:for|at|in|with|bei|chez|en|im)|\(\s?\))$/iu;
/** Maximum removals at the end; a title has two or three. */
const ENDS_MAX = 8;

/** Removes a place after a comma or a dash at the end, if the ad elsewhere uses it as a place: ", Bristol" where it has "in Bristol". */
export function withoutPlace(title: string, ad: string): string {
  const [whole, place] = /\s?[,|–-]\s?(\p{Lu}[\p{L}.'’-]{1,30}(?: \p{Lu}[\p{L}.'’-]{1,30}){0,2} ?)$/u.exec(title) ?? [];
  if (whole === undefined || place === undefined) return title;
  const named = wordsPattern(place.trim().split(/\s+/), {
    before: "(?:\\b(?:in|at|near|from|to|based|standort|arbeitsort|location|lieu|ubicación|à|en|nach)\\b|:)[\\s:]{1,3}",
    after: "(?![\\p{L}])",
  });
  return named.test(ad) ? title.slice(0, -whole.length) : title;
}

export function withoutNoise(line: string): string {
  let title = line;
  for (const noise of NOISE) title = title.replace(noise, " ");
  title = title
    .replace(/[([]\s*[)\]]/g, " ")
    .replace(/\s+/g, " ")
    .replace(START_MARKS, "");
  for (let ends = 0; ends < ENDS_MAX; ends++) title = title.replace(END_MARKS, "").replace(LEFT_AT_END, "");
  return title.replace(/\s{1,2}([,)])/g, "$1").trim();
}
