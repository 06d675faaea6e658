/**
 * Finds text that a reader of the page does not see. Size and place decide at once; a colour near its background, or a patch of page colour
 * around the text, only makes it a candidate, which the drawn page confirms or not.
 */
import sharp from "sharp";
import type { Box, HiddenText } from "#documents/document.ts";
import { formFieldsOf } from "#documents/pdf/form-fields.ts";
import type { ParsedPage, TextItem } from "#documents/pdf/parser.ts";
import { type Colour, colourDistance, colourOf, WHITE } from "./colours.ts";

type Reason = HiddenText["reason"];
export type HiddenDoubt = { item: TextItem; reason: Reason };

/** Type lower than this cannot be read on paper, in points. */
const TINY_PT = 1.5;
/** Channel difference below which text cannot be distinguished from its background. */
const NEAR_COLOUR = 24;
const OPAQUE_ALPHA_MIN = 230;
const UNSEEN_ALPHA_MAX = 20;
/** With more patches of page colour than this, the PDF writer draws them habitually, not to cover something. */
const PATCHES_MAX = 2;
/** Shapes looked at per page. */
const SHAPES_MAX = 5000;

type Shape = { box: Box; colour: Colour };
type Patch = Shape & { share: number };

/** Items that are certainly hidden, and items that the drawn page has to decide. `invisibleText`: the file has invisible text. */
export function sortOut(page: ParsedPage, invisibleText: boolean): { hidden: HiddenDoubt[]; doubts: HiddenDoubt[] } {
  const patches = patchesOf(page);
  const outlines = outlinesOf(page);
  const fields = formFieldsOf(page).map((field) => field.box);
  const hidden: HiddenDoubt[] = [];
  const doubts: HiddenDoubt[] = [];
  const covers = new Map<Patch, TextItem[]>();
  for (const item of page.textItems) {
    const sure = outrightReason(item, page);
    if (sure) {
      hidden.push({ item, reason: sure });
      continue;
    }
    // The values of form fields are in the text but not drawn, as drawing them would run the document's scripts.
    if (fields.some((box) => contains(box, item))) continue;
    const under = patches.filter((patch) => contains(patch.box, item));
    const background = under.at(-1)?.colour ?? WHITE;
    const colour = colourOf(item.fillColor);
    const unseen = colour !== null && colour.alpha <= UNSEEN_ALPHA_MAX;
    if (unseen && isOutlined(item, outlines, under)) continue;
    if (colour && (unseen || colourDistance(colour, background) < NEAR_COLOUR)) {
      doubts.push({ item, reason: "invisible_color" });
      continue;
    }
    if (invisibleText) {
      doubts.push({ item, reason: "render_mode" });
      continue;
    }
    for (const patch of under) if (patch.share < 0.9 && colourDistance(patch.colour, WHITE) < NEAR_COLOUR) push(covers, patch, item);
  }
  if (covers.size <= PATCHES_MAX) for (const items of covers.values()) for (const item of items) doubts.push({ item, reason: "covered" });
  return { hidden, doubts };
}

function push(covers: Map<Patch, TextItem[]>, patch: Patch, item: TextItem): void {
  const items = covers.get(patch);
  if (items) items.push(item);
  else covers.set(patch, [item]);
}

function outrightReason(item: TextItem, page: ParsedPage): Reason | null {
  const x = item.x + item.width / 2;
  const y = item.y + item.height / 2;
  if (x < 0 || y < 0 || x > page.width || y > page.height) return "off_page";
  const sideways = Math.round((item.rotation ?? 0) / 90) % 2 !== 0;
  const height = sideways ? item.width : item.height;
  return height > 0 && height < TINY_PT ? "tiny" : null;
}

function patchesOf(page: ParsedPage): Patch[] {
  const area = page.width * page.height;
  const patches: Patch[] = [];
  for (const shape of (page.vectorGraphics?.shapes ?? []).slice(0, SHAPES_MAX)) {
    const colour = shape.fill ? colourOf(shape.fillColor) : null;
    if (!colour || colour.alpha < OPAQUE_ALPHA_MIN || shape.bbox.height < 3 || shape.bbox.width < 3) continue;
    const { x, y, width, height } = shape.bbox;
    patches.push({ box: { left: x, top: y, right: x + width, bottom: y + height }, colour, share: (width * height) / area });
  }
  return patches;
}

/** Filled shapes with curves, as letters are when they are drawn as paths. */
function outlinesOf(page: ParsedPage): Shape[] {
  const shapes = (page.vectorGraphics?.shapes ?? []).slice(0, SHAPES_MAX);
  return shapes.flatMap(({ bbox: { x, y, width, height }, fill, fillColor, hasCurve }) => {
    const colour = fill && hasCurve ? colourOf(fillColor) : null;
    return colour && colour.alpha >= OPAQUE_ALPHA_MIN ? [{ box: { left: x, top: y, right: x + width, bottom: y + height }, colour }] : [];
  });
}

