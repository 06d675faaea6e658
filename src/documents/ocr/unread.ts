/**
 * Finds what an engine left out or misplaced, and reads it on its own. Tesseract is uncertain about numbers with narrow gaps between
 * groups, and LiteParse drops uncertain words: part of a telephone number or of an amount is then missing in the middle of a line, or is in
 * the box of its neighbour.
 */

import type { Box } from "#documents/document.ts";
import { centreInside } from "#documents/layout/assemble.ts";
import { largest, smallest } from "#documents/long-lists.ts";
import type { OcrEngine, OcrWord } from "./ocr-engine.ts";
import { type Picture, pixelsOf } from "./picture.ts";
import { readStrip } from "./strip.ts";
import { isOfKnownWidth, unreadSpots } from "./unread-spots.ts";
import { certaintyOf, lettersOf, usualHeight } from "./word-measures.ts";

const SPOTS_MAX = 24;
/** Spots are enlarged until a line has this many pixels: in smaller ones the groups of numbers run together. */
const LINE_PX = 40;
const ENLARGE_MAX = 2;
/** Margin above and below a spot, in line heights; none at the sides, where its neighbours are. */
const MARGIN = 0.4;
/** Words below this certainty are taken for specks and pictures. */
const CERTAIN_MIN = 0.5;
/** Overlap, as a share of the smaller box, from which on one of two words is misplaced. */
const OVERLAP_MIN = 0.25;
/** A second reading with fewer of the letters than this has lost some. */
const LETTERS_KEPT_MIN = 0.8;
const LESS_CERTAIN_MAX = 0.03;
/** From this certainty on the words of an engine for another script are accepted. */
const SURE = 0.8;
const WORTH_READING = /[\p{L}\p{M}\p{N}]{2}/u;

/**
 * The words, and those that were left out. `picture` is what they were read from and `reader` what read them; `plain` reads Latin letters,
 * and reads numbers and addresses better than engines for other scripts.
 */
export async function withUnread(words: readonly OcrWord[], picture: Picture, reader: OcrEngine, plain: OcrEngine): Promise<OcrWord[]> {
  const line = usualHeight(words.filter(({ text }) => WORTH_READING.test(text)));
  const margin = Math.round(MARGIN * line);
  const astray = overlapping(words);
  // Engines for other scripts read numbers as words, and words as numbers.
  const isFamiliar = words.filter(isOfKnownWidth).length > words.length / 2 ? () => true : isSureWord;
  const sound = words.filter((word) => !astray.has(word));
  let spots = unreadSpots(sound, line, await pixelsOf(picture)).slice(0, SPOTS_MAX);
  let all = [...words];
  const enlarge = Math.min(ENLARGE_MAX, Math.max(1, LINE_PX / line));
  for (const each of new Set([plain, reader])) {
    if (spots.length === 0) break;
    const again = await readStrip(spots, picture, each, { enlarge, across: 0, down: margin });
    const left: Box[] = [];
    for (const [j, spot] of spots.entries()) {
      const found = again[j]?.filter((word) => centreInside(word.box, spot)) ?? [];
      const before = all.filter((word) => astray.has(word) && (centreInside(word.box, spot, margin) || isMostlyIn(word.box, spot)));
      const known = reader === plain || found.every(each === plain ? isSameEverywhere : isFamiliar);
      if (known && isWorthMore(found, before)) all = replaced(all, before, found, spot);
      else left.push(spot);
    }
    spots = left;
  }
  return all.map((word) => (astray.has(word) ? endingWhereNextBegins(word, all) : word));
}

/** What an engine for Latin letters reads correctly in every script. */
const isSameEverywhere = ({ text }: OcrWord): boolean => /^[^\p{L}]+$|@/u.test(text);
const isSureWord = ({ text, certainty }: OcrWord): boolean => certainty >= SURE && !/\p{N}/u.test(text);

/** More letters than before, or as many at about the same certainty. */
function isWorthMore(found: readonly OcrWord[], before: readonly OcrWord[]): boolean {
  if (found.some((word) => word.certainty < CERTAIN_MIN) || !found.some(({ text }) => WORTH_READING.test(text))) return false;
  const [now, then] = [lettersOf(found), lettersOf(before)];
  return now > then + 1 || (now >= LETTERS_KEPT_MIN * then && certaintyOf(found) > certaintyOf(before) - LESS_CERTAIN_MAX);
}

function replaced(all: readonly OcrWord[], before: readonly OcrWord[], found: readonly OcrWord[], spot: Box): OcrWord[] {
  const run = 1 + Math.max(0, largest(all.map((word) => word.run)));
  const kept = all.filter((word) => !before.includes(word)).map((word) => endingBefore(word, spot));
  return [...kept, ...found.map((word) => ({ ...word, run }))];
}

/** Words that overlap another, of which one at least is misplaced. */
function overlapping(words: readonly OcrWord[]): Set<OcrWord> {
  const byTop = words.filter((word) => isOfKnownWidth(word) && /[\p{L}\p{N}]/u.test(word.text)).sort((a, b) => a.box.top - b.box.top);
  const found = new Set<OcrWord>();
  for (const [i, one] of byTop.entries())
    for (let j = i + 1; j < byTop.length; j += 1) {
      const other = byTop[j];
      if (!other || other.box.top >= one.box.bottom) break;
      if (sharedArea(one.box, other.box) > OVERLAP_MIN * Math.min(areaOf(one.box), areaOf(other.box))) {
        found.add(one);
        found.add(other);
      }
    }
  return found;
}

function sharedArea(a: Box, b: Box): number {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return across > 0 && down > 0 ? across * down : 0;
}

const areaOf = ({ left, top, right, bottom }: Box): number => (right - left) * (bottom - top);
/** Cuts the box of a word that reaches into the spot: it was drawn around what follows it. */
function endingBefore(word: OcrWord, spot: Box): OcrWord {
  return isOnLineOf(word.box, spot) && word.box.left < spot.left ? endingAt(word, spot.left) : word;
}

/** Of overlapping words the first one is cut where another begins in its second half. */
function endingWhereNextBegins(word: OcrWord, words: readonly OcrWord[]): OcrWord {
  const middle = (word.box.left + word.box.right) / 2;
  const next = words.filter(({ text, box }) => WORTH_READING.test(text) && box.left > middle && isOnLineOf(word.box, box));
  return endingAt(word, smallest(next.map(({ box }) => box.left)));
}

const endingAt = (word: OcrWord, right: number): OcrWord => (right < word.box.right ? { ...word, box: { ...word.box, right } } : word);

function isOnLineOf({ top, bottom }: Box, other: Box): boolean {
  const middle = (other.top + other.bottom) / 2;
  return top < middle && bottom > middle;
}

const isMostlyIn = (box: Box, spot: Box): boolean => sharedArea(box, spot) > 0.5 * Math.min(areaOf(box), areaOf(spot));
