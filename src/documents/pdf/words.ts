/** Words of the text layer, cleaned and placed. */
import { BoundedMap, memo } from "#contract/memo.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import { cleanText } from "#documents/layout/clean-text.ts";
import type { PlacedWord, Turn } from "#documents/layout/placed-word.ts";
import { isGapInWord } from "#documents/layout/repair.ts";
import { inReadingOrder, isInVisualOrder } from "#documents/layout/visual-order.ts";
import type { ParsedPage, TextItem } from "./parser.ts";

type WordBox = Pick<TextItem, "text" | "x" | "y" | "width" | "height">;

const BOLD_WEIGHT_MIN = 600;
const BOLD_NAME = /bold|black|heavy|semibold|demi/i;

/** Words of all items but those in `unseen`. */
export function pdfWordsOf(page: ParsedPage, unseen: ReadonlySet<TextItem>): PlacedWord[] {
  const words: PlacedWord[] = [];
  const read = isInVisualOrder(page.textItems.map((item) => item.words ?? [])) ? inReadingOrder : (text: string) => text;
  page.textItems.forEach((item, run) => {
    if (unseen.has(item)) return;
    for (const { word, ...placed } of wordsOfItem(item, run)) words.push({ ...placed, word: { ...word, text: read(word.text) } });
  });
  return words;
}

function wordsOfItem(item: TextItem, run: number): PlacedWord[] {
  const turn = turnOf(item.rotation ?? 0);
  const boxed = item.words && item.words.length > 0 ? item.words : [item];
  const bold = (item.fontWeight ?? 0) >= BOLD_WEIGHT_MIN || BOLD_NAME.test(item.fontName ?? "");
  const fontSize = hundredth(item.fontHeight || item.fontSize || 0);
  const face = faceOf(item);
  const words: PlacedWord[] = [];
  for (const pieces of turn === 0 ? wholeWords(item, boxed) : boxed.map((box) => [box])) {
    const text = cleanText(pieces.map((piece) => piece.text).join(""));
    const { left, top, right, bottom } = boxAround(pieces.map(placeOf));
    if (text === "" || !(right >= left && bottom >= top)) continue;
    const box = { left: hundredth(left), top: hundredth(top), right: hundredth(right), bottom: hundredth(bottom) };
    words.push({ word: { text, box, certainty: 1, source: "native", fontSize, bold, ...(face === 0 ? {} : { face }) }, turn, run });
  }
  return words;
}

/** A file that embeds parts of a typeface several times names each "ABCDEF+" and its name. */
const SUBSET = /^[A-Z]{6}\+/;
const FACES = 255;

/** A number of the typeface and its colour, 1..255; 0 without a name. */
const faceOf = ({ fontName = "", fillColor = "" }: TextItem): number =>
  fontName === "" ? 0 : numberOf(`${fontName.replace(SUBSET, "")} ${fillColor}`);

const numberOf = memo((name: string): number => {
  let hash = 0;
  for (let i = 0; i < name.length; i++) hash = (hash * 31 + name.charCodeAt(i)) % 1_000_003;
  return 1 + (hash % FACES);
}, new BoundedMap(FACES));

const placeOf = ({ x, y, width, height }: WordBox) => ({ box: { left: x, top: y, right: x + width, bottom: y + height } });

/** In font sizes: boxes no further apart touch, and those at least so far apart have a space between them. */
const TOUCHING_MAX = 0.005;
const SPACE_MIN = 0.15;
const LETTER_END = /[\p{L}\p{N}]$/u;
const LETTER_START = /^[\p{L}\p{N}]/u;

/** Marks that end a word or stand inside it; an opening bracket begins the next one. */
const INNER_MARK = /^[\p{Pe}\p{Pf}\p{Po}\p{Pd}\p{Pc}]/u;

/**
 * The boxes of each word. LiteParse begins a new box at marks that are lower than letters: `200` and `.00`, `Inc` and `.`. The item's own text
 * says whether a space is printed there. Where letters meet letters without a space, as in tightly set lines, the boxes are right and the
 * text is not. In type so small that letters stand on whole points PDFium ends boxes within words, and its text has spaces that are not
 * printed: there letters that touch are of one word if other boxes of the run have a space between them.
 */
function wholeWords({ text, fontHeight, fontSize }: TextItem, boxes: readonly WordBox[]): WordBox[][] {
  const whole: WordBox[][] = [];
  const hasSpaces = boxes.some((box, i) => gapBetween(boxes[i - 1], box) >= SPACE_MIN * (fontHeight || fontSize || box.height));
  let end = 0;
  for (const box of boxes) {
    const start = text.indexOf(box.text, end);
    const before = whole.at(-1);
    const last = before?.at(-1);
    const size = fontHeight || fontSize || box.height;
    const isInner = start === end && INNER_MARK.test(box.text) && isGapInWord(gapBetween(last, box), size);
    const isTouching = hasSpaces && Math.abs(gapBetween(last, box)) <= TOUCHING_MAX * size && areLetters(last, box);
    if (before && (isInner || isTouching)) before.push(box);
    else whole.push([box]);
    // Behind a box that the text does not have, nothing more is looked for.
    end = start < 0 ? text.length : start + box.text.length;
  }
  return whole;
}

/** 0 without a box before it. */
const gapBetween = (before: WordBox | undefined, box: WordBox): number => (before ? box.x - before.x - before.width : 0);

const areLetters = (before: WordBox | undefined, box: WordBox): boolean =>
  before !== undefined && LETTER_END.test(before.text) && LETTER_START.test(box.text);

function turnOf(degrees: number): Turn {
  const quarter = ((Math.round(degrees / 90) % 4) + 4) % 4;
  return [0, 90, 180, 270][quarter] as Turn;
}

/** A hundredth of a point is below any printer's resolution, and halves the digits on the wire. */
function hundredth(value: number): number {
  return Math.round(value * 100) / 100;
}
