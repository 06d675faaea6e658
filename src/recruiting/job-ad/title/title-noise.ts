/** What stands in a title line and is not the title. */

const GENDERS = "(?:[mwfdxhiv]|all|gn|divers|div|männlich|weiblich|h|f)";
const NOISE: readonly RegExp[] = [
  /^\s*(?:(?:we(?:'|’)?(?: a)?re |now )?hiring|vacancy|wanted|gesucht|stellenangebot|job ?(?:offer|opening)?|offre d['’]emploi|oferta de (?:empleo|trabajo)|position|role)\s*[:–-]\s*/giu,
  /<[A-Z_]+>/g,
  // (m/f/d), (w/m/d), (H/F), (all genders), m/w/d
  new RegExp(`[([]\\s*${GENDERS}\\s*(?:[/|*,.-]+\\s*${GENDERS}\\s*)+[)\\]]`, "gi"),
  new RegExp(`(?<![\\p{L}\\p{N}])${GENDERS}\\s*/\\s*${GENDERS}(?:\\s*/\\s*${GENDERS})?(?![\\p{L}\\p{N}/])`, "giu"),
  /[([]?\ball genders?(?: welcome)?\b[)\]]?|\(gn\)/gi,
  // Requisition numbers.
  /[([]?\b(?:req(?:uisition)?|ref(?:erence)?|job|stellen?|kenn(?:ziffer)?)[-\s]?(?:id|no|nr|number|code)?\.?\s*[:#]?\s*#?(?=[\w-]*\d)[\w-]{3,}[)\]]?/gi,
  /\s#\d{3,}\b|\s[-–(]\s?\d{5,}\)?/g,
  /[([]\s*(?:[\w-]+ )?(?:maternity|parental leave|fixed[- ]term|temporary|contract|befristet|unbefristet|cdi|cdd|interim|night shift|day shift|f\/t|p\/t)[^)\]]{0,20}[)\]]/gi,
  /[-–,|]\s*(?:night|day|late|early|weekend) shifts?(?!\p{L})/giu,
  // Pay.
  /(?:[-–,|(]\s*)?(?:[$€£]|\b(?:EUR|USD|GBP|CHF|PLN)\b)\s?\d[\d.,]*\s?k?(?:\s?(?:-|–|to|bis|à)\s?(?:[$€£]|EUR|USD|GBP|CHF|PLN)?\s?\d[\d.,]*\s?k?)?(?:\s?(?:per|\/|p\.?)\s?(?:hour|hr|h|year|yr|annum|month|a\.?)(?!\p{L}))?(?:\s*\+\s*VAT)?\)?/giu,
  /(?<=\s)\d[\d.,]*\s?k?\s?(?:-|–)\s?\d[\d.,]*\s?k?\s?(?:[$€£]|EUR|USD|GBP|CHF|PLN)(?:\s*\+\s*VAT)?/g,
  // Hours and place of work.
  /[-–,|(]?\s*\b(?:full[- ]time|part[- ]time|vollzeit|teilzeit|temps (?:plein|partiel)|jornada completa|media jornada|remote|hybrid|on[- ]?site|home ?office|permanent|freelance|\d{2,3}\s?%(?:\s?-\s?\d{2,3}\s?%)?)(?![\p{L}])(?:\s*\/\s*\b(?:full|part)[- ]time\b)?\s*\)?/giu,
  /\s(?:[-–|]|in|@|at)\s+\p{Lu}[\p{L}. ]+,\s*(?:[A-Z]{2}|\p{Lu}\p{L}+)\s*$/gu,
];
const ENDS = /^[\s,;:|/–—-]+|(?:[\s,;:|/–—([-]+|\s(?:for|at|in|with|bei|chez|en|im)|\(\s*\))+$/giu;

/** What ends a title after a comma or a dash when the ad elsewhere names it as a place: ", Bristol" where it says "in Bristol". */
export function withoutPlace(title: string, ad: string): string {
  const [whole, place] = /\s*[,|–-]\s*((?:\p{Lu}[\p{L}.'’-]+ ?){1,3})$/u.exec(title) ?? [];
  if (whole === undefined || place === undefined) return title;
  const named = new RegExp(
    `(?:\\b(?:in|at|near|from|to|based|standort|arbeitsort|location|lieu|ubicación|à|en|nach)\\b|:)[\\s:]+(?:${place.trim().replace(/[.*+?^${}()|[\]\\]/g, "\\$&")})(?![\\p{L}])`,
    "iu",
  );
  return named.test(ad) ? title.slice(0, -whole.length) : title;
}

export function withoutNoise(line: string): string {
  let title = line;
  for (const noise of NOISE) title = title.replace(noise, " ");
  title = title.replace(/[([]\s*[)\]]/g, " ").replace(/\s+/g, " ");
  return title
    .replace(ENDS, "")
    .replace(/\s+([,)])/g, "$1")
    .trim();
}
