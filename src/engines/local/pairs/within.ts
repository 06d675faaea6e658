/** Values within longer texts: names among the words of a sentence, lengths of time such as "twelve (12) months", and what is set in another type. */
import { boxAround } from "#documents/layout/assemble.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import { numberWords } from "#engines/values/number-words.ts";
import { fold, nameTokens, tokensOf } from "#language/fold.ts";
import { phrasesOfAll } from "#language/phrases.ts";
import { meaningsOf } from "#language/thesaurus.ts";
import { typeOf } from "#structure/labels/types-of-values.ts";
import { type Cell, textOf } from "#structure/sheet.ts";
import { runsOf } from "./proper-names.ts";
import type { Span } from "./span.ts";

const NAME_WORDS_MAX = 5;
const NAMES_MAX = 8;
const HONORIFICS: ReadonlySet<string> = new Set(phrasesOfAll("engines", "personal_titles").map(fold));
const isHonorific = (text: string): boolean => HONORIFICS.has(fold(text));

/**
 * Two to five capitalised words beside each other that are not the whole cell, with and without how a person is addressed, and of those with a small
 * word between the words behind it: "Statement of Ana Ruiz".
 */
export function namesWithin(cell: Cell): Span[] {
  const { words } = cell;
  const runs = runsOf(cell).filter(({ from, to }) => to - from > 1 && to - from <= NAME_WORDS_MAX && to - from < words.length);
  return runs.slice(0, NAMES_MAX).flatMap(({ from, to }) => {
    const bare = isHonorific(words[from]?.text ?? "") ? from + 1 : from;
    const small = words.slice(from, to - 2).findIndex(({ text }) => /^\p{Ll}/u.test(text)) + 1;
    const starts = new Set([from, bare, ...(small > 0 ? [from + small] : [])]);
    return [...starts].map((start): Span => ({ ...spanOf(cell, start, to), within: true }));
  });
}

const QUOTED_WORDS_MAX = 9;
const OPENS = /^[“„«‚‘"]\p{L}/u;
const CLOSES = /[”“»’"][.,;:)]*$/u;

/** What stands in quotation marks within a longer text, without them. */
export function quotedIn(cell: Cell): Span[] {
  const { words } = cell;
  return words.flatMap(({ text }, from) => {
    if (!OPENS.test(text)) return [];
    const last = words.slice(from, from + QUOTED_WORDS_MAX).findIndex((word) => CLOSES.test(word.text));
    if (last < 0 || last + 1 === words.length) return [];
    const span = spanOf(cell, from, from + last + 1);
    return [{ ...span, raw: span.raw.replace(/^[“„«‚‘"]/u, "").replace(CLOSES, ""), within: true }];
  });
}

const COUNTS: ReadonlySet<string> = new Set([...phrasesOfAll("engines", "counts"), ...phrasesOfAll("engines", "count_words")].map(fold));
const UNITS: ReadonlySet<string> = new Set(phrasesOfAll("engines", "units_of_time").map(fold));
/** "working" days, "(12)" months. */
const BETWEEN_MAX = 2;
const IN_FIGURES = /^\(?\d{1,3}\)?$/;

const isCount = (text: string): boolean => /^\d{1,3}$/.test(text) || COUNTS.has(fold(text)) || numberWords().has(fold(text));

/** A count and a unit of time, with the count in figures or one word between: "sixty (60) days", "18 días laborables", "5 working days". */
export function durationsIn(cell: Cell): Span[] {
  const { words } = cell;
  return words.flatMap(({ text }, from) => {
    if (!isCount(text)) return [];
    for (let at = from + 1; at <= from + 1 + BETWEEN_MAX && at < words.length; at++) {
      const word = words[at]?.text ?? "";
      if (UNITS.has(fold(word))) return [{ ...spanOf(cell, from, behindUnit(cell, at)), within: true }];
      const isBetween = IN_FIGURES.test(word) || /^\p{Ll}+$/u.test(word);
      if (!isBetween || isCount(word)) break;
    }
    return [];
  });
}

const KINDS_OF_DAYS: ReadonlySet<string> = new Set(phrasesOfAll("engines", "kinds_of_days").map(fold));

/** "laborables" belongs to "18 días". */
const behindUnit = ({ words }: Cell, unit: number): number => (KINDS_OF_DAYS.has(fold(words[unit + 1]?.text ?? "")) ? unit + 2 : unit + 1);

const LASTING = new Set(["period", "duration", "probation", "warranty", "validity", "deadline", "retention"]);
const LASTING_WORDS = new Set(
  "notice term terms duration period probation warranty guarantee validity retention deadline limit lead".split(" "),
);

/** Whether a text field asks how long something takes or lasts. */
export const asksDuration = ({ kind, field }: Leaf): boolean =>
  kind === "text" &&
  [...nameTokens(field.name), ...tokensOf(field.description ?? "")].some(
    (word) => LASTING_WORDS.has(word) || meaningsOf(word).some((id) => LASTING.has(id)),
  );

const TYPES_MAX = 12;

/** What is set in one type, in a cell of several: "Supervisor" and "Annette Purdy". */
export function setApart(cell: Cell): Span[] {
  const { words } = cell;
  const starts = words.flatMap((word, i) => (i === 0 || typeOf(word) !== typeOf(words[i - 1] ?? word) ? [i] : []));
  if (starts.length < 2 || starts.length > TYPES_MAX) return [];
  return starts.map((from, i) => spanOf(cell, from, starts[i + 1] ?? words.length));
}

/** Signs behind a word within a sentence; the point of "Inc." stays. */
const BEHIND = /[,;:]$|(?<=\p{Ll}{3})[.)]$/u;

function spanOf(cell: Cell, from: number, to: number): Span {
  const words = cell.words.slice(from, to);
  return { cell, from, to, raw: textOf(words).replace(BEHIND, ""), box: boxAround(words), fit: 1, shape: "words", lines: 1 };
}
