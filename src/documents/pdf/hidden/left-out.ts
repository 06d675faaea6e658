/** Text that the parser leaves out of a page: whether there may be some, and what is told of it. */
import type { HiddenText } from "#documents/document.ts";
import type { ParsedPage, TextItem } from "#documents/pdf/parser.ts";

/** Points by which pictures and backgrounds bleed over the edge as a rule. */
export const BLEED_PT = 14;

export type PdfFile = { pdf: Buffer; password: string | null };
/** Points by which something on the page reaches beyond its edge, at most; 0 for a bleed or less. */
export function offPageMargin({ contentBounds: bounds, width, height }: ParsedPage): number {
  if (!bounds) return 0;
  const over = Math.max(-bounds.x, -bounds.y, bounds.x + bounds.width - width, bounds.y + bounds.height - height);
  return over > BLEED_PT ? over : 0;
}

export function hiddenText({ text, x, y, width, height }: TextItem, reason: HiddenText["reason"]): HiddenText {
  return { text: text.trim(), box: { left: x, top: y, right: x + width, bottom: y + height }, reason };
}
