/** How well an address matches a name. */
import { fold } from "#language/fold.ts";

/** How well the part before the @, or the last part of a profile's link, matches the words of a name, 0..1. */
export function agree(words: readonly string[], handle: string): number {
  const letters = lettersOf(handle);
  if (letters.length < 3) return 0;
  const parts = words
    .flatMap((word) => word.split(/[-‐]/))
    .map(spellings)
    .filter(([plain]) => plain !== "");
  if (parts.length > 1 && [0, 1].some((at) => parts.map((part) => part[at]).join("") === letters)) return 1;
  const isIn = (part: readonly string[]) => part.some((spelling) => spelling.length > 2 && letters.includes(spelling));
  const whole = parts.filter(isIn);
  if (whole.length >= 2) return 1;
  const initials = parts.filter((part) => !isIn(part) && letters.includes(part[0]?.[0] ?? "-"));
  if (whole.length === 1) return parts.length === 1 || initials.length > 0 ? 0.8 : 0.5;
  const start = parts.some((part) => part.some((spelling) => spelling.length > 3 && letters.startsWith(spelling.slice(0, 4))));
  return start ? 0.3 : 0;
}

const UMLAUTS: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa", æ: "ae", ı: "i" };

/** Without accents, and with umlauts as addresses spell them. */
function spellings(word: string): [string, string] {
  const spelled = word.toLowerCase().replace(/[äöüøåæı]/g, (letter) => UMLAUTS[letter] ?? letter);
  return [lettersOf(word), lettersOf(spelled)];
}

const lettersOf = (text: string) => fold(text).replace(/[^\p{L}]/gu, "");
