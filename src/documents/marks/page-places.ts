/** Check boxes in page coordinates; results/locate.ts looks up the boxes of the words that it found. */
import { memo } from "#contract/memo.ts";
import type { Box, Page, Word } from "#documents/document.ts";
import { boxOnPage, uprightPage } from "#documents/layout/turned.ts";
import { type MarkPlace, markPlaces } from "./places.ts";

type Place = Pick<MarkPlace, "label" | "question"> & { box: Box; checked: boolean };

const pagePlaces = memo((page: Page): readonly Place[] => {
  const own = wordsIn(page);
  const upright = new Map(wordsIn(uprightPage(page)).map((word, i) => [word, own[i] ?? word]));
  const onPage = (words: readonly Word[]) => words.map((word) => upright.get(word) ?? word);
  return markPlaces(page).map(({ mark, label, question }) => ({
    box: boxOnPage(mark.box, page),
    checked: mark.checked,
    label: onPage(label),
    question: onPage(question),
  }));
}, new WeakMap());

const wordsIn = ({ lines }: Page): Word[] => lines.flatMap(({ segments }) => segments.flatMap(({ words }) => words));

/** The boxes that these words belong to, or the ticked ones that they ask about. */
export function boxesOf(page: Page, words: readonly Word[]): Box[] {
  const found = new Set(words);
  const places = pagePlaces(page);
  const own = places.filter(({ label }) => label.some((word) => found.has(word)));
  const asked = places.filter(({ question, checked }) => checked && question.some((word) => found.has(word)));
  return (own.length > 0 ? own : asked).map(({ box }) => box);
}

export const TICKED = "☒";
export const EMPTY = "☐";

/** The words with the sign of each box before its label: "Flood ☒ Yes ☐ No". The words alone where none has a box. */
export function withSigns(page: Page, words: readonly Word[]): string {
  const places = pagePlaces(page).filter(({ label }) => label.some((word) => words.includes(word)));
  const signs = new Map(places.map(({ label, checked }) => [label.find((word) => words.includes(word)), checked ? TICKED : EMPTY]));
  return words.flatMap((word) => [signs.get(word) ?? [], word.text].flat()).join(" ");
}
