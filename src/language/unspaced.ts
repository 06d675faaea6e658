/**
 * Finds a skill's name in a script without spaces between words (Chinese, Japanese, Thai, Lao, Khmer, Burmese), or with particles attached
 * to them (Korean): as the same characters, ignoring spaces, at word boundaries.
 */
import { foldWord } from "./tokens.ts";

/** Offsets in the text, in UTF-16 units; `to` is exclusive. */
type Range = { from: number; to: number };
export type Unspaced = { find(text: string): Range[] };

const NO_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]/u;
const HANGUL = /\p{Script=Hangul}/u;
const WORD = /[\p{L}\p{M}\p{N}]/u;

/** A name this short occurs in longer words by chance: both its ends must be word boundaries. */
const SHORT_CHARS_MAX = 2;

/** What may follow a Korean noun inside its word: a particle, a verb ending, a suffix for a person. */
const KOREAN_TAIL =
  /^(?:을|를|이|가|은|는|과|와|의|에|로|으로|도|만|에서|까지|부터|및|등|이나|나|이며|이고|라는|에게|처럼|보다|하|했|한|할|해|합|된|되|자|가|사|직|력|용)/u;

/** Uses ICU's dictionaries, which know Chinese, Japanese, Thai, Lao, Khmer and Burmese in every locale. */
const segmenter = new Intl.Segmenter("en", { granularity: "word" });

/** Null when the name is in none of these scripts. */
export function openUnspaced(name: string): Unspaced | null {
  if (!NO_SPACES.test(name) && !HANGUL.test(name)) return null;
  const wanted = squash(name).chars;
  if (wanted === "") return null;
  return {
    find(text) {
      if (!NO_SPACES.test(text) && !HANGUL.test(text)) return [];
      const { chars, from, to } = squash(text);
      const found: Range[] = [];
      let ends: ReadonlySet<number> | null = null;
      for (let at = chars.indexOf(wanted); at >= 0; at = chars.indexOf(wanted, at + wanted.length)) {
        const range = { from: from[at] ?? 0, to: to[at + wanted.length - 1] ?? 0 };
        ends ??= wordEnds(text);
        if (standsAlone(text, range, ends, wanted.length)) found.push(range);
      }
      return found;
    },
  };
}

/** Normalised characters without spaces, each with its position. */
function squash(text: string): { chars: string; from: number[]; to: number[] } {
  let chars = "";
  const from: number[] = [];
  const to: number[] = [];
  let offset = 0;
  for (const sign of text) {
    const end = offset + sign.length;
    if (!/[\s\u200b-\u200d\ufeff]/.test(sign)) {
      const fold = foldWord(sign);
      chars += fold;
      for (let i = 0; i < fold.length; i++) {
        from.push(offset);
        to.push(end);
      }
    }
    offset = end;
  }
  return { chars, from, to };
}

function wordEnds(text: string): ReadonlySet<number> {
  const ends = new Set([text.length]);
  for (const { index } of segmenter.segment(text)) ends.add(index);
  return ends;
}

function standsAlone(text: string, { from, to }: Range, ends: ReadonlySet<number>, length: number): boolean {
  const starts = edge(text.slice(0, from).at(-1), text.charAt(from), ends.has(from), "");
  const stops = edge(text.charAt(to - 1), text.charAt(to), ends.has(to), text.slice(to, to + 3));
  if (starts === "no" || stops === "no") return false;
  return length <= SHORT_CHARS_MAX ? starts === "yes" && stops === "yes" : starts === "yes" || stops === "yes";
}

/** Whether a word ends between two characters. "maybe": the script does not show it, and the dictionary finds no end there. */
function edge(before: string | undefined, after: string, isWordEnd: boolean, tail: string): "yes" | "maybe" | "no" {
  if (before === undefined || before === "" || after === "" || !WORD.test(before) || !WORD.test(after)) return "yes";
  if (HANGUL.test(before) && HANGUL.test(after)) return KOREAN_TAIL.test(tail) ? "yes" : "no";
  if (NO_SPACES.test(before) && NO_SPACES.test(after)) return isWordEnd ? "yes" : "maybe";
  return NO_SPACES.test(before) || NO_SPACES.test(after) || HANGUL.test(before) || HANGUL.test(after) ? "yes" : "no";
}
