/** Reads a picture in Latin letters with PP-OCR: how its lines lie, which letters they are in, and the words at their places. */
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

/** Lines that are read first, the longest, to find out how all of them lie and which letters they are in. */
const SAMPLE_LINES = 8;
/** Of these so many are read with marks as well: each costs as much as any other line, and languages with marks have some in every other. */
const MARKED_LINES = 4;
/** A sample surer than this lies as it was read. */
const UPRIGHT_MIN = 0.9;
/** Lines in other letters are read less surely than this. */
const CERTAIN = 0.8;
/** A line this much higher than wide runs up or down the page. */
const TALL_SHAPE = 1.5;
/** Letters with marks in a sample from which on a page is read with them: the reader of plain letters does not know any. */
const MARKED_MIN = 2;
const MARKED = /[\u00aa\u00ba\u00bf\u00a1\u00c0-\u024f]/gu;

export type LatinReading = {
  words: PlacedWord[];
  /** How well it was read, 0..1: the mean over letters. */
  certainty: number;
  /** Share of the writing, by the length of its lines, that was read badly or not at all. */
  unsure: number;
  /** Letters with marks are on the page, or it is in a language that has them. */
  isMarked: boolean;
  /** The page seems to be in a language with letters that PP-OCR does not know. */
  hasForeignLetters: boolean;
};

/** Null when there is nothing that looks like a line. */
export async function readLatin(picture: Pixels, ppocr: PpOcr): Promise<LatinReading | null> {
  const found = await ppocr.find(picture);
  if (found.length === 0) return null;
  if (lengthOf(found.filter(isTall)) <= lengthOf(found) / 2) return readLying(picture, found, ppocr);
  // The finder and its bands are made for lines that run across.
  const upright = await turnedBack(picture);
  const reading = await readLying(upright, await ppocr.find(upright), ppocr);
  return reading && { ...reading, words: reading.words.map((placed) => turnedForth(placed, picture)) };
}

/** Of a picture whose lines run across, upright or upside down. */
async function readLying(picture: Pixels, found: readonly Rectangle[], ppocr: PpOcr): Promise<LatinReading | null> {
  if (found.length === 0) return null;
  // The longest first: the sample is the beginning.
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

/** How the lines lie, and the first of them read. */
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

/** All lines in the letters that the sample turns out to have. */
async function readAll(picture: Pixels, lines: readonly Rectangle[], sample: SeenLine[], ppocr: PpOcr) {
  const marked = await ppocr.read(picture, lines.slice(0, MARKED_LINES), "latin");
  const text = wordsOf(marked)
    .map((word) => word.text)
    .join(" ");
  const alphabet: Alphabet = (text.match(MARKED)?.length ?? 0) >= MARKED_MIN ? "latin" : "english";
  const known = alphabet === "latin" ? marked : sample;
  return { alphabet, seen: [...known, ...(await ppocr.read(picture, lines.slice(known.length), alphabet))] };
}

/** Lines that the reader of plain letters may have read without their £ or €, read again. */
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

/** Letters with marks that a language does not have: a reader of all of them takes an ä for an á. */
function foreignTo(language: string): RegExp | null {
  const marks = MARKS[language];
  return marks === undefined ? null : new RegExp(`^(?![${marks}${marks.toUpperCase()}])${MARKED.source}$`, "u");
}

/** Lines lie a little askew on most pictures: how much in the middle, by their length. */
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
