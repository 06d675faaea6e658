/** Reads the lines of a page with the alphabet they need: each with the plain one, or with that of all diacritics, hardly any with both. */
import { markedLanguageOf, pageLanguageOf } from "./choose-language.ts";
import { MARKS } from "./languages.ts";
import { searchMarks } from "./mark-search.ts";
import type { OcrWord } from "./ocr-engine.ts";
import type { Pixels } from "./picture.ts";
import { mayHoldMoney } from "./ppocr/left-out.ts";
import { type Marks, type PpOcr, type SeenLine, wordsIn } from "./ppocr/ppocr.ts";
import type { Rectangle } from "./ppocr/rectangle.ts";
import { mayHoldStroke, withStrokes } from "./ppocr/strokes.ts";
import { certaintyOf } from "./word-measures.ts";

/** Letters with diacritics. */
const MARKED = /[\u00aa\u00ba\u00bf\u00a1\u00c0-\u024f]/u;
/** The language is looked for each time so many lines more were read. */
const LINES_AT_ONCE = 4;
/** A line of figures and signs that was read with this certainty is not read again for its letters. */
const CERTAIN = 0.9;

export const wordsOf = (lines: readonly SeenLine[]): OcrWord[] =>
  lines.flatMap(({ words }, run) => words.map((word) => ({ ...word, run })));

/** `language`: the one with diacritics that the lines are in. */
type ReadLines = { lines: SeenLine[]; language: string | null };

/** `lines`: the longest first; `sample`: the first of them, read with the plain alphabet. */
export async function readLines(
  picture: Pixels,
  lines: readonly Rectangle[],
  sample: readonly SeenLine[],
  ppocr: PpOcr,
): Promise<ReadLines> {
  const search = searchMarks(picture, ppocr);
  let plain = [...sample];
  let isMarked = await search.foundIn(sample);
  while (!isMarked && pageLanguageOf(wordsOf(plain)) === null && plain.length < lines.length) {
    const part = await ppocr.read(picture, lines.slice(plain.length, plain.length + LINES_AT_ONCE), "english");
    plain = [...plain, ...part];
    isMarked = await search.foundIn(part);
  }
  if (!isMarked && pageLanguageOf(wordsOf(plain)) === null) return { lines: await withMoney(picture, plain, ppocr), language: null };
  const rest = lines.filter((_, i) => !isPlain(plain[i]));
  const again = (await ppocr.read(picture, rest, "latin")).values();
  const latin = lines.flatMap((_, i) => {
    const line = isPlain(plain[i]) ? plain[i] : again.next().value;
    return line === undefined ? [] : [line];
  });
  const language = pageLanguageOf(wordsOf(latin)) ?? markedLanguageOf(wordsOf(latin));
  const marks = MARKS_BY_LANGUAGE.get(language ?? "") ?? null;
  const spelled = marks === null ? latin : latin.map((line) => ({ ...line, words: wordsIn(marks, line) }));
  return { lines: await withPlainStrokes(picture, spelled, plain, ppocr), language };
}

/** Whether a line needs no reading with diacritics. */
const isPlain = (line: SeenLine | undefined): boolean => isOfFigures(line) || isMachineReadable(line);

const isOfFigures = (line: SeenLine | undefined): boolean =>
  line !== undefined &&
  line.words.length > 0 &&
  line.words.every(({ text }) => !/\p{L}/u.test(text)) &&
  certaintyOf(wordsOf([line])) >= CERTAIN &&
  !mayHoldMoney(line);

/** The machine-readable zone of an identity paper (ICAO Doc 9303) has plain letters only, and its fillers are rare in other lines. */
const isMachineReadable = (line: SeenLine | undefined): boolean => line?.words.some(({ text }) => text.includes("<<")) ?? false;

/** Reads again the lines where the plain alphabet may have lost a £ or €. */
async function withMoney(picture: Pixels, lines: readonly SeenLine[], ppocr: PpOcr): Promise<SeenLine[]> {
  const better = await readAgain(picture, lines.filter(mayHoldMoney), "latin", ppocr);
  const holdsMoney = ({ words }: SeenLine) => words.some(({ text }) => /[£€]/.test(text));
  return lines.map((line) => {
    const other = better.get(line);
    return other && holdsMoney(other) ? other : line;
  });
}

/** Lines with what may be strokes as the plain alphabet has them. */
async function withPlainStrokes(picture: Pixels, lines: readonly SeenLine[], plain: readonly SeenLine[], ppocr: PpOcr) {
  const known = new Map(plain.map((line) => [line.rectangle, line]));
  const unknown = lines.filter((line) => mayHoldStroke(line) && !known.has(line.rectangle));
  const again = await readAgain(picture, unknown, "english", ppocr);
  return lines.map((line) => {
    const other = mayHoldStroke(line) ? (known.get(line.rectangle) ?? again.get(line)) : undefined;
    return other === undefined ? line : withStrokes(line, other);
  });
}

async function readAgain(picture: Pixels, lines: readonly SeenLine[], alphabet: "english" | "latin", ppocr: PpOcr) {
  const read = await ppocr.read(
    picture,
    lines.map(({ rectangle }) => rectangle),
    alphabet,
  );
  return new Map(lines.map((line, i) => [line, read[i]] as const));
}

/** Letters with diacritics that each language has, and those of the others: the alphabet with all of them reads an ä as an á. */
const MARKS_BY_LANGUAGE: ReadonlyMap<string, Marks> = new Map(
  Object.entries(MARKS).flatMap(([language, marks = ""]) => {
    const own = marks + marks.toUpperCase();
    return [[language, { own: new Set(own), foreign: new RegExp(`^(?![${own}])${MARKED.source}$`, "u") }] as const];
  }),
);