/** Whether the item is drawn as paths in a colour that shows against its background: all of it, or its first words, whose colour it has. */
function isOutlined(item: TextItem, outlines: readonly Shape[], under: readonly Patch[]): boolean {
  const widths = [item.width, ...(item.words ?? []).map((word) => word.x + word.width - item.x)];
  const isDrawn = (shape: Pick<Shape, "box">) => isBeneath(item, shape) && widths.some((width) => hasWidth(shape, width));
  const ground = under.filter((patch) => !isDrawn(patch)).at(-1)?.colour ?? WHITE;
  return outlines.some((outline) => isDrawn(outline) && colourDistance(outline.colour, ground) >= NEAR_COLOUR);
}

/** Ratio of the outlines' size to the text's box: all of its width, the height of its letters. */
const OUTLINE_WIDTH = { min: 0.85, max: 1.15 };
const OUTLINE_HEIGHT = { min: 0.35, max: 1.1 };

/** Chromium draws bold that it has no font for as paths, and puts transparent text over them for copying. */
function isBeneath(item: TextItem, { box }: Pick<Shape, "box">): boolean {
  const height = (box.bottom - box.top) / Math.max(0.1, item.height);
  const inside = box.left > item.x - item.height && box.top > item.y - item.height / 4 && box.bottom < item.y + item.height * 1.25;
  return inside && height > OUTLINE_HEIGHT.min && height < OUTLINE_HEIGHT.max;
}

function hasWidth({ box }: Pick<Shape, "box">, wanted: number): boolean {
  const width = (box.right - box.left) / Math.max(0.1, wanted);
  return width > OUTLINE_WIDTH.min && width < OUTLINE_WIDTH.max;
}

function contains(box: Box, item: TextItem): boolean {
  const x = item.x + item.width / 2;
  const y = item.y + item.height / 2;
  return x > box.left && x < box.right && y > box.top && y < box.bottom;
}

/**
 * Whether a candidate must be drawn finely to compare the colour of thin letters with the background; else any ink shows that it is
 * visible.
 */
export function needFineDrawing(doubts: readonly HiddenDoubt[]): boolean {
  return doubts.some(({ item, reason }) => reason === "invisible_color" && (colourOf(item.fillColor)?.alpha ?? 0) > UNSEEN_ALPHA_MAX);
}

/** Share of a box's pixels in the text's colour above which the text and its background are one. */
const ONE_COLOUR_SHARE = 0.9;
const DRAWN_NEAR_COLOUR = 32;

/** The candidates that the drawn page (any PNG of the whole page) confirms as hidden. */
export async function confirmed(doubts: readonly HiddenDoubt[], page: ParsedPage, png: Buffer): Promise<HiddenDoubt[]> {
  const { data, info } = await sharp(png).removeAlpha().toColourspace("srgb").raw().toBuffer({ resolveWithObject: true });
  const scale = info.width / page.width;
  return doubts.flatMap((doubt) => {
    const seen = look(around(doubt), { data, width: info.width, height: info.height, channels: info.channels }, scale);
    if (seen === null) return [];
    const fill = colourOf(doubt.item.fillColor);
    const same = fill && fill.alpha > UNSEEN_ALPHA_MAX ? seen.shareOf(fill) : 0;
    if (same > ONE_COLOUR_SHARE) return [{ item: doubt.item, reason: doubt.reason }];
    return seen.range < NEAR_COLOUR ? [doubt] : [];
  });
}

/** A scanner puts invisible text near its picture, not always on it: ink around the box counts too. */
function around({ item, reason }: HiddenDoubt): TextItem {
  if (reason !== "render_mode") return item;
  const { x, y, width, height } = item;
  return { ...item, x: x - height / 2, y: y - height / 2, width: width + height, height: 2 * height };
}

type Pixels = { data: Buffer; width: number; height: number; channels: number };

function look(item: TextItem, pixels: Pixels, scale: number): { range: number; shareOf: (colour: Colour) => number } | null {
  const left = Math.max(0, Math.floor(item.x * scale));
  const right = Math.min(pixels.width, Math.ceil((item.x + item.width) * scale));
  const top = Math.max(0, Math.floor(item.y * scale));
  const bottom = Math.min(pixels.height, Math.ceil((item.y + item.height) * scale));
  if (right <= left || bottom <= top) return null;
  let darkest = 255;
  let lightest = 0;
  const each = (visit: (red: number, green: number, blue: number) => void) => {
    for (let y = top; y < bottom; y += 1) {
      for (let x = left; x < right; x += 1) {
        const at = (y * pixels.width + x) * pixels.channels;
        visit(pixels.data[at] ?? 0, pixels.data[at + 1] ?? 0, pixels.data[at + 2] ?? 0);
      }
    }
  };
  each((red, green, blue) => {
    darkest = Math.min(darkest, red, green, blue);
    lightest = Math.max(lightest, red, green, blue);
  });
  const shareOf = (colour: Colour) => {
    let near = 0;
    each((red, green, blue) => {
      if (colourDistance({ red, green, blue }, colour) < DRAWN_NEAR_COLOUR) near += 1;
    });
    return near / ((right - left) * (bottom - top));
  };
  return { range: lightest - darkest, shareOf };
}
