/** Finds out whether a picture is in another language or script than the one it was read with, and reads it again in that one. */
import sharp from "sharp";
import type { Box } from "#documents/document.ts";
import {
  isDoubtful,
  isInThisScript,
  isSurer,
  latinLanguageOf,
  sawLittle,
  scriptsOf,
  speaksFor,
  type Trial,
  withKept,
} from "./choose-language.ts";
import { LARGER, SCRIPTS } from "./languages.ts";
import type { OcrEngine, OcrWord } from "./ocr-engine.ts";
import { type Picture, pictureOf, pixelsOf } from "./picture.ts";
import { worstBand } from "./worst-band.ts";

/** How many times as high the second band is. */
const HIGHER = 3;

/**
 * Null when the first reading is kept. Well-read pages are tried in another language only when their words belong to one, which costs one
 * more reading; badly read pages cost a band of the page in each script, and one more reading when a script is found.
 */
export async function inOtherLanguage(
  picture: Picture,
  first: readonly OcrWord[],
  engine: OcrEngine,
): Promise<{ words: OcrWord[]; reader: OcrEngine } | null> {
  const open = engine.inLanguages?.bind(engine);
  if (open === undefined) return null;
  const isBad = isDoubtful(first);
  const languages = isBad ? await scriptsIn(picture, first, open) : latinLanguageOf(first);
  for (const language of languages) {
    const reader = open([LARGER[language] ?? language, "eng"]);
    const words = await reader.recognise(picture);
    if (isBad ? isInThisScript(words, first, language) : isSurer(words, first)) return { words: withKept(words, first), reader };
  }
  return null;
}

type Open = (languages: readonly string[]) => OcrEngine;

/** Scripts that may be right, judged by their reading of the part that was read worst, the most likely first. */
async function scriptsIn(picture: Picture, first: readonly OcrWord[], open: Open): Promise<string[]> {
  const pixels = await pixelsOf(picture);
  const trials = await trialsOf(await cropped(picture, worstBand(first, pixels)), open);
  if (!sawLittle(trials)) return scriptsOf(trials);
  return scriptsOf(await trialsOf(await cropped(picture, worstBand(first, pixels, HIGHER)), open));
}

async function trialsOf(part: Picture, open: Open): Promise<Trial[]> {
  const trials: Trial[] = [];
  for (const { language } of SCRIPTS) {
    const trial = { language, words: await open([language]).recognise(part) };
    trials.push(trial);
    if (speaksFor(trial)) break;
  }
  return trials;
}

const cropped = (picture: Picture, { left, top, right, bottom }: Box): Promise<Picture> =>
  pictureOf(sharp(picture.png).extract({ left, top, width: right - left, height: bottom - top }));
