/** What the whole document shows about how its values are to be read: language, decimal sign, order of dates, currency, country. */
import { memo } from "#contract/memo.ts";
import { isDataPage } from "#documents/data-page.ts";
import type { Document } from "#documents/document.ts";
import { languagesOf } from "#language/languages-of.ts";
import { anyOf, asWord } from "#language/phrases.ts";
import { listsOfAll } from "#language/words.ts";
import { CURRENCY_PATTERN, currencyIn, isTraded } from "./currency.ts";
import { type DateOrder, readDate } from "./date.ts";
import { IBAN_PATTERN, ibanIn, VAT_PATTERN } from "./identifiers.ts";
import type { Decimal } from "./number.ts";
import { type YearSigns, yearSignsOf } from "./yearless.ts";

export type DocumentLocale = {
  /** Best first; empty when the text is too short. */
  languages: string[];
  decimal: Decimal | null;
  dayFirst: DateOrder;
  /** ISO 4217, when the document names exactly one currency or one predominantly; null otherwise. */
  currency: string | null;
  /** ISO 3166 alpha-2; null when the pages do not show it. */
  country: string | null;
  years: YearSigns;
};

/** Characters examined; the rest of a long document adds nothing. */
const CHARACTERS_MAX = 200_000;

/** The engine and the results ask for the same document's. */
export const localeOf = memo(({ pages: all }: Document): DocumentLocale => {
  const printed = all.filter((page) => !isDataPage(page));
  // The data of a file is written in one way, whatever the print beside it.
  const pages = printed.length > 0 ? printed : all;
  return localeOfText(pages.flatMap((page) => page.lines.map((line) => line.text)).join("\n"));
}, new WeakMap());

/** Like localeOf, from lines of the document. */
export function localeOfText(lines: string): DocumentLocale {
  const text = lines.slice(0, CHARACTERS_MAX);
  const languages = languagesOf(text);
  const shown = countriesIn(text);
  const country = mostShown(shown);
  const currency = commonCurrency(text);
  return {
    languages,
    decimal: decimalOf(text),
    dayFirst: orderOf(text, languages, shown, currency),
    currency,
    country,
    years: yearSignsOf(text),
  };
}

function decimalOf(text: string): Decimal | null {
  // A number with two separators alike shows that they part thousands.
  const [byCommas, byPoints] = [/(?<![\d.,])\d{1,3},\d{3},\d{3}(?!\d)/.test(text), /(?<![\d.,])\d{1,3}\.\d{3}\.\d{3}(?!\d)/.test(text)];
  if (byCommas !== byPoints) return byCommas ? "." : ",";
  const commas = text.match(/\d,\d{1,2}(?![\d.,])/g)?.length ?? 0;
  const points = text.match(/(?<![\d.])\d+(?:,\d{3}){0,5}\.\d{1,2}(?![\d.,])/g)?.length ?? 0;
  if (commas > points * 2) return ",";
  if (points > commas * 2) return ".";
  return null;
}

/** A phone number as North America groups it, or the number of an American bank: 605-555-0166, (605) 555-0166, ABA 021900993. */
const AMERICAN = /(?<![\d-])(?:\(\d{3}\) ?|\d{3}-)\d{3}-\d{4}(?![\d-])|\bABA\b.{0,12}\d{9}\b/;
/** `DD/MM/YYYY` beside an empty field. */
const DAY_FIRST_FORM = new RegExp(`\\b${anyOf("engines", "day_letters")}[-/. ]?MM[-/. ]?${anyOf("engines", "year_letters")}`, "gi");
const MONTH_FIRST_FORM = new RegExp(`\\b${anyOf("engines", "month_first_forms")}`, "gi");

