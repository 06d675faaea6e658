/** One parsed page to a Page: visible words into lines, hidden text apart, OCR when the text layer is no use. */
import type { HiddenText, Page } from "#documents/document.ts";
import { linesOf, mainTurn } from "#documents/layout/lines.ts";
import type { PlacedWord } from "#documents/layout/placed-word.ts";
import type { OcrEngine } from "#documents/ocr/ocr-engine.ts";
import { formFieldsOf } from "./form-fields.ts";
import { confirmed, type Doubt, sortOut } from "./hidden.ts";
import { ocrPage } from "./ocr-page.ts";
import { type ParsedPage, parsePdf, type TextItem } from "./parser.ts";
import { textLayerOf } from "./quality.ts";
import { drawPage } from "./render.ts";
import { rulingsOf } from "./rulings.ts";
import { wordsOf } from "./words.ts";

export type PageContext = {
  pdf: Buffer;
  password: string | null;
  engine: OcrEngine;
  /** False once the document has used up its share of OCR. */
  mayOcr: () => boolean;
};

/** Fewer letters than this, and images or outlines on the page: the text is in them. */
const FEW_LETTERS = 100;
/** Letters below which a page is looked at closely even when the file has no large image. */
const HARDLY_ANY_LETTERS = 20;
/** Resolution a page is drawn at to see whether doubted text shows; finer when thin letters are told by their colour. */
const DOUBT_DPI = { colour: 120, cover: 60 };
/** Certainty of words that a scanner's software put under the picture of a page. */
const OCR_LAYER_CERTAINTY = 0.8;

/** Null when the page needs OCR and the document has used up its share. */
export async function readPage(parsed: ParsedPage, context: PageContext): Promise<Page | null> {
  const layer = textLayerOf(parsed.textItems);
  const rulings = rulingsOf(parsed);
  const rest = { number: parsed.pageNum, width: parsed.width, height: parsed.height, rulings, formFields: formFieldsOf(parsed) };
  if (await needsOcr(parsed, layer, context)) {
    if (!context.mayOcr()) return null;
    const { words, quality } = await ocrPage(parsed, context);
    if (words.length > 0 || layer.garbled) {
      return { ...rest, textSource: "ocr", quality: hundredth(quality), turn: mainTurn(words), lines: linesOf(words, rulings), hidden: [] };
    }
  }
  const hidden = await hiddenItems(parsed, context);
  const unseen = new Set<TextItem>(hidden.map((doubt) => doubt.item));
  const scan = parsed.complexity?.fullPageImage === true && layer.letters > 0;
  const words = wordsOf(parsed, unseen).map((placed) => (scan ? lessCertain(placed) : placed));
  return {
    ...rest,
    textSource: scan ? "mixed" : "native",
    quality: hundredth(layer.soundness * (scan ? OCR_LAYER_CERTAINTY : 1)),
    turn: mainTurn(words),
    lines: linesOf(words, rulings),
    hidden: hidden.map(hiddenText),
  };
}

async function needsOcr(parsed: ParsedPage, layer: { letters: number; garbled: boolean }, context: PageContext): Promise<boolean> {
  if (layer.garbled) return true;
  const complexity = parsed.complexity ?? (layer.letters < HARDLY_ANY_LETTERS ? await complexityOf(parsed.pageNum, context) : undefined);
  if (!complexity || layer.letters >= FEW_LETTERS) return false;
  if (complexity.fullPageImage) return layer.letters < HARDLY_ANY_LETTERS;
  if (complexity.largestImageCoverage > 0.3) return true;
  return layer.letters < HARDLY_ANY_LETTERS && complexity.needsOcr && complexity.reasons.some((reason) => PICTURED.includes(reason));
}

/** Reasons of LiteParse that say the page shows text which is not in its text layer. */
const PICTURED = ["scanned", "embedded-images", "vector-text", "annotation-text", "garbled"];

async function complexityOf(page: number, { pdf, password }: PageContext): Promise<ParsedPage["complexity"]> {
  for await (const batch of parsePdf(pdf, { pages: [page], password, more: { includeComplexity: true } }))
    return batch.pages[0]?.complexity;
  return undefined;
}

async function hiddenItems(parsed: ParsedPage, { pdf, password }: PageContext): Promise<Doubt[]> {
  const { hidden, doubts } = sortOut(parsed);
  if (doubts.length === 0) return hidden;
  const page = { number: parsed.pageNum, width: parsed.width, height: parsed.height };
  const dpi = doubts.some((doubt) => doubt.reason === "invisible_color") ? DOUBT_DPI.colour : DOUBT_DPI.cover;
  const png = await drawPage(pdf, page, { widthPx: (page.width / 72) * dpi, password });
  return [...hidden, ...(await confirmed(doubts, parsed, png))];
}

function hiddenText({ item, reason }: Doubt): HiddenText {
  return { text: item.text.trim(), box: { left: item.x, top: item.y, right: item.x + item.width, bottom: item.y + item.height }, reason };
}

function lessCertain(placed: PlacedWord): PlacedWord {
  return { ...placed, word: { ...placed.word, certainty: OCR_LAYER_CERTAINTY } };
}

function hundredth(value: number): number {
  return Math.round(value * 100) / 100;
}
