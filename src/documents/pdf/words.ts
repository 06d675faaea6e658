/** Words of the text layer, cleaned and placed. */
import { cleanText } from "#documents/layout/clean-text.ts";
import type { PlacedWord, Turn } from "#documents/layout/placed-word.ts";
import type { ParsedPage, TextItem } from "./parser.ts";

type WordBox = NonNullable<TextItem["words"]>[number];

const BOLD_WEIGHT_MIN = 600;
const BOLD_NAME = /bold|black|heavy|semibold|demi/i;

/** Words of all items but those in `unseen`. */
export function pdfWordsOf(page: ParsedPage, unseen: ReadonlySet<TextItem>): PlacedWord[] {
  const words: PlacedWord[] = [];
  page.textItems.forEach((item, run) => {
    if (unseen.has(item)) return;
    for (const placed of wordsOfItem(item, run)) words.push(placed);
  });
  return words;
}

function wordsOfItem(item: TextItem, run: number): PlacedWord[] {
  const boxed = item.words && item.words.length > 0 ? wholeWords(item, item.words) : [item];
  const bold = (item.fontWeight ?? 0) >= BOLD_WEIGHT_MIN || BOLD_NAME.test(item.fontName ?? "");
  const fontSize = hundredth(item.fontHeight || item.fontSize || 0);
  const turn = turnOf(item.rotation ?? 0);
  const words: PlacedWord[] = [];
  for (const { text: raw, x, y, width, height } of boxed) {
    const text = cleanText(raw);
    if (text === "" || !(width >= 0 && height >= 0)) continue;
    const box = { left: hundredth(x), top: hundredth(y), right: hundredth(x + width), bottom: hundredth(y + height) };
    words.push({ word: { text, box, certainty: 1, source: "native", fontSize, bold }, turn, run });
  }
  return words;
}

/** Gaps inside a word, in font sizes; narrower than any space, and no more overlap than kerning makes. */
const GAP_MIN = -0.25;
const GAP_MAX = 0.06;
/** Marks that end a word or stand inside it; an opening bracket begins the next one. */
const INNER_MARK = /^[\p{Pe}\p{Pf}\p{Po}\p{Pd}\p{Pc}%]/u;

/**
 * LiteParse begins a new box at marks that are lower than letters: `200` and `.00`, `Inc` and `.`. The item's own text says whether a space is
 * printed there. Where letters meet letters without a space, as in tightly set lines, the boxes are right and the text is not.
 */
function wholeWords({ text, fontHeight, fontSize, rotation }: TextItem, boxes: readonly WordBox[]): WordBox[] {
  if (rotation) return [...boxes];
  const whole: WordBox[] = [];
  let end = 0;
  for (const box of boxes) {
    const start = text.indexOf(box.text, end);
    const before = whole.at(-1);
    const size = fontHeight || fontSize || box.height;
    if (before && start === end && INNER_MARK.test(box.text) && isInside(box.x - before.x - before.width, size))
      whole[whole.length - 1] = united(before, box);
    else whole.push(box);
    end = start < 0 ? end : start + box.text.length;
  }
  return whole;
}

const isInside = (gap: number, size: number) => gap >= size * GAP_MIN && gap <= size * GAP_MAX;

function united(a: WordBox, b: WordBox): WordBox {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  const [right, bottom] = [Math.max(a.x + a.width, b.x + b.width), Math.max(a.y + a.height, b.y + b.height)];
  return { ...a, text: a.text + b.text, x, y, width: right - x, height: bottom - y };
}

function turnOf(degrees: number): Turn {
  const quarter = ((Math.round(degrees / 90) % 4) + 4) % 4;
  return [0, 90, 180, 270][quarter] as Turn;
}

/** A hundredth of a point is below any printer's resolution, and halves the digits on the wire. */
function hundredth(value: number): number {
  return Math.round(value * 100) / 100;
}
