/** Reads a picture: Latin letters with PP-OCR, others and uncertain pages with Tesseract. */

import { centreInside } from "#documents/layout/assemble.ts";
import { mainTurn } from "#documents/layout/lines.ts";
import type { PlacedWord } from "#documents/layout/placed-word.ts";
import { largest } from "#documents/long-lists.ts";
import { barcodeWords } from "./barcodes.ts";
import { tallyOf } from "./choose-language.ts";
import { type LatinReading, readLatin } from "./latin-reading.ts";
import { marksOn } from "./marks-on.ts";
import type { OcrEngine, Recognised } from "./ocr-engine.ts";
import { type Grey, greyOf, type OpenPicture } from "./picture.ts";
import type { PpOcr } from "./ppocr/ppocr.ts";
import { readWithTesseract } from "./tesseract-reading.ts";
import { scaledBox } from "./turned-box.ts";

/** Pixels given to PP-OCR at most: bounds the memory of one page. */
const PIXELS_MAX = 8_000_000;
/** Share of badly read text from which on a page may be in other letters: pages in nine scripts have 18 % at least. */
const UNSURE_MAX = 0.15;
/** Fewer letters are a sure reading only where they are most of what the page may have. */
const LETTERS_MIN = 12;
/** A page with fewer marks where the line finder finds nothing has none but dust, holes and folds. */
const MARKS_MIN = 12;
const MARKS_COUNTED = 2 * LETTERS_MIN;
/** Share of its letters that makes a page one of another script: names and addresses on it are often Latin. */
const OTHER_SCRIPT_SHARE_MIN = 0.25;
/**
 * Tesseract knows letters that PP-OCR does not, such as ł and ğ: at this quality its reading is preferred for pages in languages with such
 * letters.
 */
const READ_WELL = 0.8;
/** Certainty that wrong letters get, by engine; what exceeds it speaks for a reading. */
const GUESSED = { ppocr: 0.7, tesseract: 0.6 };

export type Engines = { ppocr: PpOcr; tesseract: OcrEngine };

/** `pixels` is a pipeline of a picture of `width` x `height`; boxes come back in its pixels. Codes are read as words too. */
export async function recognise(picture: OpenPicture, engines: Engines): Promise<Recognised> {
  const grey = greyOf(picture);
  const marks = await marksOn(grey, PIXELS_MAX, MARKS_COUNTED);
  if (marks === 0) return NOTHING;
  const { words, quality } = await readWriting({ ...picture, grey, marks }, engines);
  const codes = await barcodeWords({ grey, width: picture.width }, mainTurn(words), 1 + Math.max(0, largest(words.map(({ run }) => run))));
  // Letters found inside a bar code are noise.
  const letters = words.filter(({ word }) => !codes.some((code) => centreInside(word.box, code.area)));
  return { quality, words: [...letters, ...codes.flatMap((code) => code.words)] };
}

const NOTHING: Recognised = { words: [], quality: 1 };

type Opened = OpenPicture & { grey: Grey; marks: number };

async function readWriting(picture: Opened, { ppocr, tesseract }: Engines): Promise<Recognised> {
  const { marks } = picture;
  const latin = await latinReading(picture, ppocr);
  if (latin && !latin.hasForeignLetters && isSure(latin, marks)) return asRead(latin);
  if (latin === null && marks < MARKS_MIN) return NOTHING;
  await ppocr.rest();
  const other = await readWithTesseract(picture, tesseract);
  if (latin === null || isInOtherScript(other.words) || (latin.hasForeignLetters && other.quality >= READ_WELL)) return other;
  if (isSure(latin, marks)) return asRead(latin);
  const isBetter = strengthOf(latin.words, GUESSED.ppocr) > strengthOf(other.words, GUESSED.tesseract);
  return isBetter ? asRead(latin) : other;
}

async function latinReading({ grey, width }: Opened, ppocr: PpOcr): Promise<LatinReading | null> {
  const seen = await grey(PIXELS_MAX);
  const reading = await readLatin(seen, ppocr);
  return reading && { ...reading, words: reading.words.map((placed) => enlarged(placed, width / seen.width)) };
}

function enlarged(placed: PlacedWord, by: number): PlacedWord {
  const { box, fontSize } = placed.word;
  return { ...placed, word: { ...placed.word, box: scaledBox(box, by), fontSize: Math.round(fontSize * by * 10) / 10 } };
}

/** Tesseract's own trials of scripts require certainty, so such a reading is right. */
function isInOtherScript(words: readonly PlacedWord[]): boolean {
  const letters = words.flatMap(({ word }) => word.text.match(/\p{L}/gu) ?? []);
  return letters.filter((letter) => !/\p{Script=Latin}/u.test(letter)).length > OTHER_SCRIPT_SHARE_MIN * letters.length;
}

/** Text that could not be read counts towards the page's quality like text that was. */
const asRead = ({ words, certainty, unsure }: LatinReading): Recognised => ({ words, quality: certainty * (1 - unsure) });
function isSure({ words, unsure }: LatinReading, marks: number): boolean {
  const { letters } = tally(words);
  return unsure <= UNSURE_MAX && (letters >= LETTERS_MIN || (marks < MARKS_COUNTED && 2 * letters >= marks));
}
const tally = (placed: readonly PlacedWord[]) => tallyOf(placed.map(({ word, run }) => ({ ...word, run })));

function strengthOf(placed: readonly PlacedWord[], guessed: number): number {
  const { letters, certainty } = tally(placed);
  return letters * Math.max(0, certainty - guessed);
}
