/** Reads a page by OCR whose text layer does not say what the page shows: letters of a wrong table, or an old OCR's mistakes. */
import type { HiddenText } from "#documents/document.ts";
import type { PlacedWord } from "#documents/layout/placed-word.ts";
import type { Engines } from "#documents/ocr/recognise.ts";
import { lettersOf } from "#documents/ocr/word-measures.ts";
import { ocrPage } from "#documents/pdf/ocr-page.ts";
import type { ParsedPage } from "#documents/pdf/parser.ts";
import { isMostlyIn } from "#documents/pdf/unread/boxes.ts";
import { sampledLikeness } from "./sampled-lines.ts";
import { isUnlikeLanguage } from "./unlike-language.ts";

/** Median likeness of the sampled lines below which the layer is wrong: letters shifted by a table agree in 10 %. */
const WRONG_TABLE_BELOW = 0.5;
/** The same for the OCR layer of a scan and for fonts that lose some letters: good layers agree in 95 % and more. */
const FAULTY_BELOW = 0.85;
/** The layers of a file are one program's: after so many scans whose layer agrees well, those of further pages are trusted. */
const AGREEING_SCANS = 2;
const AGREES_FROM = 0.95;
/** Share of sound characters below which letters may be lost; the signs of lists alone are fewer than the rest. */
const SOUND_MIN = 0.95;
/** OCR of the page is taken from this quality on. */
const QUALITY_MIN = 0.8;
/** And with this share of the layer's letters. */
const LETTERS_SHARE_MIN = 0.5;

type Context = {
  pdf: Buffer;
  password: string | null;
  engines: Engines;
  mayOcr: () => boolean;
  /** Counts the scans of the file whose OCR layer agreed with their picture. */
  agreeing: { scans: number };
};
/** `soundness`: share of characters that do not come from a broken font. */
type Layer = { words: readonly PlacedWord[]; hidden: readonly HiddenText[]; isScan: boolean; soundness: number };
/** `words` null: the layer is wrong, and OCR reads too little instead. */
export type ReadAgain = { words: PlacedWord[] | null; quality: number; picture: Buffer };

/** Null when the layer is right as far as seen; most pages are not even drawn for that. */
export async function readAgain(
  parsed: ParsedPage,
  { words, hidden, isScan, soundness }: Layer,
  context: Context,
): Promise<ReadAgain | null> {
  const isFaulty = (isScan && context.agreeing.scans < AGREEING_SCANS) || soundness < SOUND_MIN;
  const isDoubtful = isFaulty || isUnlikeLanguage(parsed.textItems.map(({ text }) => text));
  if (!isDoubtful || !context.mayOcr()) return null;
  const { lines, likeness } = await sampledLikeness(parsed, words, context);
  if (isScan && likeness !== null && likeness >= AGREES_FROM) context.agreeing.scans += 1;
  // Letters of another script, which a wrong table makes Latin, are read without certainty.
  const isWrong = likeness === null ? lines > 0 && !isFaulty : likeness < (isFaulty ? FAULTY_BELOW : WRONG_TABLE_BELOW);
  if (!isWrong) return null;
  const read = await ocrPage(parsed, context);
  const seen = read.words.filter(({ word }) => !hidden.some(({ box }) => isMostlyIn(word.box, box)));
  const isGood = read.quality >= QUALITY_MIN && lettersIn(seen) >= LETTERS_SHARE_MIN * lettersIn(words);
  return { words: isGood ? seen : null, quality: read.quality, picture: read.picture };
}

const lettersIn = (words: readonly PlacedWord[]): number => lettersOf(words.map(({ word }) => word));
