/** Numbers, whole numbers, percentages, amounts of money. */
import { currencyIn } from "#engines/values/currency.ts";
import type { DocumentLocale } from "#engines/values/locale.ts";
import { type ReadNumber, readNumber } from "#engines/values/number.ts";
import { numberInWord } from "#engines/values/number-words.ts";
import type { Doubt, Reader, Reading } from "./reading.ts";

export const readNumberField: Reader = (raw, { locale }) => numberReading(raw, locale, looksLikeMoney(raw));

export const readIntegerField: Reader = (raw, { locale }) => {
  const reading = numberReading(raw, locale, true) ?? wordReading(raw, locale);
  return reading && Number.isInteger(reading.value) ? reading : null;
};

export const readPercentageField: Reader = (raw, { locale }) => numberReading(raw, locale, false);

export const readCurrencyField: Reader = (raw, { evidence, locale }) => {
  const reading = numberReading(raw, locale, true);
  if (!reading) return null;
  const printed = /\p{Sc}|[A-Z]{3}|kr/u.test(raw) ? raw : evidence;
  return { ...reading, value: { amount: reading.value, currency: currencyOf(printed, locale) } };
};

const looksLikeMoney = (raw: string) => currencyIn(raw) !== null || /[$¥]/.test(raw);

/** Currencies that share a sign: the sign alone is ambiguous, the document may name one of them. */
const SHARED_SIGNS: readonly (readonly [RegExp, RegExp])[] = [
  [/\$/, /^(?:USD|CAD|AUD|NZD|SGD|HKD|MXN|TWD)$/],
  [/¥/, /^(?:JPY|CNY)$/],
  [/\bkr\b/i, /^(?:SEK|NOK|DKK|ISK)$/],
];

function currencyOf(printed: string, locale: DocumentLocale): string | null {
  const named = currencyIn(printed);
  if (named !== null || locale.currency === null) return named;
  for (const [sign, codes] of SHARED_SIGNS) if (sign.test(printed)) return codes.test(locale.currency) ? locale.currency : null;
  return locale.currency;
}

type NumberReading = Reading & { value: number };

function numberReading(raw: string, locale: DocumentLocale, money: boolean): NumberReading | null {
  const whole = readNumber(raw, locale.decimal, money);
  if (whole) return withDoubt(whole, 1);
  const lone = loneNumber(raw, locale, money);
  return lone && withDoubt(lone, 0.8);
}

/** A whole number in words: `nine`. */
function wordReading(raw: string, { languages }: DocumentLocale): NumberReading | null {
  const value = numberInWord(raw, languages);
  return value === null ? null : { value, confidence: 1, doubts: [] };
}

/** The one number among other words, such as `12 kg` or `5 Unit(s)`; null when there are several. */
function loneNumber(raw: string, locale: DocumentLocale, money: boolean): ReadNumber | null {
  const hits = raw.match(/[(+-]?\d[\d.,'’]*(?: \d{3}(?!\d))*(?:[.,]\d+)?\)?/g) ?? [];
  const [only] = hits;
  return hits.length === 1 && only !== undefined ? readNumber(only.replace(/[.,)]$/, ""), locale.decimal, money) : null;
}

function withDoubt(read: ReadNumber, confidence: number): NumberReading {
  if (read.other === null) return { value: read.value, confidence, doubts: [] };
  const doubt: Doubt = {
    code: "ambiguous_number",
    message: "It is unclear whether the sign in this number separates decimals or thousands.",
    candidates: [read.value, read.other],
  };
  return { value: read.value, confidence: 0.7 * confidence, doubts: [doubt] };
}