function orderOf(text: string, languages: string[], countries: Ranked, currency: string | null): DateOrder {
  let dayFirst = 0;
  let monthFirst = 0;
  for (const hit of text.matchAll(/(?<![\d./-])(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})(?![\d/-])/g)) {
    if (Number(hit[1]) > 12 && readDate(hit[0], true)) dayFirst++;
    else if (Number(hit[3]) > 12 && readDate(hit[0], false)) monthFirst++;
  }
  dayFirst += 2 * (text.match(DAY_FIRST_FORM)?.length ?? 0);
  monthFirst += 2 * (text.match(MONTH_FIRST_FORM)?.length ?? 0);
  if (dayFirst !== monthFirst) return dayFirst > monthFirst;
  const country = mostShown(countries);
  // An American bank that pays to Italy, or the other way round.
  if (country !== null && country !== "US" && countries.some(([other]) => other === "US")) return AMERICAN.test(text) ? false : null;
  if (country !== null) return country !== "US";
  if (languages[0] !== undefined && languages[0] !== "en") return true;
  if (currency !== null) return currency !== "USD";
  return AMERICAN.test(text) ? false : null;
}

const BESIDE_CURRENCY = new RegExp(
  `${CURRENCY_PATTERN}\\s?-?\\d|\\d\\s?${CURRENCY_PATTERN}|(?<=\\(|:|${anyOf("engines", "before_units")} )\\s{0,2}\\b[A-Z]{3}\\b|US Dollars?|U\\.S\\. dollars?`,
  "gu",
);

/** Codes of other currencies are also abbreviations: "SSP 112.12" of a payslip, "SCR-040" of a screw. */
const MENTIONS_MIN = 3;

/** ISO code of the most frequent currency, if it has at least three quarters of the mentions. */
function commonCurrency(text: string): string | null {
  const counts = new Map<string, number>();
  for (const hit of text.matchAll(BESIDE_CURRENCY)) {
    const code = /dollar/i.test(hit[0]) ? "USD" : currencyIn(hit[0]);
    if (code === null) continue;
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  for (const [code, count] of counts) if (!isTraded(code) && count < MENTIONS_MIN) counts.delete(code);
  const best = [...counts].sort((a, b) => b[1] - a[1])[0];
  return best && best[1] >= 0.75 * [...counts.values()].reduce((sum, count) => sum + count, 0) ? best[0] : null;
}

const US_STATES = "A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]";
/** What shows a country besides its name: an authority, a tax number, a state with its postal code, the form of a postal code. */
const SIGNS: Readonly<Record<string, string>> = {
  IN: "\\bGSTIN\\b",
  US: `\\bU\\.S\\.(?!\\p{L})|\\b(?:IRS|(?:${US_STATES}) \\d{5}(?:-\\d{4})?)\\b`,
  CA: "\\b[A-Z]\\d[A-Z] \\d[A-Z]\\d\\b",
  GB: "\\b[A-Z]{1,2}\\d[A-Z\\d]? \\d[A-Z]{2}\\b",
  AU: "\\b(?:NSW|VIC|QLD|TAS|ACT) \\d{4}\\b",
};
const COUNTRIES: [RegExp, string][] = [[/\b(?:Malaysia|Kuala Lumpur|Selangor|Johor|SDN\.? ?BHD)\b/gi, "MY"]];
for (const [code, names] of Object.entries(listsOfAll(({ countries }) => countries))) {
  const signs = SIGNS[code] === undefined ? "" : `|${SIGNS[code]}`;
  COUNTRIES.push([new RegExp(`${asWord(`(?:${names.join("|")})`)}${signs}`, "gu"), code]);
}

/** Names and signs of a country count this often at most, as letterheads repeat them on each page. */
const MENTIONS_MAX = 3;

/** Countries with how much shows each, most first. */
type Ranked = readonly (readonly [country: string, weight: number])[];

function countriesIn(text: string): Ranked {
  const votes = new Map<string, number>();
  const vote = (country: string, weight: number) => votes.set(country, (votes.get(country) ?? 0) + weight);
  for (const [pattern, country] of COUNTRIES) vote(country, Math.min(MENTIONS_MAX, text.match(pattern)?.length ?? 0));
  for (const hit of text.match(IBAN_PATTERN) ?? []) if (ibanIn(hit)) vote(hit.slice(0, 2), 2);
  for (const hit of text.match(VAT_PATTERN) ?? []) vote(hit.startsWith("EL") ? "GR" : hit.slice(0, 2), 1);
  return [...votes].filter(([, weight]) => weight > 0).sort((a, b) => b[1] - a[1]);
}

const mostShown = ([best, second]: Ranked): string | null => (best && (!second || best[1] > second[1]) ? best[0] : null);
