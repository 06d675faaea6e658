/** Signatures on a PDF's page: strokes and pictures in its content, and marks set with the tools of PDF readers. */
import sharp from "sharp";
import type { Box, Page } from "#documents/document.ts";
import { inkOf } from "#documents/ink/ink.ts";
import { signingPlaces } from "#documents/ink/signing-places.ts";
import { greyPixels } from "#documents/ocr/picture.ts";
import type { ParsedPage } from "./parser.ts";
import { drawPage } from "./render.ts";

/** Resolution at which a page is drawn: pen strokes are then two pixels wide. */
const INK_DPI = 110;
/** Smaller shapes are dots, ticks and arrows, in points. */
const SHAPE_MIN = { width: 12, height: 5 };
const MARKS: ReadonlySet<string> = new Set(["ink", "stamp"]);

/** `pictures`: whether the file has any; `signedFields`: names of its signature fields that hold a signature. */
export type InkContext = { pictures: boolean; signedFields: () => Promise<ReadonlySet<string>> };

/**
 * The page with its ink where people are asked to sign; unchanged when `ink` is null. Only pages that may have ink are drawn; `drawn` is a
 * PNG of the page if there is one already.
 */
export async function withInk(
  page: Page,
  parsed: ParsedPage,
  { pdf, password, ink: asked }: { pdf: Buffer; password: string | null; ink: InkContext | null },
  drawn?: Buffer,
): Promise<Page> {
  if (asked === null) return page;
  const places = signingPlaces(page);
  if (places.length === 0) return page;
  const { pictures, signedFields } = asked;
  const marks = [...marksOf(parsed), ...(await signedOf(page, signedFields))];
  const widthPx = Math.round((page.width / 72) * INK_DPI);
  const strokes = async () => inkIn(page, drawn ?? (await drawPage(pdf, page, { widthPx, password })), widthPx);
  const ink = [...marks, ...(pictures || hasShapeIn(parsed, places) ? await strokes() : [])];
  return ink.length === 0 ? page : { ...page, ink };
}

async function inkIn(page: Page, png: Buffer, widthPx: number): Promise<Box[]> {
  const grey = sharp(png).flatten({ background: "#ffffff" }).greyscale().resize({ width: widthPx, withoutEnlargement: true });
  return inkOf(page, await greyPixels(grey));
}

function hasShapeIn({ vectorGraphics }: ParsedPage, places: readonly Box[]): boolean {
  return (vectorGraphics?.shapes ?? []).some(
    ({ bbox: { x, y, width, height } }) =>
      width >= SHAPE_MIN.width &&
      height >= SHAPE_MIN.height &&
      places.some((place) => x < place.right && x + width > place.left && y < place.bottom && y + height > place.top),
  );
}

function marksOf({ annotations }: ParsedPage): Box[] {
  return (annotations ?? []).flatMap(({ subtype, rect }) =>
    rect && MARKS.has(subtype.toLowerCase())
      ? [{ left: rect.x, top: rect.y, right: rect.x + rect.width, bottom: rect.y + rect.height }]
      : [],
  );
}

async function signedOf({ formFields }: Page, signedFields: InkContext["signedFields"]): Promise<Box[]> {
  const fields = formFields.filter(({ kind }) => /^sig/i.test(kind));
  if (fields.length === 0) return [];
  const signed = await signedFields();
  return fields.filter(({ name }) => signed.has(name)).map(({ box }) => box);
}
