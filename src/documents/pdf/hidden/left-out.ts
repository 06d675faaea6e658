/** Text that the parser leaves out of a page: whether there may be some, and how it is reported. */
import type { HiddenText } from "#documents/document.ts";
import type { ParsedPage, TextItem } from "#documents/pdf/parser.ts";

/** Pictures and backgrounds usually bleed over the edge by at most these points. */
export const BLEED_PT = 14;

export type PdfFile = { pdf: Buffer; password: string | null };
/** How far, in points, anything on the page reaches beyond its edge; 0 for a bleed or less. */
export function offPageMargin({ contentBounds: bounds, width, height }: ParsedPage): number {
  if (!bounds) return 0;
  const over = Math.max(-bounds.x, -bounds.y, bounds.x + bounds.width - width, bounds.y + bounds.height - height);
  return over > BLEED_PT ? over : 0;
}

export function hiddenText({ text, x, y, width, height }: TextItem, reason: HiddenText["reason"]): HiddenText {
  return { text: text.trim(), box: { left: x, top: y, right: x + width, bottom: y + height }, reason };
}
