/** One parsed page to a Page: visible words into lines, hidden text apart, OCR when the text layer is unusable. */
import sharp from "sharp";
import type { Page } from "#documents/document.ts";
import { linesOf, mainTurn } from "#documents/layout/lines.ts";
import type { PlacedWord } from "#documents/layout/placed-word.ts";
import type { Engines } from "#documents/ocr/recognise.ts";
import { lettersOf } from "#documents/ocr/word-measures.ts";
import { withLostLetters } from "./doubt/lost-letters.ts";
import { readAgain } from "./doubt/read-again.ts";
import { formFieldsOf } from "./form-fields.ts";
import { confirmed, type HiddenDoubt, needFineDrawing, sortOut } from "./hidden/hidden.ts";
import { hiddenText } from "./hidden/left-out.ts";
import type { LeftOut } from "./hidden/look-again.ts";
import { type InkContext, withInk } from "./ink.ts";
import { linksOf } from "./links.ts";
import { withMarks } from "./marks.ts";
import { ocrPage } from "./ocr-page.ts";
import type { ParsedPage, TextItem } from "./parser.ts";
import { type TextLayer, textLayerOf } from "./quality.ts";
import { drawPage } from "./render.ts";
import { rulingsOf } from "./rulings.ts";
import type { Known } from "./unread/look.ts";
import { wordsOfLooseInk } from "./unread/loose-ink.ts";
import { pdfWordsOf } from "./words.ts";
import { withXfaValues, type XfaData } from "./xfa.ts";

export type PageContext = {
  pdf: Buffer;
  password: string | null;
  /** Null when signatures are not looked for. */
  ink: InkContext | null;
  /** Whether check boxes are looked for. */
  marks: boolean;
  engines: Engines;
  /** The data of an XFA form, read when a page has fields for them. */
  xfa: () => Promise<XfaData>;
  /** Whether the file may have invisible text. */
  invisibleText: boolean;
  leftOut: LeftOut;
  /** Counts the scans of the file whose OCR layer agreed with their picture. */
  agreeing: { scans: number };
  /** False once the document has used up its share of OCR. */
  mayOcr: () => boolean;
};

/** With fewer letters than this, and images or outlines on the page, the text is in those. */
const FEW_LETTERS = 100;
/** With fewer letters than this the page is drawn to see whether it shows more: pictures, or text as outlines. */
const HARDLY_ANY_LETTERS = 20;
/** Share of the page that a picture must cover to be worth OCR beside a little text. */
const LARGE_IMAGE_SHARE = 0.3;
const INK_WIDTH_PX = 400;
/** Share of dark pixels above which a page without text, or with a few words only, shows something else. */
const INK_SHARE_MIN = 0.0002;
const INK_SHARE_OF_FEW_LETTERS = 0.01;
/**
 * Resolution, in dpi, at which a page is drawn to see whether candidates for hidden text are visible; finer when the colour of thin letters
 * decides.
 */
const DOUBT_DPI = { colour: 120, ink: 60 };
/** OCR of at least this quality is preferred to text that is stored in a wrong order. */
const ORDERED_QUALITY_MIN = 0.8;
/** Certainty given to the OCR layer that a scanner's software put under the picture of a page. */
const OCR_LAYER_CERTAINTY = 0.8;

/** Quality of a page whose text layer is wrong and that OCR reads no better. */
const DOUBTED_QUALITY = 0.5;

/** Quality at most of a page with lines whose letters were mixed up: others of its lines may be so too. */
const MENDED_QUALITY = 0.7;

/** A page, and whether it shows anything. Null when it needs OCR and the document has used up its share. */
export async function readPage(parsed: ParsedPage, context: PageContext): Promise<{ page: Page; blank: boolean } | null> {
  const layer = textLayerOf(parsed.textItems);
  const rulings = rulingsOf(parsed);
  const rest = {
    number: parsed.pageNum,
    width: parsed.width,
    height: parsed.height,
    rulings,
    formFields: await withXfaValues(formFieldsOf(parsed), context.xfa),
  };
  const need = await ocrNeed(parsed, layer, context);
  let ordered: PlacedWord[] | null = null;
  if (need === "ocr") {
    if (!context.mayOcr()) return null;
    const { words, quality, picture } = await ocrPage(parsed, context);
    if (layer.garbled || lettersOf(words.map(({ word }) => word)) > layer.letters) {
      const lines = linesOf(words, rulings);
      const page: Page = { ...rest, textSource: "ocr", quality: hundredth(quality), turn: mainTurn(words), lines, hidden: [] };
      return { page: await withMarks(await withInk(page, parsed, context, picture), parsed, context, picture), blank: false };
    }
    if (layer.disordered && quality >= ORDERED_QUALITY_MIN) ordered = words;
  }
  const hidden = await hiddenItems(parsed, context);
  const unseen = [...hidden.map(({ item, reason }) => hiddenText(item, reason)), ...(await context.leftOut(parsed))];
  const scan = parsed.complexity?.fullPageImage === true && layer.letters > 0;
  const native = pdfWordsOf(parsed, new Set<TextItem>(hidden.map((doubt) => doubt.item))).map((placed) =>
    scan ? lessCertain(placed) : placed,
  );
  const known = layer.disordered && ordered ? inOrder(native, ordered, layer.disordered) : native;
  const stored = layer.soundness * (scan ? OCR_LAYER_CERTAINTY : 1);
  const more: Reading =
    need === "none"
      ? await compared(parsed, { ...rest, words: known, hidden: unseen, isScan: scan, soundness: layer.soundness, stored }, context)
      : { words: known, textSource: ordered ? "mixed" : "native", quality: stored };
  const links = linksOf(parsed, more.words);
  const page: Page = {
    ...rest,
    textSource: scan && more.textSource === "native" ? "mixed" : more.textSource,
    quality: hundredth(more.quality),
    turn: mainTurn(more.words),
    lines: linesOf(more.words, rulings),
    hidden: unseen,
    ...(links.length > 0 ? { links } : {}),
  };
  return {
    page: await withMarks(await withInk(page, parsed, context, more.picture), parsed, context, more.picture),
    blank: need === "blank" && hidden.length === 0 && rest.formFields.length === 0,
  };
}

