/** Text in a title line that is not part of the title. */
import { anyOf, asWord, WORD_START } from "#language/phrases.ts";
import { wordsPattern } from "#language/words-pattern.ts";

const GENDERS = `(?:[mwfdxhiv]|gn|${anyOf("job_ads", "genders")})`;
const CURRENCY = "(?:EUR|USD|GBP|CHF|PLN)";
const PAY_TO = anyOf("job_ads", "pay_to");
const NOISE: readonly RegExp[] = [
  new RegExp(`^\\s*${anyOf("job_ads", "title_prefixes")}\\s*[:–-]\\s*`, "giu"),
  /<[A-Z_]+>/g,
  // (m/f/d), (w/m/d), (H/F), (all genders), m/w/d
  new RegExp(`[([]\\s?${GENDERS}(?:\\s?[/|*,.-]{1,2}\\s?${GENDERS}){1,4}\\s?[)\\]]`, "gi"),
  new RegExp(`${WORD_START}${GENDERS}\\s?/\\s?${GENDERS}(?:\\s?/\\s?${GENDERS})?(?![\\p{L}\\p{N}/])`, "giu"),
  /[([]?\ball genders?(?: welcome)?\b[)\]]?|\(gn\)/gi,
  // Requisition numbers.
  new RegExp(
    `[([]?\\b${anyOf("job_ads", "number_of_ad")}[-\\s]?${anyOf("job_ads", "number")}?\\.?\\s?[:#]?\\s?#?(?=[\\w-]{0,20}\\d)[\\w-]{3,40}[)\\]]?`,
    "gi",
  ),
  /\s#\d{3,}\b|\s[-–(]\s?\d{5,}\)?/g,
  new RegExp(`[([]\\s*(?:[\\w-]+ )?${anyOf("job_ads", "contract_kinds")}[^)\\]]{0,20}[)\\]]`, "gi"),
  /[-–,|]\s*(?:night|day|late|early|weekend) shifts?(?!\p{L})/giu,
  // Pay.
  new RegExp(
    `(?:[-–,|(]\\s*)?(?:[$€£]|\\b${CURRENCY}\\b)\\s?\\d[\\d.,]*\\s?k?(?:\\s?(?:-|–|${PAY_TO})\\s?(?:[$€£]|${CURRENCY})?\\s?\\d[\\d.,]*\\s?k?)?` +
      `(?:\\s?${anyOf("job_ads", "pay_per")}(?!\\p{L}))?(?:\\s*\\+\\s*VAT)?\\)?`,
    "giu",
  ),
  /(?<=\s)\d[\d.,]*\s?k?\s?(?:-|–)\s?\d[\d.,]*\s?k?\s?(?:[$€£]|EUR|USD|GBP|CHF|PLN)(?:\s*\+\s*VAT)?/g,
  // Hours and place of work.
  new RegExp(
    `[-–,|(]?\\s{0,2}\\b(?:${anyOf("job_ads", "working_time")}|\\d{2,3}\\s?%(?:\\s?-\\s?\\d{2,3}\\s?%)?)(?![\\p{L}])` +
      `(?:\\s{0,2}/\\s{0,2}\\b${anyOf("job_ads", "other_working_time")})?\\s{0,2}\\)?`,
    "giu",
  ),
  /\s(?:[-–|]|in|@|at)\s\p{Lu}[\p{L}. ]{1,40},\s?(?:[A-Z]{2}|\p{Lu}\p{L}{1,30})\s?$/gu,
];
const START_MARKS = /^[\s,;:|/–—-]+/u;
const END_MARKS = /(?<![\s,;:|/–—([-])[\s,;:|/–—([-]+$/u;
/** A preposition left over after a removal, or empty brackets. */
const LEFT_AT_END = new RegExp(`(?:\\s${anyOf("job_ads", "left_at_end")}|\\(\\s?\\))$`, "iu");
/** Maximum removals at the end; a title has two or three. */
const ENDS_MAX = 8;

const AT_PLACE = new RegExp(`(?:${asWord(anyOf("job_ads", "place"))}|:)[\\s:]{1,3}`, "iu");

/** Removes a place after a comma or a dash at the end, if the ad elsewhere uses it as a place: ", Bristol" where it has "in Bristol". */
export function withoutPlace(title: string, ad: string): string {
  const [whole, place] = /\s?[,|–-]\s?(\p{Lu}[\p{L}.'’-]{1,30}(?: \p{Lu}[\p{L}.'’-]{1,30}){0,2} ?)$/u.exec(title) ?? [];
  if (whole === undefined || place === undefined) return title;
  const named = wordsPattern(place.trim().split(/\s+/), {
    before: AT_PLACE.source,
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
