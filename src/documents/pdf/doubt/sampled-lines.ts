/** Compares some lines of a text layer with what OCR reads in their place. */
import type { Box, Segment } from "#documents/document.ts";
import { linesOf } from "#documents/layout/lines.ts";
import type { PlacedWord } from "#documents/layout/placed-word.ts";
import { pixelsOnWhite } from "#documents/ocr/picture.ts";
import type { SeenLine } from "#documents/ocr/ppocr/ppocr.ts";
import type { Engines } from "#documents/ocr/recognise.ts";
import { drawnForOcr } from "#documents/pdf/ocr-page.ts";
import type { ParsedPage } from "#documents/pdf/parser.ts";
import { editDistance, fold } from "#language/fold.ts";

/** Lines compared: the longest, as each is cut out and read on its own. */
const LINES = 3;
const LETTERS_MIN = 8;
/** Letters beyond this are not compared: bounds the time of one comparison. */
const LETTERS_MAX = 120;
/** Readings with less certainty prove nothing. */
const CERTAIN_MIN = 0.85;
/** A line is cut out with a margin of this share of its height. */
const MARGIN = 0.12;

/** `likeness`: median over the lines that OCR read with certainty, 0..1; null when it read none of them so. */
export type Sample = { lines: number; likeness: number | null };

export async function sampledLikeness(
  parsed: ParsedPage,
  words: readonly PlacedWord[],
  context: { pdf: Buffer; password: string | null; engines: Engines },
): Promise<Sample> {
  const segments = linesOf(
    words.filter(({ turn }) => turn === 0),
    [],
  ).flatMap((line) => line.segments);
  const longest = segments.filter(isLatinLine).sort((a, b) => b.text.length - a.text.length);
  const chosen = longest.slice(0, LINES);
  if (chosen.length === 0) return { lines: 0, likeness: null };
  const picture = await pixelsOnWhite(await drawnForOcr(parsed, context));
  const scale = picture.width / parsed.width;
  const rectangles = chosen.map(({ box }) => rectangleOf(box, scale));
  const read = await context.engines.ppocr.read(picture, rectangles, "latin");
  const likenesses = chosen.flatMap((segment, i) => likenessOf(segment, read[i])).sort((a, b) => a - b);
  return { lines: chosen.length, likeness: likenesses[likenesses.length >> 1] ?? null };
}

function isLatinLine({ text }: Segment): boolean {
  const letters = text.match(/[\p{L}\p{N}]/gu) ?? [];
  return letters.length >= LETTERS_MIN && letters.every((letter) => /[\p{Script=Latin}\p{N}]/u.test(letter));
}

const rectangleOf = ({ left, top, right, bottom }: Box, scale: number) => ({
  x: ((left + right) / 2) * scale,
  y: ((top + bottom) / 2) * scale,
  width: (right - left + 2 * MARGIN * (bottom - top)) * scale,
  height: (bottom - top) * (1 + 2 * MARGIN) * scale,
  angle: 0,
});

function likenessOf({ text }: Segment, seen: SeenLine | undefined): number[] {
  const words = seen?.words ?? [];
  const letters = words.reduce((sum, word) => sum + word.text.length, 0);
  const certainty = words.reduce((sum, word) => sum + word.certainty * word.text.length, 0) / Math.max(1, letters);
  if (letters === 0 || certainty < CERTAIN_MIN) return [];
  return [likeness(text, words.map((word) => word.text).join(" "))];
}

/** Share of letters and digits that two texts have in common in order, 0..1; what looks the same in print counts as the same. */
export function likeness(one: string, other: string): number {
  const [a, b] = [shapesOf(one), shapesOf(other)];
  const longest = Math.max(a.length, b.length);
  return longest === 0 ? 1 : 1 - editDistance(a, b, longest) / longest;
}

const shapesOf = (text: string): string => fold(text).replace(/ /g, "").replace(/[o]/g, "0").replace(/[il|]/g, "1").slice(0, LETTERS_MAX);
