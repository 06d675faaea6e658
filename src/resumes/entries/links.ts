/** Web addresses in the heads of entries: they stand beside names and are no part of them. */
import type { Row } from "#resumes/page/row.ts";

const LINK = /^\(?(?:https?:|www\.)\S*$/iu;

/** Whether the text is one address or several. */
export const isLink = (text: string): boolean => text.split(/\s+/).every((word) => LINK.test(word));

/** The row's text and its right edge without the addresses at its end. */
export function withoutLinks({ piece, box }: Row): { text: string; right: number } {
  const words = piece.words.slice(0, piece.words.findLastIndex((word) => !LINK.test(word.text)) + 1);
  if (words.length === piece.words.length || words.length === 0) return { text: piece.text, right: box.right };
  return { text: words.map((word) => word.text).join(" "), right: words.at(-1)?.box.right ?? box.right };
}
