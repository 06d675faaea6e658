/** Reads a picture in Latin letters with PP-OCR: orientation of its lines, their alphabet, and the words with boxes. */
import sharp from "sharp";
import type { PlacedWord, Turn } from "#documents/layout/placed-word.ts";
import { MARKS } from "./languages.ts";
import { readLines, wordsOf } from "./line-alphabet.ts";
import type { Pixels } from "./picture.ts";
import type { PpOcr, SeenLine } from "./ppocr/ppocr.ts";
import { type Rectangle, turnedBy } from "./ppocr/rectangle.ts";
import { fromTurned } from "./turned-box.ts";
import { certaintyOf, lettersOf } from "./word-measures.ts";

/** Lines that are read first, the longest, to find the orientation and the alphabet of all; more where those leave it open. */
const SAMPLE_LINES = [4, 8];
/** A sample with more certainty than this was read in the right orientation. */
const UPRIGHT_MIN = 0.9;
/** Lines in another alphabet are read with less certainty than this. */
const CERTAIN = 0.8;
/** A line whose height exceeds its width this many times runs up or down the page. */
const TALL_SHAPE = 1.5;
export type LatinReading = {
  words: PlacedWord[];
  /** Certainty of the reading, 0..1: the mean over letters. */
  certainty: number;
  /** Share of the writing, by the length of its lines, that was read badly or not at all. */
  unsure: number;
  /** The page seems to be in a language with letters that PP-OCR does not know. */
  hasForeignLetters: boolean;
};

/** Null when nothing looks like a line. */
export async function readLatin(picture: Pixels, ppocr: PpOcr): Promise<LatinReading | null> {
  const found = await ppocr.find(picture);
  if (found.length === 0) return null;
  if (lengthOf(found.filter(isTall)) <= lengthOf(found) / 2) return readLying(picture, found, ppocr);
  // The line finder and its bands are made for lines that run across.
  const upright = await turnedBack(picture);
  const reading = await readLying(upright, await ppocr.find(upright), ppocr);
  return reading && { ...reading, words: reading.words.map((placed) => turnedForth(placed, picture)) };
}

/** Reads a picture whose lines run across, upright or upside down. */
async function readLying(picture: Pixels, found: readonly Rectangle[], ppocr: PpOcr): Promise<LatinReading | null> {
  if (found.length === 0) return null;
  // The longest first: the sample is taken from the beginning.
  const lying = (turn: 0 | 180) => found.map((line) => turnedBy(line, turn)).sort((a, b) => b.width - a.width);
  const { turn, sample } = await turnOf(picture, lying, ppocr);
  const { lines, language } = await readLines(picture, lying(turn), sample, ppocr);
  return {
    words: placed(lines, turn),
    certainty: certaintyOf(wordsOf(lines)),
    unsure: unsureShareOf(lines),
    hasForeignLetters: language !== null && !(language in MARKS),
  };
}

async function turnedBack({ data, width, height }: Pixels): Promise<Pixels> {
  const raw = { width, height, channels: 1 as const };
  return { data: await sharp(data, { raw }).rotate(270).toColourspace("b-w").raw().toBuffer(), width: height, height: width };
}

function turnedForth(placed: PlacedWord, { width, height }: Pixels): PlacedWord {
  const turn: Turn = placed.turn === 0 ? 90 : 270;
  return { ...placed, turn, word: { ...placed.word, box: fromTurned(placed.word.box, { turn: 90, degrees: 0, width, height }) } };
}

const isTall = ({ width, height }: Rectangle): boolean => height > TALL_SHAPE * width;
const lengthOf = (lines: readonly Rectangle[]): number => lines.reduce((sum, { width, height }) => sum + Math.max(width, height), 0);

function unsureShareOf(lines: readonly SeenLine[]): number {
  const unsure = lines.filter((line) => certaintyOf(wordsOf([line])) < CERTAIN);
  return lengthOf(unsure.map(({ rectangle }) => rectangle)) / lengthOf(lines.map(({ rectangle }) => rectangle));
}

/** The orientation of the lines, and the first of them read. */
async function turnOf(
  picture: Pixels,
  lying: (turn: 0 | 180) => Rectangle[],
  ppocr: PpOcr,
): Promise<{ turn: 0 | 180; sample: SeenLine[] }> {
  const read = async (turn: 0 | 180, from: number, to: number) => ppocr.read(picture, lying(turn).slice(from, to), "english");
  const samples: Record<0 | 180, SeenLine[]> = { 0: [], 180: [] };
  for (const many of SAMPLE_LINES)
    for (const turn of [0, 180] as const) {
      samples[turn] = [...samples[turn], ...(await read(turn, samples[turn].length, many))];
      const isClear = certaintyOf(wordsOf(samples[turn])) >= UPRIGHT_MIN && strengthOf(samples[turn]) >= strengthOf(samples[0]);
      if (isClear) return { turn, sample: samples[turn] };
    }
  const turn = strengthOf(samples[180]) > strengthOf(samples[0]) ? 180 : 0;
  return { turn, sample: samples[turn] };
}

function strengthOf(lines: readonly SeenLine[]): number {
  const words = wordsOf(lines);
  return certaintyOf(words) ** 2 * lettersOf(words);
}

/** Lines are slightly slanted on most pictures: takes the median slant, weighted by length. */
function placed(lines: readonly SeenLine[], turn: 0 | 180): PlacedWord[] {
  const slope = slopeOf(lines, turn);
  return wordsOf(lines).map(({ text, box, certainty, run }) => {
    const word = { text, box, certainty, source: "ocr" as const, fontSize: Math.round(box.bottom - box.top), bold: false };
    return { word, turn, run, ...(slope === 0 ? {} : { slope }) };
  });
}

function slopeOf(lines: readonly SeenLine[], turn: 0 | 180): number {
  const wide = lines.map(({ rectangle }) => rectangle).filter(({ width, height }) => width > 4 * height);
  const half = wide.reduce((sum, { width }) => sum + width, 0) / 2;
  let sum = 0;
  for (const { angle, width } of wide.toSorted((a, b) => a.angle - b.angle)) {
    sum += width;
    if (sum >= half) return Math.tan(angle - (turn * Math.PI) / 180);
  }
  return 0;
}
