/** The currency of a printed sign or word, by ISO 4217. Signs that several currencies share give none. */
import currencyCodes from "currency-codes";

const SIGNS: readonly (readonly [string, string | null])[] = [
  ["US$", "USD"],
  ["U.S.$", "USD"],
  ["AU$", "AUD"],
  ["A$", "AUD"],
  ["CA$", "CAD"],
  ["C$", "CAD"],
  ["NZ$", "NZD"],
  ["HK$", "HKD"],
  ["S$", "SGD"],
  ["R$", "BRL"],
  ["NT$", "TWD"],
  ["MX$", "MXN"],
  ["€", "EUR"],
  ["£", "GBP"],
  ["₹", "INR"],
  ["₩", "KRW"],
  ["₽", "RUB"],
  ["₺", "TRY"],
  ["₪", "ILS"],
  ["₴", "UAH"],
  ["₫", "VND"],
  ["฿", "THB"],
  ["₦", "NGN"],
  ["₱", "PHP"],
  ["zł", "PLN"],
  ["Kč", "CZK"],
  ["Rs.", null],
  ["Rs", null],
  ["Rp", "IDR"],
  ["Ft", "HUF"],
  ["RM", "MYR"],
  ["$", null],
  ["¥", null],
  ["kr.", null],
  ["kr", null],
  ["Fr.", "CHF"],
];

const WORDS: Record<string, string> = { euro: "EUR", euros: "EUR", sterling: "GBP" };
/** Codes that are also everyday words or abbreviations in capitals. */
const NOT_CODES = new Set([
  "ALL",
  "TOP",
  "TRY",
  "CUP",
  "MOP",
  "PEN",
  "STD",
  "LAK",
  "GEL",
  "SOS",
  "XXX",
  "BAM",
  "COP",
  "ANG",
  "BOB",
  "ERN",
  "CDF",
  "SRD",
  "NIO",
  "AMD",
]);
const CODES = new Set(currencyCodes.codes().filter((code) => !code.startsWith("X")));

/** Rand: an R right before an amount with cents or thousands, which "R2", a register, has not. */
const RAND = "R(?=\\s?\\d{1,3}(?:[ ,]\\d{3})+|\\d{1,3}[.,]\\d{2}(?!\\d))";

/** A sign of letters is no part of a word: "RM 5.00", not "FORM 1099". */
function patternOf(sign: string): string {
  const plain = sign.replace(/[.$*+?()[\]]/g, "\\$&");
  return /^\p{L}+\.?$/u.test(sign) ? `(?<!\\p{L})${plain}(?!\\p{L})` : plain;
}

/** The alternatives of a regular expression that finds a currency sign or code beside a number. Needs the flag u. */
export const CURRENCY_PATTERN = `(?:${SIGNS.map(([sign]) => patternOf(sign)).join("|")}|${RAND}|\\b[A-Z]{3}\\b|\\bEuros?\\b)`;

/** Currencies that are traded most, by the BIS Triennial Survey of 2022 (39), and those of the European Union: no other code is taken for one where it stands once beside a number. */
const TRADED = new Set(
  "USD EUR JPY GBP CNY AUD CAD CHF HKD SGD SEK KRW NOK NZD INR MXN TWD ZAR BRL DKK PLN THB ILS IDR CZK AED TRY HUF CLP SAR PHP MYR COP RUB RON PEN BHD BGN ARS".split(
    " ",
  ),
);
export const isTraded = (code: string): boolean => TRADED.has(code);

const AT_START = new RegExp(`^([(+-]?)\\s*${CURRENCY_PATTERN}\\s*(?=[\\d(+.,\\u2212-])`, "iu");
const AT_END = new RegExp(`(?<=[\\d).,\\u2212-])\\s*${CURRENCY_PATTERN}$`, "iu");

/** Whether the text is a code of ISO 4217 in capitals, including those that are everyday words. */
export const isCurrencyCode = (text: string): boolean => /^[A-Z]{3}$/.test(text) && currencyCodes.code(text) !== undefined;

/** The currency in a text, beside an amount or alone; null when there is none or an ambiguous one such as `$`. */
export function currencyIn(text: string): string | null {
  for (const word of text.match(/\b[A-Z]{3}\b/g) ?? []) if (CODES.has(word) && !NOT_CODES.has(word)) return word;
  for (const [sign, code] of SIGNS) if (signIn(text, sign)) return code;
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) if (WORDS[word]) return WORDS[word] ?? null;
  return null;
}

function signIn(text: string, sign: string): boolean {
  const at = text.indexOf(sign);
  if (at < 0) return false;
  if (!/^\p{L}/u.test(sign) || /[$]/.test(sign)) return true;
  const before = text[at - 1] ?? " ";
  const after = text[at + sign.length] ?? " ";
  return !/\p{L}/u.test(before) && !/\p{L}/u.test(after) && /\d/.test(text);
}

/** No letter and no sign of a currency: a quick test before long patterns. */
const BARE = /^[\d.,'() +-]*$/;

/** The text without one currency sign or code before or after its number. */
export function stripCurrency(text: string): string {
  if (BARE.test(text)) return text;
  const code = (sign: string) => sign.trim().toUpperCase();
  const keep = (sign: string) => /^[A-Z]{3}$/.test(code(sign)) && !CODES.has(code(sign));
  const start = AT_START.exec(text);
  const cut = start && !keep(start[0].replace(/^[(+-]/, "")) ? (start[1] ?? "") + text.slice(start[0].length) : text;
  const end = AT_END.exec(cut);
  return end && !keep(end[0]) ? cut.slice(0, end.index) : cut;
}
