/** How a country writes dates, numbers, money, telephone numbers, addresses and names of firms. */
import { readFileSync } from "node:fs";
import path from "node:path";

export type Language = "en" | "de" | "fr" | "es" | "it" | "nl" | "pt";

export type Locale = {
  country: string;
  language: Language;
  /** ISO 4217. */
  currency: string;
  symbol: string;
  /** Separators of thousands and of decimals. */
  thousands: string;
  decimal: string;
  /** Where the symbol or code stands. */
  moneyFirst: boolean;
  /** Formats of dates: d, dd, m, mm, mon, month, yy, yyyy stand for their parts. */
  dates: readonly string[];
  /** A national telephone number; 9 stands for a digit. */
  phones: readonly string[];
  calling: string;
  /** Lines of an address: `{n}` house number, `{s}` street, `{c}` city, `{z}` postal code, `{r}` region. */
  address: readonly string[];
  zip: string;
  cities: readonly string[];
  regions: readonly string[];
  streets: readonly string[];
  legal: readonly string[];
  vat: string;
  iban: string;
  /** Country name in its own language. */
  name: string;
};

/** The countries of locales.json. */
export const LOCALES: readonly Locale[] = JSON.parse(readFileSync(path.join(import.meta.dirname, "locales.json"), "utf8"));

export const MONTHS: Record<Language, string> = {
  en: "January February March April May June July August September October November December",
  de: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
  fr: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
  es: "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
  it: "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
  nl: "januari februari maart april mei juni juli augustus september oktober november december",
  pt: "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
};

export const YES_NO: Record<Language, readonly [string, string]> = {
  en: ["Yes", "No"],
  de: ["Ja", "Nein"],
  fr: ["Oui", "Non"],
  es: ["Sí", "No"],
  it: ["Sì", "No"],
  nl: ["Ja", "Nee"],
  pt: ["Sim", "Não"],
};
