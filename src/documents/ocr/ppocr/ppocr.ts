/** PP-OCR: finds the lines of a picture and reads each. Much more certain than Tesseract on photographs and scans in Latin letters. */
import type { OcrWord } from "#documents/ocr/ocr-engine.ts";
import type { Pixels } from "#documents/ocr/picture.ts";
import { blankColumns, cutLine, newRoom } from "./cut-line.ts";
import { type Letter, lettersOf } from "./decode.ts";
import { findLines } from "./find-lines.ts";
import { mayHaveMarks } from "./ink-above.ts";
import { type LineScores, type OcrModels, openOcrModels } from "./models.ts";
import { withOwnMarks } from "./own-marks.ts";
import { boxOfPart, type Rectangle } from "./rectangle.ts";
import { spacedWords } from "./spaces.ts";
import type { Alphabet } from "./weights/weights.ts";

/** The raw reading of a line. `blank`: its columns without ink; 48 columns are as wide as the line is high. */
type Seen = { rectangle: Rectangle; reading: LineScores; blank: readonly boolean[] };
/** A word of a line; the line is its run. */
export type LineWord = Omit<OcrWord, "run">;
/** `words`: left to right; empty when the line is not text. */
export type SeenLine = Seen & {
  words: readonly LineWord[];
  /** Whether letters that were read without diacritics may have some. */
  mayBeMarked: boolean;
};
export type PpOcr = {
  /** Rectangles of the lines. */
  find(picture: Pixels): Promise<Rectangle[]>;
  /** Lines in the order given. */
  read(picture: Pixels, lines: readonly Rectangle[], alphabet: Alphabet): Promise<SeenLine[]>;
  /** Frees memory for another engine: a child has memory for one at a time. */
  rest(): Promise<void>;
};

/** The detector's rectangles extend beyond the letters by about this share of their height, above and below. */
const STAND_OFF = 0.1;
/** Mean certainty below which letters are specks and drawings. */
const CERTAIN_MIN = 0.5;

export function openPpOcr(models: OcrModels = openOcrModels()): PpOcr {
  const room = newRoom();
  return {
    find: (picture) => findLines(picture, models),
    rest: () => models.close(),
    async read(picture, lines, alphabet) {
      const seen: SeenLine[] = [];
      for (const rectangle of lines) {
        const cut = cutLine(picture, rectangle, room);
        const line = { rectangle, blank: blankColumns(cut), reading: await models.read(cut, alphabet) };
        const mayBeMarked = alphabet === "english" && mayHaveMarks(cut, line.reading);
        seen.push({ ...line, words: wordsIn(null, line), mayBeMarked });
      }
      return seen;
    },
  };
}

/** Letters with diacritics of a language, and those that it does not have. */
export type Marks = { own: ReadonlySet<string>; foreign: RegExp };

/** The words of a line, spelled with the letters of its language; `marks` is null when that is not known. */
export function wordsIn(marks: Marks | null, { rectangle, reading, blank }: Seen): LineWord[] {
  const { letters: read, pairs } = lettersOf(reading, marks?.foreign ?? null);
  const letters = withOwnMarks(read, reading, marks?.own ?? null);
  if (letters.length === 0 || meanOf(letters) < CERTAIN_MIN) return [];
  const inner = { ...rectangle, height: rectangle.height * (1 - 2 * STAND_OFF) };
  return spacedWords(letters, pairs, { blank, steps: reading.steps }).map((word) => {
    const [from, to] = extentOf(word, letters, reading.steps);
    return { text: word.map(({ text }) => text).join(""), box: boxOfPart(inner, from, to), certainty: meanOf(word) };
  });
}

const meanOf = (letters: readonly Letter[]): number => letters.reduce((sum, { certainty }) => sum + certainty, 0) / letters.length;

/** Extent of a word in shares of its line: half a letter around the middles of its first and its last. */
function extentOf(word: readonly Letter[], letters: readonly Letter[], steps: number): [from: number, to: number] {
  const [first, last] = [middleOf(word[0]), middleOf(word.at(-1))];
  const half = (pitchOf(word) ?? pitchOf(letters) ?? steps / 2) / 2;
  return [Math.max(0, first - half) / steps, Math.min(steps, last + half) / steps];
}

const middleOf = (letter: Letter | undefined): number => ((letter?.from ?? 0) + (letter?.to ?? 0) + 1) / 2;
const pitchOf = (letters: readonly Letter[]): number | null =>
  letters.length > 1 ? (middleOf(letters.at(-1)) - middleOf(letters[0])) / (letters.length - 1) : null;
