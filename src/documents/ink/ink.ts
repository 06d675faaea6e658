/** Ink that is not print, where people sign: strokes of a pen, a picture of a signature, a mark set with a tool. */
import type { Box, Page, Word } from "#documents/document.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import type { Pixels } from "#documents/ocr/picture.ts";
import { scaledBox } from "#documents/ocr/turned-box.ts";
import { anyOf } from "#language/phrases.ts";
import { signingPlaces } from "./signing-places.ts";
import { strokesIn } from "./strokes.ts";

type Seen = Pick<Page, "width" | "height" | "turn" | "lines">;

/** OCR words below this certainty may be handwriting. */
const PRINT_CERTAINTY_MIN = 0.8;
/** Blanks to write on are not words. */
const LINE_OF_SIGNS = /^[_.\-–—…·=~ ]+$/;

/** Boxes in page units, top to bottom. `picture` shows the whole page. */
export function inkOf(page: Seen, picture: Pixels): Box[] {
  const scale = picture.width / Math.max(1, page.width);
  const words = page.lines.flatMap(({ segments }) => segments.flatMap((segment) => segment.words));
  const line = lineHeight(words) * scale;
  const places = signingPlaces(page).map((place) => scaledBox(place, scale));
  if (places.length === 0 || line === 0) return [];
  const print = words.filter(isPrint).map(({ box }) => scaledBox(box, scale));
  return strokesIn(picture, { places, print, line }).map((box) => scaledBox(box, 1 / scale));
}

const isPrint = ({ text, certainty }: Word): boolean => certainty >= PRINT_CERTAINTY_MIN && !LINE_OF_SIGNS.test(text);

function lineHeight(words: readonly Word[]): number {
  const heights = words.map(({ box }) => Math.min(box.bottom - box.top, box.right - box.left)).sort((a, b) => a - b);
  return heights[heights.length >> 1] ?? 0;
}

/** How far from the words that ask for a signature ink may be, in line heights. */
const BESIDE = { across: 2.5, along: 26 };

/** What was signed beside `asked` (page units): a box around all of it, or null. Turned pages must be made upright before. */
export function inkBeside(page: Pick<Page, "ink">, asked: Box): Box | null {
  const line = Math.max(8, asked.bottom - asked.top);
  const near = (page.ink ?? []).filter((ink) => {
    const across = Math.max(0, asked.top - ink.bottom, ink.top - asked.bottom);
    const along = Math.max(0, ink.left - asked.right, asked.left - ink.right);
    return across <= BESIDE.across * line && along <= BESIDE.along * line;
  });
  return near.length === 0 ? null : boxAround(near.map((box) => ({ box })));
}

/** A signature in letters, as documents signed elsewhere print it: "/s/ Ann Bee", "Digitally signed by Ann Bee". */
const WRITTEN = new RegExp(`^${anyOf("documents", "signed_by")} ?\\p{L}`, "iu");

/** Index of the first word of a signature in letters; -1 when there is none. */
export function writtenSignatureAt(words: readonly Pick<Word, "text">[]): number {
  return words.findIndex((_, at) =>
    WRITTEN.test(
      words
        .slice(at, at + 4)
        .map(({ text }) => text)
        .join(" "),
    ),
  );
}
