/** What stands in a title line and is not the title. */

const GENDERS = "(?:[mwfdxhiv]|all|gn|divers|div|männlich|weiblich|h|f)";
const NOISE: readonly RegExp[] = [
  /<[A-Z_]+>/g,
  // (m/f/d), (w/m/d), (H/F), (all genders), m/w/d
  new RegExp(`[([]\\s*${GENDERS}\\s*(?:[/|*,.-]+\\s*${GENDERS}\\s*)+[)\\]]`, "gi"),
  new RegExp(`(?<![\\p{L}\\p{N}])${GENDERS}\\s*/\\s*${GENDERS}(?:\\s*/\\s*${GENDERS})?(?![\\p{L}\\p{N}/])`, "giu"),
  /[([]?\ball genders?(?: welcome)?\b[)\]]?|\(gn\)/gi,
  // Requisition numbers.
  /[([]?\b(?:req(?:uisition)?|ref(?:erence)?|job|stellen?|kenn(?:ziffer)?)[-\s]?(?:id|no|nr|number|code)?\.?\s*[:#]?\s*#?(?=[\w-]*\d)[\w-]{3,}[)\]]?/gi,
  /\s#\d{3,}\b|\s[-–(]\s?\d{5,}\)?/g,
  // Pay.
  /(?:[-–,|(]\s*)?(?:[$€£]|\b(?:EUR|USD|GBP|CHF|PLN)\b)\s?\d[\d.,]*\s?k?(?:\s?(?:-|–|to|bis|à)\s?(?:[$€£]|EUR|USD|GBP|CHF|PLN)?\s?\d[\d.,]*\s?k?)?(?:\s?(?:per|\/|p\.?)\s?(?:hour|h|year|annum|month|a\.?))?(?:\s*\+\s*VAT)?\)?/gi,
  /(?<=\s)\d[\d.,]*\s?k?\s?(?:-|–)\s?\d[\d.,]*\s?k?\s?(?:[$€£]|EUR|USD|GBP|CHF|PLN)(?:\s*\+\s*VAT)?/g,
  // Hours and place of work.
  /[-–,|(]?\s*\b(?:full[- ]time|part[- ]time|vollzeit|teilzeit|temps (?:plein|partiel)|jornada completa|media jornada|remote|hybrid|on[- ]?site|home ?office|permanent|freelance|\d{2,3}\s?%(?:\s?-\s?\d{2,3}\s?%)?)(?![\p{L}])(?:\s*\/\s*\b(?:full|part)[- ]time\b)?\s*\)?/giu,
  /\s(?:[-–|]|in|@|at)\s+\p{Lu}[\p{L}. ]+,\s*(?:[A-Z]{2}|\p{Lu}\p{L}+)\s*$/gu,
];
const ENDS = /^[\s,;:|/–—-]+|(?:[\s,;:|/–—([-]+|\s(?:for|at|in|with|bei|chez|en|im)|\(\s*\))+$/giu;

export function withoutNoise(line: string): string {
  let title = line;
  for (const noise of NOISE) title = title.replace(noise, " ");
  title = title.replace(/[([]\s*[)\]]/g, " ").replace(/\s+/g, " ");
  return title
    .replace(ENDS, "")
    .replace(/\s+([,)])/g, "$1")
    .trim();
}
