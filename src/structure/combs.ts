/** Texts that forms print in parts: a figure or a capital letter in each box of a comb, `9 9 - 9 9 9`, or groups with their sign between, `99 - 9999999`. */
import type { Word } from "#documents/document.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import { smallest } from "#documents/long-lists.ts";
import { heightOf } from "./boxes.ts";

const FIGURE = /^[\p{Lu}\d]$/u;
const GROUP = /^\d{2,}$/u;
const SIGN = /^[-–/]$/u;
/** So many figures are a comb; letters alone only in narrower boxes, in heights of them. */
const FIGURES_MIN = 4;
const LETTERS_PITCH_MAX = 2.2;
/** Figures in narrow boxes are read as one word: "1 9 0 4 1968". */
const FIGURES_BEFORE_GROUP_MIN = 3;
/** Boxes of a comb are so wide at most, in heights of the figures. */
const PITCH_MAX = 3.2;
/** Between groups of boxes, as of day, month and year, the gap is so many times as wide. */
const GROUP_PITCH_MAX = 2.3;
/** The gap between a group and its sign, in heights. */
const SIGN_GAP_MAX = 2;

type Run = readonly Word[];

/** The runs of a line, with those that are one number in parts joined to a run of one word. */
export function withCombs(runs: readonly Run[]): Run[] {
  const joined: Run[] = [];
  for (let at = 0; at < runs.length; ) {
    const length = Math.max(combFrom(runs, at), groupsFrom(runs, at));
    if (length > 1) joined.push([oneWord(runs.slice(at, at + length).flat())]);
    else joined.push(runs[at] ?? []);
    at += Math.max(1, length);
  }
  return joined;
}

const only = (run: Run | undefined): Word | null => (run?.length === 1 ? (run[0] ?? null) : null);
const middleOf = ({ box }: Word): number => (box.left + box.right) / 2;

/** How many runs from here on are the figures of a comb; 0 for none. */
function combFrom(runs: readonly Run[], start: number): number {
  const words: Word[] = [];
  for (let at = start; at < runs.length; at++) {
    const word = only(runs[at]);
    if (!word || !keepsPitch(words, word)) break;
    const isGroup = GROUP.test(word.text) && words.length >= FIGURES_BEFORE_GROUP_MIN && words.every(({ text }) => /\d/.test(text));
    if (!FIGURE.test(word.text) && !SIGN.test(word.text) && !isGroup) break;
    words.push(word);
    if (isGroup) return words.length;
  }
  while (words.length > 0 && SIGN.test(words.at(-1)?.text ?? "")) words.pop();
  const figures = words.filter(({ text }) => FIGURE.test(text)).map(({ text }) => text.charCodeAt(0));
  const counts = figures.every((figure, i) => i === 0 || figure === (figures[i - 1] ?? 0) + 1);
  if (figures.length < FIGURES_MIN || counts || !FIGURE.test(words[0]?.text ?? "")) return 0;
  return words.some(({ text }) => /\d/.test(text)) || isWord(words) ? words.length : 0;
}

/** Letters that stand closer than the heads of columns. */
function isWord(words: readonly Word[]): boolean {
  const [first] = words;
  const last = words.at(-1);
  if (!first || !last) return false;
  return middleOf(last) - middleOf(first) < LETTERS_PITCH_MAX * heightOf(first.box) * (words.length - 1);
}

function keepsPitch(words: readonly Word[], next: Word): boolean {
  const [last, before] = [words.at(-1), words.at(-2)];
  if (!last) return true;
  if (GROUP.test(next.text)) return next.box.left - last.box.right < PITCH_MAX * heightOf(next.box);
  const pitch = middleOf(next) - middleOf(last);
  if (pitch > PITCH_MAX * Math.max(heightOf(next.box), heightOf(words[0]?.box ?? next.box))) return false;
  if (!before || [before, last, next].some(({ text }) => SIGN.test(text))) return true;
  const share = pitch / (middleOf(last) - middleOf(before));
  return Math.max(share, 1 / share) < GROUP_PITCH_MAX;
}

/** How many runs from here on are groups of figures with a sign of their own between each two; 0 for none. */
function groupsFrom(runs: readonly Run[], start: number): number {
  let length = GROUP.test(only(runs[start])?.text ?? "") ? 1 : 0;
  while (length > 0) {
    const [group, sign, next] = [runs[start + length - 1], runs[start + length], runs[start + length + 1]].map(only);
    if (!group || !sign || !next || !SIGN.test(sign.text) || !GROUP.test(next.text)) break;
    const most = SIGN_GAP_MAX * heightOf(group.box);
    if (sign.box.left - group.box.right > most || next.box.left - sign.box.right > most) break;
    length += 2;
  }
  return length > 1 ? length : 0;
}

function oneWord(words: readonly Word[]): Word {
  const [first] = words;
  if (!first) throw new Error("A number in parts has words.");
  const certainty = smallest(words.map((word) => word.certainty));
  return { ...first, text: words.map(({ text }) => text).join(""), box: boxAround(words), certainty };
}
