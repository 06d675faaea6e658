/** Where on a page people sign: beside, above and below the words that ask for it. */
import type { Box, Page, Word } from "#documents/document.ts";
import { anyOf, phrasesOfAll } from "#language/phrases.ts";

const SIGNING: ReadonlySet<string> = new Set(phrasesOfAll("documents", "signing_words"));
/** In scripts without spaces. */
const SIGNING_SIGNS = phrasesOfAll("documents", "signing_signs");
/** Above a line in contracts: "By: ______". */
const BY = new RegExp(`^${anyOf("documents", "signing_lines")}:_*$`, "i");

export function asksToSign(text: string): boolean {
  if (BY.test(text) || SIGNING_SIGNS.some((sign) => text.includes(sign))) return true;
  return (
    text
      .toLowerCase()
      .match(/\p{L}+/gu)
      ?.some((word) => SIGNING.has(word)) ?? false
  );
}

/** Longer phrases are sentences about signing. */
const WORDS_MAX = 14;

export function signingWords({ lines }: Pick<Page, "lines">): Word[] {
  const labels = lines.flatMap(({ segments }) => segments.filter(({ words }) => words.length <= WORDS_MAX));
  return labels.flatMap(({ words }) => words.filter(({ text }) => asksToSign(text)));
}

/** How far from the words people sign: across the line in line heights, along it as a share of the page. */
const REACH = { across: 3, along: 0.5 };
/** With more such places the page is searched as a whole. */
const PLACES_MAX = 40;

/** The areas that are searched for ink, in page units. */
export function signingPlaces(page: Pick<Page, "lines" | "width" | "height" | "turn">): Box[] {
  const words = signingWords(page);
  if (words.length > PLACES_MAX) return [{ left: 0, top: 0, right: page.width, bottom: page.height }];
  return words.map((word) => placeAround(word, page));
}

function placeAround({ box }: Pick<Word, "box">, { width, height, turn = 0 }: Pick<Page, "width" | "height" | "turn">): Box {
  const upright = turn === 0 || turn === 180;
  const line = Math.max(8, upright ? box.bottom - box.top : box.right - box.left);
  const [across, along] = [REACH.across * line, REACH.along * (upright ? width : height)];
  const [x, y] = upright ? [along, across] : [across, along];
  return {
    left: Math.max(0, box.left - x),
    top: Math.max(0, box.top - y),
    right: Math.min(width, box.right + x),
    bottom: Math.min(height, box.bottom + y),
  };
}
