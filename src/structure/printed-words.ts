/** The words of a line as they are read: without the dots that lead to a value and the stars around a line, and with a label apart from what is set right behind its colon. */
import type { Segment, Word } from "#documents/document.ts";

/** A label, its colon, and a value without another colon: `No.:933`, not `https://example.com`, `17:25` or `urn:isbn:0451450523`. */
const GLUED = /^(\p{L}[\p{L}\p{M}.'’/-]+[:：])([\p{L}\p{N}#*(+€$£-][^:：]*)$/u;
const DOTS = /^[.·…]+$/u;
/** What receipts set around a line. */
const STARS = /^[*=~]{3,}$/u;
/** So many dots lead to a value wherever they stand; fewer do so beside others, and alone in a piece of the line. */
const LEADER_DOTS_MIN = 3;

/** A segment's words with a label parted from its value, in runs between leader dots and stars. */
export function printedRuns({ words }: Segment): Word[][] {
  const parted = words.some(({ text }) => GLUED.test(text)) ? words.flatMap(atColon) : words;
  const runs: Word[][] = [[]];
  parted.forEach((word, i) => {
    if (isLeader(parted, i)) runs.push([]);
    else runs.at(-1)?.push(word);
  });
  return runs.filter((run) => run.length > 0);
}

function isLeader(words: readonly Word[], i: number): boolean {
  if (STARS.test(words[i]?.text ?? "")) return true;
  const isDots = (at: number): boolean => DOTS.test(words[at]?.text ?? "");
  if (!isDots(i)) return false;
  return words.length === 1 || (words[i]?.text.length ?? 0) >= LEADER_DOTS_MIN || isDots(i - 1) || isDots(i + 1);
}

/** The word in two, each with its share of the box by letters. */
function atColon(word: Word): Word[] {
  const [, label, value] = GLUED.exec(word.text) ?? [];
  if (label === undefined || value === undefined) return [word];
  const { left, right } = word.box;
  const middle = left + ((right - left) * label.length) / word.text.length;
  return [
    { ...word, text: label, box: { ...word.box, right: middle } },
    { ...word, text: value, box: { ...word.box, left: middle } },
  ];
}
