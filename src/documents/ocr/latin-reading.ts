/** Reads a picture in Latin letters with PP-OCR: orientation of its lines, their alphabet, and the words with boxes. */
import sharp from "sharp";
import type { PlacedWord, Turn } from "#documents/layout/placed-word.ts";
import { pageLanguageOf } from "./choose-language.ts";
import { MARKS } from "./languages.ts";
import type { OcrWord } from "./ocr-engine.ts";
import type { Pixels } from "./picture.ts";
import { mayHoldMoney } from "./ppocr/left-out.ts";
import type { Alphabet } from "./ppocr/models.ts";
import { type PpOcr, type SeenLine, wordsWithout } from "./ppocr/ppocr.ts";
import { type Rectangle, turnedBy } from "./ppocr/rectangle.ts";
import { fromTurned } from "./turned-box.ts";
import { certaintyOf, lettersOf } from "./word-measures.ts";

/** Lines that are read first, the longest, to find the orientation and the alphabet of all. */
const SAMPLE_LINES = 8;
/**
 * How many of these are also read with diacritics: each costs as much as any other line, and languages with diacritics have some in every
 * other line.
 */
const MARKED_LINES = 4;
/** A sample with more certainty than this was read in the right orientation. */
const UPRIGHT_MIN = 0.9;
/** Lines in another alphabet are read with less certainty than this. */
const CERTAIN = 0.8;
/** A line whose height exceeds its width this many times runs up or down the page. */
const TALL_SHAPE = 1.5;
/** Letters with diacritics in a sample from which on the page is read with them: the plain alphabet has none. */
const MARKED_MIN = 2;
const MARKED = /[\u00aa\u00ba\u00bf\u00a1\u00c0-\u024f]/gu;

export type LatinReading = {
  words: PlacedWord[];
  /** Certainty of the reading, 0..1: the mean over letters. */
  certainty: number;
  /** Share of the writing, by the length of its lines, that was read badly or not at all. */
  unsure: number;
  /** Whether the page has letters with diacritics, or is in a language that has them. */
  isMarked: boolean;
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
  const lines = lying(turn);
  const { seen, alphabet } = await readAll(picture, lines, sample, ppocr);
  const language = pageLanguageOf(wordsOf(seen));
  const foreign = language === null ? null : foreignTo(language);
  const isPlain = alphabet === "english";
  const whole = !isPlain ? seen : language === null ? await withMoney(picture, seen, ppocr) : await ppocr.read(picture, lines, "latin");
  const final = foreign === null ? whole : whole.map((line) => ({ ...line, words: wordsWithout(foreign, line) }));
  const hasForeignLetters = language !== null && !(language in MARKS);
  const isMarked = language !== null || alphabet === "latin";
  return {
    words: placed(final, turn),
    certainty: certaintyOf(wordsOf(final)),
    unsure: unsureShareOf(final),
    isMarked,
    hasForeignLetters,
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
const wordsOf = (lines: readonly SeenLine[]): OcrWord[] => lines.flatMap(({ words }, run) => words.map((word) => ({ ...word, run })));

/** The orientation of the lines, and the first of them read. */
async function turnOf(
  picture: Pixels,
  lying: (turn: 0 | 180) => Rectangle[],
  ppocr: PpOcr,
): Promise<{ turn: 0 | 180; sample: SeenLine[] }> {
  const read = async (turn: 0 | 180) => ({ turn, sample: await ppocr.read(picture, lying(turn).slice(0, SAMPLE_LINES), "english") });
  const first = await read(0);
  if (certaintyOf(wordsOf(first.sample)) >= UPRIGHT_MIN) return first;
  const second = await read(180);
  return strengthOf(second.sample) > strengthOf(first.sample) ? second : first;
}

function strengthOf(lines: readonly SeenLine[]): number {
  const words = wordsOf(lines);
  return certaintyOf(words) ** 2 * lettersOf(words);
}

/** All lines read with the alphabet that the sample turns out to need. */
async function readAll(picture: Pixels, lines: readonly Rectangle[], sample: SeenLine[], ppocr: PpOcr) {
  const marked = await ppocr.read(picture, lines.slice(0, MARKED_LINES), "latin");
  const text = wordsOf(marked)
    .map((word) => word.text)
    .join(" ");
  const alphabet: Alphabet = (text.match(MARKED)?.length ?? 0) >= MARKED_MIN ? "latin" : "english";
  const known = alphabet === "latin" ? marked : sample;
  return { alphabet, seen: [...known, ...(await ppocr.read(picture, lines.slice(known.length), alphabet))] };
}

/** Reads again the lines where the plain alphabet may have lost a £ or €. */
async function withMoney(picture: Pixels, lines: readonly SeenLine[], ppocr: PpOcr): Promise<SeenLine[]> {
  const doubtful = lines.filter(mayHoldMoney);
  const again = await ppocr.read(
    picture,
    doubtful.map(({ rectangle }) => rectangle),
    "latin",
  );
  const better = new Map(doubtful.map((line, i) => [line, again[i]] as const));
  const holdsMoney = ({ words }: SeenLine) => words.some(({ text }) => /[£€]/.test(text));
  return lines.map((line) => {
    const other = better.get(line);
    return other && holdsMoney(other) ? other : line;
  });
}

/** Letters with diacritics that a language does not have: the alphabet with all of them reads an ä as an á. */
function foreignTo(language: string): RegExp | null {
  const marks = MARKS[language];
  return marks === undefined ? null : new RegExp(`^(?![${marks}${marks.toUpperCase()}])${MARKED.source}$`, "u");
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
