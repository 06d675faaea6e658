/** Umlauts written with two letters, as names in schemas mostly have them: `kaeufer` for "Käufer", `beloeb` for "beløb". */
import { placeOf } from "./vectors.ts";

/** "ue" behind another vowel or a q is none: "neue", "steuer", "quelle". */
const DIGRAPHS = /[ao]e|(?<![aeiouq])ue/g;
const LETTERS_MIN = 5;

/** The folded word with one letter for each umlaut, as `fold` has it of "Käufer"; an English word, or a shorter one, as it is. */
export const withoutDigraphs = (word: string): string =>
  word.length < LETTERS_MIN || placeOf(word) !== null ? word : word.replace(DIGRAPHS, (pair) => pair[0] ?? pair);