/** `quality`: of the whole page; `picture`: a PNG of the page if it was read whole. */
type Reading = { words: readonly PlacedWord[]; textSource: Page["textSource"]; quality: number; picture?: Buffer };

/**
 * The words of a text layer (of quality `stored`), compared with what the page shows where there is reason to: read again, mended, or with
 * more words.
 */
async function compared(
  parsed: ParsedPage,
  known: Known & { isScan: boolean; soundness: number; stored: number },
  context: PageContext,
): Promise<Reading> {
  const { stored } = known;
  const again = await readAgain(parsed, known, context);
  if (again?.words) return { words: again.words, textSource: "ocr", quality: again.quality, picture: again.picture };
  if (again) return { words: known.words, textSource: "mixed", quality: DOUBTED_QUALITY };
  const mended = await withLostLetters(parsed, known, context);
  const words = mended ?? known.words;
  const quality = mended ? Math.min(stored, MENDED_QUALITY) : stored;
  const loose = await wordsOfLooseInk(parsed, { ...known, words }, context);
  return { words: [...words, ...loose], textSource: mended || loose.length > 0 ? "mixed" : "native", quality };
}

/** Whether the text must be read by OCR. */
async function ocrNeed(parsed: ParsedPage, layer: TextLayer, { pdf, password }: PageContext): Promise<"ocr" | "none" | "blank"> {
  if (layer.garbled || layer.disordered) return "ocr";
  if (layer.letters >= FEW_LETTERS) return "none";
  if (layer.letters >= HARDLY_ANY_LETTERS) {
    const { fullPageImage = false, largestImageCoverage = 0 } = parsed.complexity ?? {};
    return !fullPageImage && largestImageCoverage > LARGE_IMAGE_SHARE ? "ocr" : "none";
  }
  const drawn = await drawPage(pdf, drawable(parsed), { widthPx: INK_WIDTH_PX, password });
  const showsMore = (await inkShareOf(drawn)) > (layer.letters === 0 ? INK_SHARE_MIN : INK_SHARE_OF_FEW_LETTERS);
  if (showsMore) return "ocr";
  return layer.letters === 0 ? "blank" : "none";
}

/** Share of the pixels that differ from the lightest one. */
async function inkShareOf(png: Buffer): Promise<number> {
  const { data } = await sharp(png).greyscale().toColourspace("b-w").raw().toBuffer({ resolveWithObject: true });
  let lightest = 0;
  for (const value of data) if (value > lightest) lightest = value;
  let ink = 0;
  for (const value of data) if (lightest - value > 40) ink += 1;
  return ink / Math.max(1, data.length);
}

function drawable({ pageNum, width, height }: ParsedPage): { number: number; width: number; height: number } {
  return { number: pageNum, width, height };
}

async function hiddenItems(parsed: ParsedPage, { pdf, password, invisibleText }: PageContext): Promise<HiddenDoubt[]> {
  const { hidden, doubts } = sortOut(parsed, invisibleText);
  if (doubts.length === 0) return hidden;
  const dpi = needFineDrawing(doubts) ? DOUBT_DPI.colour : DOUBT_DPI.ink;
  const png = await drawPage(pdf, drawable(parsed), { widthPx: (parsed.width / 72) * dpi, password });
  return [...hidden, ...(await confirmed(doubts, parsed, png))];
}

/** Words of the disordered scripts from OCR, all others from the text layer. */
function inOrder(native: readonly PlacedWord[], read: readonly PlacedWord[], disordered: RegExp): PlacedWord[] {
  const isOf = ({ word }: PlacedWord) => disordered.test(word.text);
  return [...native.filter((placed) => !isOf(placed)), ...read.filter(isOf).map((placed) => ({ ...placed, run: -1 - placed.run }))];
}

function lessCertain(placed: PlacedWord): PlacedWord {
  return { ...placed, word: { ...placed.word, certainty: OCR_LAYER_CERTAINTY } };
}

function hundredth(value: number): number {
  return Math.round(value * 100) / 100;
}
