/** Prepares a picture for Tesseract, finds its orientation, and maps the words back to the original picture. */
import sharp from "sharp";
import { withEvenGround } from "#documents/image/even-ground.ts";
import { type Grey, slantOf } from "#documents/image/slant.ts";
import type { PlacedWord, Turn } from "#documents/layout/placed-word.ts";
import { markedFirstOf } from "./choose-language.ts";
import { largeTypeAgain } from "./large-type.ts";
import type { OcrEngine, OcrWord, Recognised } from "./ocr-engine.ts";
import { inOtherLanguage } from "./other-language.ts";
import { type OpenPicture, type Picture, pictureOf } from "./picture.ts";
import { secondLook } from "./second-look.ts";
import { fromTurned, type Mapping, scaledBox } from "./turned-box.ts";
import { withUmlauts } from "./umlauts.ts";
import { withUnread } from "./unread.ts";

/** The short side a picture is enlarged to, at most threefold: measured on receipts, more only costs time. */
const NARROW_SIDE_MIN_PX = 1000;
const ENLARGE_MAX = 3;
/** Pixels handed to the engine at most: bounds the time of one page. */
const OCR_PIXELS_MAX = 6_000_000;
/** Width of the thumbnail from which orientation and slant are measured, in pixels. */
const SLANT_WIDTH_PX = 700;
/** Mean certainty, over at least so many letters, from which on an orientation is accepted. */
const CERTAIN_MIN = 0.7;
const LETTERS_MIN = 12;
/** Another orientation must be better by this factor to be taken. */
const BETTER_BY = 1.3;

/** `pixels` is a pipeline of a picture of `width` x `height`; boxes come back in its pixels. */
export async function readWithTesseract(picture: OpenPicture, engine: OcrEngine): Promise<Recognised> {
  const scale = scaleFor(picture.width, picture.height);
  const width = Math.max(1, Math.round(picture.width * scale));
  const { data, info } = await picture
    .pixels()
    .greyscale()
    .resize({ width, kernel: "lanczos3" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const grey = withEvenGround({ data, width: info.width, height: info.height });
  const slant = slantOf(await shrunk(grey));
  // The original orientation first, whatever the profiles say: they sometimes take large type for columns.
  const turns: Turn[] = slant.sideways ? [0, 90, 270, 180] : [0, 180, 90, 270];
  // Other languages are tried once, in the orientation that seems likely, or in the one found.
  const likely = slant.sideways ? 90 : 0;
  let best: { words: OcrWord[]; reader: OcrEngine; upright: Picture; mapping: Mapping; score: Score } | null = null;
  for (const turn of turns) {
    const mapping = { turn, degrees: turn === 0 || turn === 180 ? slant.degrees : 0, width: grey.width, height: grey.height };
    const upright = await turned(grey, mapping);
    const first = await engine.recognise(upright);
    const other = turn === likely ? await inOtherLanguage(upright, first, engine) : null;
    const { words, reader } = other ?? { words: first, reader: engine };
    const score = scoreOf(words);
    if (!best || score.sum > best.score.sum * BETTER_BY) best = { words, reader, upright, mapping, score };
    if (best.score.trusted || (score.letters === 0 && best.score.letters === 0 && turn === 180)) break;
  }
  if (!best) return { words: [], quality: 1 };
  const other = best.score.trusted && best.mapping.turn !== likely ? await inOtherLanguage(best.upright, best.words, engine) : null;
  if (other) best = { ...best, ...other, score: scoreOf(other.words) };
  const whole = best.score.trusted ? await withUnread(best.words, best.upright, best.reader, engine) : best.words;
  const addressed = await secondLook(whole, best.upright, engine);
  const reader = best.reader === engine ? readerOf(addressed, engine) : best.reader;
  const large = reader === null ? addressed : await largeTypeAgain(addressed, best.upright, reader);
  const words = withUmlauts(large);
  return { words: placed(words, best.mapping, picture.width / grey.width), quality: best.score.mean };
}

/** The engine for large type of a page in German or French; null for pages that are read well enough. */
function readerOf(words: readonly OcrWord[], engine: OcrEngine): OcrEngine | null {
  const [language] = markedFirstOf(words);
  return language === undefined ? null : (engine.inLanguages?.([language, "eng"]) ?? null);
}

function scaleFor(width: number, height: number): number {
  const enlarged = Math.min(ENLARGE_MAX, Math.max(1, NARROW_SIDE_MIN_PX / Math.min(width, height)));
  return Math.min(enlarged, Math.sqrt(OCR_PIXELS_MAX / (width * height)));
}

async function shrunk(grey: Grey): Promise<Grey> {
  const raw = { width: grey.width, height: grey.height, channels: 1 as const };
  const width = Math.min(SLANT_WIDTH_PX, grey.width);
  const small = await sharp(grey.data, { raw }).resize({ width }).toColourspace("b-w").raw().toBuffer({ resolveWithObject: true });
  return { data: small.data, width: small.info.width, height: small.info.height };
}

/** The picture turned upright, as the engine takes it. */
async function turned(grey: Grey, mapping: Mapping): Promise<Picture> {
  const raw = { width: grey.width, height: grey.height, channels: 1 as const };
  let pipeline = sharp(grey.data, { raw });
  const angle = (360 - mapping.turn - mapping.degrees + 360) % 360;
  if (angle !== 0) pipeline = pipeline.rotate(angle, { background: "#ffffff" });
  return pictureOf(pipeline);
}

type Score = { letters: number; mean: number; sum: number; trusted: boolean };

/**
 * Only words of two or more letters and digits count, as noise is read as single signs; and only horizontal ones, as Tesseract also reads
 * some text that runs up the page.
 */
function scoreOf(words: readonly OcrWord[]): Score {
  let letters = 0;
  let sum = 0;
  for (const { text, box, certainty } of words) {
    const count = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    if (count < 2 || (count > 2 && box.bottom - box.top > box.right - box.left)) continue;
    letters += count;
    sum += count * certainty ** 2;
  }
  const mean = letters > 0 ? Math.sqrt(sum / letters) : 0;
  return { letters, mean, sum, trusted: mean >= CERTAIN_MIN && letters >= LETTERS_MIN };
}

function placed(words: readonly OcrWord[], mapping: Mapping, scale: number): PlacedWord[] {
  return words.map(({ text, box: seen, certainty, run }) => {
    const box = scaledBox(fromTurned(seen, mapping), scale);
    const fontSize = Math.round((seen.bottom - seen.top) * scale * 10) / 10;
    const slope = mapping.degrees === 0 ? {} : { slope: Math.tan((mapping.degrees * Math.PI) / 180) };
    return { word: { text, box, certainty, source: "ocr" as const, fontSize, bold: false }, turn: mapping.turn, run, ...slope };
  });
}
