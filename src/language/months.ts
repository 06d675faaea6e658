/** Month names and their abbreviations, folded, in the languages the readers know. From CLDR, common abbreviations added. */
import { fold } from "./fold.ts";

const MONTHS: readonly string[] = [
  "january jan januar janner janvier janv enero ene gennaio gen januari janeiro jaunar",
  "february feb februar fevrier fevr febrero febbraio februari fevereiro fev febr",
  "march mar marz mrz mars marzo maart mrt marco maerz",
  "april apr avril avr abril abr aprile",
  "may mai mayo maggio mag mei maio",
  "june jun juni juin junio giugno giu junho",
  "july jul juli juillet juil julio luglio lug julho",
  "august aug aout agosto ago augustus agto aou",
  "september sep sept septembre septiembre settembre set setembro",
  "october oct oktober okt octobre octubre ottobre ott outubro out",
  "november nov novembre noviembre novembro",
  "december dec dezember dez decembre diciembre dic dicembre desember dezembro",
];

const BY_NAME = new Map(MONTHS.flatMap((names, i) => names.split(" ").map((name) => [name, i + 1] as const)));

/** 1..12, or null when the word is no month. */
export function monthOf(word: string): number | null {
  return BY_NAME.get(fold(word)) ?? null;
}
