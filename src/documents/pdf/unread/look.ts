/** Draws a page coarsely and finds the ink that its text layer, rulings and form fields do not explain. */
import type { Box, HiddenText, Page } from "#documents/document.ts";
import type { PlacedWord } from "#documents/layout/placed-word.ts";
import { type Pixels, pixelsOnWhite } from "#documents/ocr/picture.ts";
import { scaledBox } from "#documents/ocr/turned-box.ts";
import type { ParsedPage } from "#documents/pdf/parser.ts";
import { drawPage } from "#documents/pdf/render.ts";
import { type Region, textLikeRegions } from "./text-like.ts";

const DRAWN_DPI = 100;
/** Posters are drawn at a lower resolution: bounds memory. */
const DRAWN_PIXELS_MAX = 4_000_000;
/** Ink of a letter beyond the box of its word, and of a ruling beside it, in points. */
const BLEED = { across: 1, down: 1.5, ruling: 1.5 };
/** Shorter rulings may be strokes of letters that are drawn as outlines, in points. */
const RULING_MIN_PT = 24;
/** Margin around a region in points: dots and thin letters at its edges are not in its rows. */
const MARGIN_PT = 4;

export type PdfPages = { pdf: Buffer; password: string | null };
/** `words` of the text layer that are visible; `hidden` ones must not come back. */
export type Known = Pick<Page, "rulings" | "formFields"> & { words: readonly PlacedWord[]; hidden: readonly HiddenText[] };
/** `regions` in points; `scale`: pixels of the picture to a point. */
export type Look = { picture: Pixels; scale: number; regions: Region[] };

export async function lookAt({ pageNum: number, width, height }: ParsedPage, known: Known, { pdf, password }: PdfPages): Promise<Look> {
  const widthPx = Math.min((width / 72) * DRAWN_DPI, Math.sqrt((DRAWN_PIXELS_MAX * width) / Math.max(1, height)));
  const picture = await pixelsOnWhite(await drawPage(pdf, { number, width, height }, { widthPx, password }));
  const scale = picture.width / width;
  const explained = explainedOf(known).map((box) => scaledBox(box, scale));
  const regions = textLikeRegions(picture, explained, scale).map(({ box, pieces }) => ({
    box: grown(scaledBox(box, 1 / scale), MARGIN_PT, MARGIN_PT),
    pieces,
  }));
  return { picture, scale, regions };
}

function explainedOf({ words, hidden, rulings, formFields }: Known): Box[] {
  const ink = [...words.map(({ word }) => word.box), ...hidden.map(({ box }) => box)].map((box) => grown(box, BLEED.across, BLEED.down));
  const long = rulings.filter(({ x1, y1, x2, y2 }) => x2 - x1 + y2 - y1 >= RULING_MIN_PT);
  const lines = long.map(({ x1, y1, x2, y2 }) => grown({ left: x1, top: y1, right: x2, bottom: y2 }, BLEED.ruling, BLEED.ruling));
  return [...ink, ...lines, ...formFields.map(({ box }) => box)];
}

const grown = ({ left, top, right, bottom }: Box, across: number, down: number): Box => ({
  left: left - across,
  top: top - down,
  right: right + across,
  bottom: bottom + down,
});
