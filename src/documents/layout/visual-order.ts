/**
 * Words of right-to-left scripts that a PDF stores in visual order. LiteParse turns their runs of letters round, but not the runs
 * themselves: `מ"ר` comes out as `ר"מ`, a full stop behind a word as one before it.
 */

const RTL = "\\p{Script=Hebrew}\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Thaana}";
const HAS_RTL = new RegExp(`[${RTL}]`, "u");
/** Letters of one direction, a number with its separators, or a single sign. */
const RUNS = new RegExp(`[${RTL}\\p{M}]+|[^${RTL}\\P{L}]+|\\p{N}+(?:[.,:/]\\p{N}+)*|.`, "gsu");
const MIRRORED: Readonly<Record<string, string>> = {
  "(": ")",
  ")": "(",
  "[": "]",
  "]": "[",
  "{": "}",
  "}": "{",
  "<": ">",
  ">": "<",
  "«": "»",
  "»": "«",
};

type Placed = { text: string; x: number };

/** Whether most neighbouring words of right-to-left scripts follow each other from left to right; `runs` are words as a file has them. */
export function isInVisualOrder(runs: Iterable<readonly Placed[]>): boolean {
  let visual = 0;
  for (const words of runs) {
    const placed = words.filter(({ text }) => HAS_RTL.test(text));
    for (let i = 1; i < placed.length; i++) visual += Math.sign((placed[i]?.x ?? 0) - (placed[i - 1]?.x ?? 0));
  }
  return visual > 0;
}

/** The word of a text in visual order as it is read. */
export function inReadingOrder(word: string): string {
  if (!HAS_RTL.test(word)) return word;
  const runs = word.match(RUNS) ?? [];
  return runs
    .map((run) => MIRRORED[run] ?? run)
    .reverse()
    .join("");
}
