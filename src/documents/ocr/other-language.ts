/** Finds out whether a picture is in another language or script than it was read with, and reads it again in that. */
import sharp from "sharp";
import type { Box } from "#documents/document.ts";
import { isDoubtful, isInThisScript, isSurer, latinLanguageOf, scriptsOf, speaksFor, type Trial, withKept } from "./choose-language.ts";
import { SCRIPTS } from "./languages.ts";
import type { OcrEngine, OcrWord, Picture } from "./ocr-engine.ts";
import { worstBand } from "./worst-band.ts";

/**
 * Null when the first reading stands. Well-read pages are tried in another language only when their words are of one, and then
 * cost one more reading; badly read ones cost a band of the page in each script, and one more reading when a script is found.
 */
export async function inOtherLanguage(picture: Picture, first: readonly OcrWord[], engine: OcrEngine): Promise<OcrWord[] | null> {
  const open = engine.inLanguages?.bind(engine);
  if (open === undefined) return null;
  const isBad = isDoubtful(first);
  const languages = isBad ? scriptsOf(await trialsOf(await worstPart(picture, first), open)) : latinLanguageOf(first);
  for (const language of languages) {
    const words = await open([language, "eng"]).recognise(picture);
    if (isBad && isInThisScript(words, first)) return withKept(words, first);
    if (!isBad && isSurer(words, first)) return words;
  }
  return null;
}

async function trialsOf(part: Picture, open: (languages: readonly string[]) => OcrEngine): Promise<Trial[]> {
  const trials: Trial[] = [];
  for (const { language } of SCRIPTS) {
    const trial = { language, words: await open([language]).recognise(part) };
    trials.push(trial);
    if (speaksFor(trial)) break;
  }
  return trials;
}

async function worstPart(picture: Picture, first: readonly OcrWord[]): Promise<Picture> {
  const { data, info } = await sharp(picture.png).toColourspace("b-w").raw().toBuffer({ resolveWithObject: true });
  return cropped(picture, worstBand(first, { data, width: info.width, height: info.height }));
}

async function cropped(picture: Picture, { left, top, right, bottom }: Box): Promise<Picture> {
  const { data, info } = await sharp(picture.png)
    .extract({ left, top, width: right - left, height: bottom - top })
    .toColourspace("b-w")
    .withMetadata({ density: 150 })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
}
