/**
 * Reads large type a second time, on its own and scaled to body text: beside small type Tesseract splits its words and loses diacritics,
 * and names and titles are what is set large. Done for languages with diacritics, each with its own data.
 */
import type { Box } from "#documents/document.ts";
import { boxAround, centreInside } from "#documents/layout/assemble.ts";
import { SIGNS } from "./languages.ts";
import type { OcrEngine, OcrWord } from "./ocr-engine.ts";
import type { Picture } from "./picture.ts";
import { readStrip } from "./strip.ts";
import { certaintyOf, lettersOf, usualHeight, wordHeight } from "./word-measures.ts";

/** In multiples of the page's usual word height. */
const LARGE = 1.6;
/** Height of a line, in pixels: of 20 to 75, tried on five pages, the one that lost fewest diacritics. */
const LINE_PX = 36;
const SHRINK_MAX = 0.4;
const REGIONS_MAX = 3;
/** Gap between the lines and the words of one region, and around it, in heights of its type. */
const LINE_GAP_MAX = 0.8;
const WORD_GAP_MAX = 1.5;
const MARGIN = 0.5;
/** Ratio of letters in the second reading to those in the first: outside it, the second saw something else. */
const LETTERS = { min: 0.8, max: 1.25 };

/** The same words, those of large type from the more certain reading. `picture` is what they were read from, `engine` what read it. */
export async function largeTypeAgain(words: readonly OcrWord[], picture: Picture, engine: OcrEngine): Promise<OcrWord[]> {
  let all = [...words];
  for (const region of regionsOf(words).slice(0, REGIONS_MAX)) {
    const again = await readAgain(region, picture, engine);
    const letters = lettersOf(again) / lettersOf(region);
    if (letters < LETTERS.min || letters > LETTERS.max || certaintyOf(again) <= certaintyOf(region)) continue;
    const old = new Set(region);
    all = [...all.filter((word) => !old.has(word)), ...again];
  }
  return all;
}

/**
 * Groups words of large type into boxes, from the top of the page. Scripts that are read sign by sign are left out: their boxes are too
 * imprecise.
 */
function regionsOf(words: readonly OcrWord[]): OcrWord[][] {
  const lettered = words.filter(({ text }) => /[\p{L}\p{N}]{2}/u.test(text));
  const usual = usualHeight(lettered);
  const large = lettered.filter((word) => /\p{L}{2}/u.test(word.text) && wordHeight(word) >= LARGE * usual);
  let boxes: Box[] = [];
  for (const word of large.sort((a, b) => a.box.top - b.box.top)) {
    const near = boxes.filter((box) => belongs(word, box));
    boxes = [...boxes.filter((box) => !near.includes(box)), boxAround([word, ...near.map((box) => ({ box }))])];
  }
  return boxes
    .map((box) => words.filter((word) => centreInside(word.box, box)))
    .filter((region) => !region.some(({ text }) => SIGNS.test(text)));
}

function belongs(word: OcrWord, region: Box): boolean {
  const { left, top, right, bottom } = word.box;
  const [across, down] = [WORD_GAP_MAX * wordHeight(word), LINE_GAP_MAX * wordHeight(word)];
  return top < region.bottom + down && bottom > region.top - down && left < region.right + across && right > region.left - across;
}

async function readAgain(region: readonly OcrWord[], picture: Picture, engine: OcrEngine): Promise<OcrWord[]> {
  const height = usualHeight(region);
  const around = boxAround(region);
  const margin = MARGIN * height;
  const enlarge = Math.min(1, Math.max(SHRINK_MAX, LINE_PX / height));
  const read = (await readStrip([around], picture, engine, { enlarge, across: margin, down: margin })).flat();
  const run = (word: OcrWord) => (region[0]?.run ?? 0) + word.run / (read.length + 1);
  // Text beside the large type was read before.
  return read.map((word) => ({ ...word, box: asHighAs(region, word.box), run: run(word) })).filter(({ box }) => centreInside(box, around));
}

/** Heights give the font size, and those from small crops vary: they stay as the words had them. */
function asHighAs(region: readonly OcrWord[], box: Box): Box {
  const middle = (box.top + box.bottom) / 2;
  const there = region.filter(
    (word) => word.box.top <= middle && word.box.bottom >= middle && word.box.left < box.right && word.box.right > box.left,
  );
  if (there.length === 0) return box;
  const { top, bottom } = boxAround(there);
  return { ...box, top, bottom };
}
