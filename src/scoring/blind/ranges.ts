/** Ranges of a text that must not be seen, and the text without them. */

/** Offsets in the text, in UTF-16 units; `to` is exclusive. `isSilent`: removed without a mark. */
export type Range = { from: number; to: number; isSilent?: true };

/** `pattern` has the global flag. */
export const rangesOf = (pattern: RegExp, text: string): Range[] =>
  [...text.matchAll(pattern)].flatMap(({ index, 0: hit }) => (hit === "" ? [] : [{ from: index, to: index + hit.length }]));

/** Also where the pattern matches nothing: the place of an ending that is not there. */
export const placesOf = (pattern: RegExp, text: string): Range[] =>
  [...text.matchAll(pattern)].map(({ index, 0: hit }) => ({ from: index, to: index + hit.length }));

/** Every place of a part, which is not empty, in a text. */
export function rangesOfPart(text: string, part: string): Range[] {
  const found: Range[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) found.push({ from: at, to: at + part.length });
  return found;
}

/** Where the words of a text begin. */
export const startsOf = (text: string): number[] => [...text.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)].map(({ index }) => index);

/**
 * Matches that begin with a word, also those inside of another one: "I am a mother", "a mother of two". `patterns` are sticky: with so many
 * of them, trying each at the words only is ten times as fast as to search.
 */
export function rangesAt(starts: readonly number[], patterns: readonly RegExp[], text: string): Range[] {
  const found: Range[] = [];
  for (const pattern of patterns)
    for (const from of starts) {
      pattern.lastIndex = from;
      if (pattern.test(text)) found.push({ from, to: pattern.lastIndex });
    }
  return found;
}

export function matchesAt(starts: readonly number[], patterns: readonly RegExp[], text: string): boolean {
  return patterns.some((pattern) =>
    starts.some((from) => {
      pattern.lastIndex = from;
      return pattern.test(text);
    }),
  );
}

/** Stands for everything that was removed. */
export const GONE = "…";
/** Ranges with only these between them become one, so that the number of removed words does not show. */
const BETWEEN = /^[\s\p{P}\p{S}]*$/u;

/** `originalOf`: the offset in the original text, of the start or of the end of a part. */
export type Redacted = { text: string; originalOf(offset: number, side: "start" | "end"): number };

/** Replaces the ranges, in any order and overlapping or not, by one mark per run. `widened` may grow a run to the left. */
export function without(text: string, ranges: readonly Range[], widened: (from: number) => number): Redacted {
  if (ranges.length === 0) return { text, originalOf: (offset) => offset };
  const runs = runsOf(
    text,
    ranges.map((range) => (range.isSilent ? range : { from: widened(range.from), to: range.to })),
  );
  let shown = "";
  let end = 0;
  const marks: Mark[] = [];
  for (const { from, to, isSilent } of runs) {
    shown += text.slice(end, from);
    marks.push({ at: shown.length, from, to, length: isSilent ? 0 : GONE.length });
    shown += isSilent ? "" : GONE;
    end = to;
  }
  return { text: shown + text.slice(end), originalOf: (offset, side) => originalOf(offset, side, marks) };
}

function runsOf(text: string, ranges: Range[]): Range[] {
  const runs: Range[] = [];
  for (const range of ranges.sort((a, b) => a.from - b.from)) {
    const last = runs.at(-1);
    const isNext = last && !last.isSilent && !range.isSilent && BETWEEN.test(text.slice(last.to, range.from));
    if (last && range.from < last.to) runs[runs.length - 1] = together(last, range);
    else if (last && isNext) last.to = Math.max(last.to, range.to);
    else runs.push({ ...range });
  }
  return runs;
}

/** A merged range is silent only if both ranges are. */
function together(one: Range, other: Range): Range {
  const both = { from: one.from, to: Math.max(one.to, other.to) };
  return one.isSilent && other.isSilent ? { ...both, isSilent: true } : both;
}

/** A removed run: its range in the original, its offset in the new text, and the length of its mark there. */
type Mark = { at: number; from: number; to: number; length: number };

function originalOf(offset: number, side: "start" | "end", marks: readonly Mark[]): number {
  let shift = 0;
  for (const { at, from, to, length } of marks) {
    if (offset < at || (offset === at && (side === "end" || length === 0))) break;
    if (offset === at) return from;
    shift = to - (at + length);
  }
  return offset + shift;
}
