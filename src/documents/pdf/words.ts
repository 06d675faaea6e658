/** Words of the text layer, cleaned and placed. */
import { cleanText } from "#documents/layout/clean-text.ts";
import type { PlacedWord, Turn } from "#documents/layout/placed-word.ts";
import type { ParsedPage, TextItem } from "./parser.ts";

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
  const boxed = item.words && item.words.length > 0 ? item.words : [item];
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

function turnOf(degrees: number): Turn {
  const quarter = ((Math.round(degrees / 90) % 4) + 4) % 4;
  return [0, 90, 180, 270][quarter] as Turn;
}

/** A hundredth of a point is below any printer's resolution, and halves the digits on the wire. */
function hundredth(value: number): number {
  return Math.round(value * 100) / 100;
}
