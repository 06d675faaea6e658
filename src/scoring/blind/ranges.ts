/** Ranges of a text that must not be seen, and the text without them. */

/** Offsets in the text, in UTF-16 units; `to` is exclusive. */
export type Range = { from: number; to: number };

/** `pattern` has the global flag. */
export const rangesOf = (pattern: RegExp, text: string): Range[] =>
  [...text.matchAll(pattern)].flatMap(({ index, 0: hit }) => (hit === "" ? [] : [{ from: index, to: index + hit.length }]));

/** Also where the pattern matches nothing: the place of an ending that is not there. */
export const placesOf = (pattern: RegExp, text: string): Range[] =>
  [...text.matchAll(pattern)].map(({ index, 0: hit }) => ({ from: index, to: index + hit.length }));

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
    ranges.map(({ from, to }) => ({ from: widened(from), to })),
  );
  let shown = "";
  let end = 0;
  const marks: { at: number; from: number; to: number }[] = [];
  for (const { from, to } of runs) {
    shown += text.slice(end, from);
    marks.push({ at: shown.length, from, to });
    shown += GONE;
    end = to;
  }
  return { text: shown + text.slice(end), originalOf: (offset, side) => originalOf(offset, side, marks) };
}

function runsOf(text: string, ranges: Range[]): Range[] {
  const runs: Range[] = [];
  for (const { from, to } of ranges.sort((a, b) => a.from - b.from)) {
    const last = runs.at(-1);
    if (last && (from <= last.to || BETWEEN.test(text.slice(last.to, from)))) last.to = Math.max(last.to, to);
    else runs.push({ from, to });
  }
  return runs;
}

function originalOf(offset: number, side: "start" | "end", marks: readonly { at: number; from: number; to: number }[]): number {
  let shift = 0;
  for (const { at, from, to } of marks) {
    if (offset < at || (offset === at && side === "end")) break;
    if (offset === at) return from;
    shift = to - (at + GONE.length);
  }
  return offset + shift;
}
