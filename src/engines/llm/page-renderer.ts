/** Draws a document's pages for a model. */
import type { DocumentReader } from "#documents/read-document.ts";
import type { Ask } from "#engines/engine.ts";

/** Width of the pictures: letters of 8 points are some 20 pixels high on a letter page, and no vendor scales this down. */
const PICTURE_WIDTH_PX = 1500;

export function pageRenderer(
  reader: Pick<DocumentReader, "renderPage">,
  bytes: Uint8Array,
  password: string | null,
  signal: AbortSignal,
): NonNullable<Ask["renderPage"]> {
  return ({ number, turn = 0 }) =>
    reader.renderPage(bytes, { page: number, widthPx: PICTURE_WIDTH_PX, password, format: "jpeg", turn }, signal);
}
