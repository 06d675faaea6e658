/** Check boxes that are drawn on a PDF's page: the page is drawn and looked at where something suggests that it has any. */
import sharp from "sharp";
import type { Page } from "#documents/document.ts";
import { withMarksOf } from "#documents/marks/marks-of.ts";
import type { ParsedPage } from "./parser.ts";
import { drawPage } from "./render.ts";

/** Resolution at which a page is drawn: the lines of boxes are then two pixels wide. */
const MARKS_DPI = 200;
/** Sides of check boxes, in points. */
const SIDE_PT = { min: 4, max: 26 };
/** Share of the page that a picture must cover to be a scan. */
const IMAGE_SHARE_MIN = 0.2;
/** Bullets and arrows, for which symbol fonts are mostly used. */
const BULLETS = /^[\s•·▪▶►→\u00b7\u25aa\uf0b7\uf0a7\ufffd]+$/u;
const SYMBOL_FONT = /dingbat|wingding|webding|symbol/i;
/** Signs of boxes and ticks, among them those that symbol fonts place in the private use area. */
const SIGN = /[\u2610-\u2612\u25a0\u25a1\u25cb\u25cf\u2713-\u2718\u274f-\u2752\ue000-\uf8ff]/u;

/** The page with its marks; unchanged when they are not asked for. `drawn`: a PNG of the page if there is one already. */
export async function withMarks(
  page: Page,
  parsed: ParsedPage,
  { pdf, password, marks: asked }: { pdf: Buffer; password: string | null; marks: boolean },
  drawn?: Buffer,
): Promise<Page> {
  if (!asked || (drawn === undefined && !mayHaveMarks(parsed))) return page;
  const png = drawn ?? (await drawPage(pdf, page, { widthPx: (page.width / 72) * MARKS_DPI, password }));
  const { width, height } = await sharp(png).metadata();
  const pixels = () => sharp(png).flatten({ background: "#ffffff" });
  return withMarksOf(page, { pixels, width, height });
}

/** A picture, shapes as small as a box, or signs of a symbol font. */
function mayHaveMarks({ complexity, textItems, vectorGraphics }: ParsedPage): boolean {
  if (complexity?.fullPageImage === true || (complexity?.largestImageCoverage ?? 0) > IMAGE_SHARE_MIN) return true;
  const { shapes = [], lines = [] } = vectorGraphics ?? {};
  return (
    shapes.some(({ bbox }) => isSide(bbox.width) && isSide(bbox.height)) ||
    hasShortPair(lines) ||
    textItems.some(({ text, fontName = "" }) => (SYMBOL_FONT.test(fontName) && !BULLETS.test(text)) || SIGN.test(text))
  );
}

const isSide = (length: number) => length >= SIDE_PT.min && length <= SIDE_PT.max;

/** Whether two short horizontal lines are below each other: the upper and lower side of a box. Cells of tables are wider. */
function hasShortPair(lines: readonly { x1: number; y1: number; x2: number; y2: number }[]): boolean {
  const rows = new Map<string, number[]>();
  for (const { x1, y1, x2, y2 } of lines) {
    if (Math.abs(y2 - y1) > 1 || !isSide(Math.abs(x2 - x1))) continue;
    const ends = `${Math.round(Math.min(x1, x2))} ${Math.round(Math.max(x1, x2))}`;
    const others = rows.get(ends) ?? [];
    if (others.some((y) => isSide(Math.abs(y - y1)))) return true;
    rows.set(ends, [...others.slice(-OTHERS_MAX), y1]);
  }
  return false;
}
/** Lines remembered of one column. */
const OTHERS_MAX = 20;
