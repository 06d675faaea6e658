/** Ink of a page with a text layer that the text does not explain: pictures of text, and letters drawn as outlines. Read by OCR. */
import type { PlacedWord } from "#documents/layout/placed-word.ts";
import type { Pixels } from "#documents/ocr/picture.ts";
import type { Engines } from "#documents/ocr/recognise.ts";
import { scaledBox } from "#documents/ocr/turned-box.ts";
import { ocrRegions } from "#documents/pdf/ocr-page.ts";
import type { ParsedPage, TextItem } from "#documents/pdf/parser.ts";
import { contrastIn, isMostlyIn } from "./boxes.ts";
import { type Known, lookAt, type PdfPages } from "./look.ts";

/** Share of the page that its largest picture must cover to be looked at for text: most logos are smaller. */
const IMAGE_SHARE_MIN = 0.02;
/** Curved shapes away from all text from which on they may be letters: ornaments and icons are fewer. */
const OUTLINES_MIN = 8;
/** A single shape of a whole line of letters is so large, in points. */
const OUTLINE_OF_LINE = { width: 40, height: 5 };
/** A shape that covers more of the page is a background. */
const BACKGROUND_SHARE = 0.5;
/** Curved shapes compared with the text of a page: bounds the time of a drawing with very many. */
const SHAPES_MAX = 2_000;
/** Pieces of ink, about as many letters, that are worth reading. */
const PIECES_MIN = 8;
/** Fewer pieces of ink are read as Latin letters: too little to find another script by. */
const OTHER_SCRIPT_PIECES_MIN = 40;
/** Words with less certainty are drawings; and lines with less on average over their letters. */
const CERTAIN_MIN = { word: 0.6, line: 0.75 };
/** Contrast below which ink is not shown to a reader, in greys. */
const SEEN_CONTRAST_MIN = 36;

type Context = PdfPages & { engines: Engines; mayOcr: () => boolean };

/** Words that OCR reads in ink without text; empty for most pages, which are not even drawn. */
export async function wordsOfLooseInk(parsed: ParsedPage, known: Known, context: Context): Promise<PlacedWord[]> {
  if (!mayShowMore(parsed) || !context.mayOcr()) return [];
  const { picture, scale, regions } = await lookAt(parsed, known, context);
  const pieces = regions.reduce((sum, region) => sum + region.pieces, 0);
  if (pieces < PIECES_MIN) return [];
  const boxes = regions.map(({ box }) => box);
  const read = await ocrRegions(parsed, boxes, pieces < OTHER_SCRIPT_PIECES_MIN || isLatin(known.words), context);
  return asNew(sure(read), known, { picture, scale });
}

/** Whether the page has a picture or outlines that may show text. Costs no drawing. */
export function mayShowMore({ complexity, vectorGraphics, textItems, width, height }: ParsedPage): boolean {
  if ((complexity?.largestImageCoverage ?? 0) >= IMAGE_SHARE_MIN) return true;
  const curved = (vectorGraphics?.shapes ?? []).filter(({ fill, hasCurve }) => fill && hasCurve);
  let outlines = 0;
  for (const { bbox } of curved.slice(0, SHAPES_MAX)) {
    if (bbox.width * bbox.height > BACKGROUND_SHARE * width * height) continue;
    if (textItems.some((item) => touches(item, bbox))) continue;
    outlines += 1;
    if (outlines >= OUTLINES_MIN || (bbox.width >= OUTLINE_OF_LINE.width && bbox.height >= OUTLINE_OF_LINE.height)) return true;
  }
  return false;
}

type Rectangle = Pick<TextItem, "x" | "y" | "width" | "height">;
const touches = (a: Rectangle, b: Rectangle): boolean =>
  a.x < b.x + b.width && a.x + a.width > b.x && a.y < b.y + b.height && a.y + a.height > b.y;

/** Pictures on a page are in the script of its text, and engines for other scripts take long to find none. */
function isLatin(words: readonly PlacedWord[]): boolean {
  const letters = words.flatMap(({ word }) => word.text.match(/\p{L}/gu) ?? []);
  return letters.filter((letter) => /\p{Script=Latin}/u.test(letter)).length * 2 >= letters.length;
}

/** Words of lines that were read with certainty and have at least two letters or digits. */
function sure(read: readonly PlacedWord[]): PlacedWord[] {
  const lines = Map.groupBy(read, ({ run }) => run);
  return [...lines.values()].flatMap((words) => {
    const letters = words.map(({ word }) => word.text.match(/[\p{L}\p{N}]/gu)?.length ?? 0);
    const all = letters.reduce((sum, count) => sum + count, 0);
    const certainty = words.reduce((sum, { word }, i) => sum + word.certainty * (letters[i] ?? 0), 0) / Math.max(1, all);
    return all < 2 || certainty < CERTAIN_MIN.line ? [] : words.filter(({ word }) => word.certainty >= CERTAIN_MIN.word);
  });
}

/** Without words that the text layer has already, or hides, or that are too faint to be seen. Their runs differ from those of the text layer. */
function asNew(
  read: readonly PlacedWord[],
  { words, hidden }: Known,
  { picture, scale }: { picture: Pixels; scale: number },
): PlacedWord[] {
  const taken = [...words.map(({ word }) => word.box), ...hidden.map(({ box }) => box)];
  return read
    .filter(({ word: { box } }) => !taken.some((other) => isMostlyIn(box, other)))
    .filter(({ word: { box } }) => contrastIn(picture, scaledBox(box, scale)) >= SEEN_CONTRAST_MIN)
    .map((placed) => ({ ...placed, run: -1 - placed.run }));
}
