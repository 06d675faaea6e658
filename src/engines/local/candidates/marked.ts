/** Answers of check boxes: yes or no of a pair, whether a single box is ticked, and the ticked ones of several options. */

import { memo } from "#contract/memo.ts";
import type { Page, Word } from "#documents/document.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import { type MarkPlace, markPlaces } from "#documents/marks/places.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import { calledOf, likenessTo as likenessOf } from "#engines/local/match/likeness.ts";
import { likeWords } from "#engines/local/match/words.ts";
import type { Value } from "#engines/local/page/values-in.ts";
import { optionFor } from "#engines/values/options.ts";
import { tokensOf } from "#language/fold.ts";
import { unitsOf } from "#language/thesaurus.ts";
import { yesOrNo } from "#language/yes-no.ts";
import { type Cell, type Sheet, textOf } from "#structure/sheet.ts";
import { type Candidate, candidateOf } from "./candidate.ts";
import { likeness } from "./form-fields.ts";
import { optionsIn } from "./printed-options.ts";

/** Least likeness of the words of a box or its question to those of the field. */
const LIKENESS_MIN = 0.3;
/** Options stand at most this many lines apart. */
const BESIDE_LINES = 2;
/** The question of a box counts less than its own words. */
const QUESTION_WEIGHT = 0.8;

type Group = { sheet: Sheet; places: readonly MarkPlace[] };

export function marked(leaf: Leaf, sheets: readonly Sheet[]): Candidate[] {
  const options = leaf.field.enum;
  if (options === undefined && leaf.kind === "text")
    return sheets.flatMap((sheet) => groupsOn(sheet).flatMap((group) => tickedText(leaf, group)));
  if (options === undefined && leaf.kind !== "mark") return [];
  if (options !== undefined) return sheets.flatMap((sheet) => optionsOn(sheet, options).flatMap((group) => chosen(leaf, options, group)));
  return sheets.flatMap((sheet) => groupsOn(sheet)).flatMap((group) => booleans(leaf, group));
}

function groupsOn(sheet: Sheet): Group[] {
  const byQuestion = Map.groupBy(markPlaces(sheet.page), ({ group }) => group);
  return [...byQuestion.values()].map((places) => ({ sheet, places }));
}

function booleans(leaf: Leaf, { sheet, places }: Group): Candidate[] {
  const saidBy = yesOrNoIn(places);
  const answers = places.filter((place) => saidBy(place) !== null);
  const ticked = answers.filter(({ mark }) => mark.checked);
  const [only, second] = ticked;
  // Of two boxes "Yes" and "No", of which neither or both are ticked, none is an answer.
  const paired = only && !second ? candidateFor(leaf, only, sheet, { like: likenessTo(leaf, only.question), answer: saidBy(only) }) : [];
  const single = places.filter((place) => !answers.includes(place) && place.label.length > 0);
  return [
    ...paired,
    ...single.flatMap((place) => {
      const like = Math.max(likenessTo(leaf, place.label), QUESTION_WEIGHT * likenessTo(leaf, [...place.question, ...place.label]));
      return candidateFor(leaf, place, sheet, { like, answer: place.mark.checked });
    }),
  ];
}

/** What the label of each box says. "Yes, give details:" is an answer where another box says "No". */
function yesOrNoIn(places: readonly MarkPlace[]): (place: MarkPlace) => boolean | null {
  const firstOf = ({ label }: MarkPlace) => yesOrNo(textOf(label.slice(0, 1)));
  const first = new Set(places.map(firstOf));
  return first.has(true) && first.has(false) ? firstOf : ({ label }) => yesOrNo(textOf(label));
}

/** "Performance: ☐ Excellent ☒ Good": the words of the only ticked box of a question that the field asks. */
function tickedText(leaf: Leaf, { sheet, places }: Group): Candidate[] {
  const only = onlyTicked(places);
  return only ? candidateFor(leaf, only, sheet, { like: likenessTo(leaf, only.question), answer: textOf(only.label) }) : [];
}

/** Of several boxes that say more than yes or no the one that is ticked; null where none or several are. */
function onlyTicked(places: readonly MarkPlace[]): MarkPlace | null {
  const [only, second] = places.filter(({ mark }) => mark.checked);
  return only && !second && places.length > 1 && places.every(({ label }) => yesOrNo(textOf(label)) === null) ? only : null;
}

/** The words of empty boxes beside a ticked one of the same question: they are printed, and no answer. */
export const wordsNotTicked = (page: Page): ReadonlySet<Word> =>
  new Set(
    [...Map.groupBy(markPlaces(page), ({ group }) => group).values()].flatMap((places) => {
      const only = onlyTicked(places);
      return only ? places.filter((place) => place !== only && !asksFor(place)).flatMap(({ label }) => label) : [];
    }),
  );

/** "Lease term: ☐": the words before a box at the end of a line ask, and its own are in the next one. */
const asksFor = ({ label }: MarkPlace): boolean => /[:?]$/.test(label.at(-1)?.text ?? "");

type OptionPlace = { place: MarkPlace; option: string };
type Options = { sheet: Sheet; boxes: readonly OptionPlace[] };

/** Boxes of one question. Where each option has one box on the page they belong together, in however many rows and under whatever words. */
function optionsOn(sheet: Sheet, options: readonly string[]): Options[] {
  const boxes = markPlaces(sheet.page).flatMap((place): OptionPlace[] => {
    const option = optionFor(textOf(place.label), options)?.option;
    return option === undefined ? [] : [{ place, option }];
  });
  if (new Set(boxes.map(({ option }) => option)).size === boxes.length) return [{ sheet, boxes }];
  return [...Map.groupBy(boxes, ({ place }) => place.group).values()].map((own) => ({ sheet, boxes: own }));
}

/** The options that are ticked: one of an enum, any number of a multi_enum. */
function chosen(leaf: Leaf, options: readonly string[], { sheet, boxes }: Options): Candidate[] {
  const ticked = boxes.filter(({ place }) => place.mark.checked);
  const [first, second] = ticked;
  if (!first || (second && leaf.field.type !== "multi_enum")) return [];
  const like = likenessTo(leaf, first.place.question);
  const shown = new Set([...boxes.map(({ option }) => option), ...optionsBeside(first.place, options, sheet)]);
  // Many questions are answered by yes or no, and few by the same other words.
  const isOwn = shown.size > 1 && options.every((option) => yesOrNo(option) === null);
  if (!isOwn && like < LIKENESS_MIN) return [];
  const answer = ticked.map(({ option }) => option).join("\n");
  const found = candidateFor(leaf, first.place, sheet, { like: Math.max(LIKENESS_MIN, like), answer });
  return found.map((each) => ({ ...each, isPlain: isOwn && 2 * shown.size >= options.length }));
}

/** Options of the same and the next lines: of a printed form only the tick is text, and the empty boxes are not found. */
function optionsBeside({ label }: MarkPlace, options: readonly string[], { cells }: Sheet): string[] {
  const own = cells.find(({ words }) => words.some((word) => label.includes(word)));
  if (!own) return [];
  return optionsIn(
    cells.filter(({ line }) => Math.abs(line - own.line) <= BESIDE_LINES),
    options,
  );
}

/** How alike the words are to the field's, by their letters or by what they mean. */
function likenessTo(leaf: Leaf, words: readonly Word[]): number {
  const tokens = words.flatMap(({ text }) => tokensOf(text));
  return tokens.length === 0 ? 0 : Math.max(likeness(leaf, tokens), meaningTo(leaf)(tokens));
}

const meaningTo = memo((leaf: Leaf) => {
  const like = likeWords();
  const to = likenessOf(calledOf(leaf.field, leaf.parents), like);
  return (tokens: readonly string[]): number => to(unitsOf(tokens).map(like.wordOf)).strength;
}, new WeakMap());

function candidateFor(
  leaf: Leaf,
  place: MarkPlace,
  sheet: Sheet,
  { like, answer }: { like: number; answer: boolean | string | null },
): Candidate[] {
  const value = labelValue(place, sheet);
  if (value === null || answer === null || like < LIKENESS_MIN) return [];
  return [{ ...candidateOf(leaf, value, null, { formField: 1, likeness: like, fit: place.mark.certainty }), answer }];
}

/** The words of the box that stand in one cell, with the box. */
function labelValue({ mark, label }: MarkPlace, { cells }: Sheet): Value | null {
  const [first] = label;
  const cell: Cell | undefined = first && cells.find(({ words }) => words.includes(first));
  if (!cell || !first) return null;
  const from = cell.words.indexOf(first);
  let to = from + 1;
  while (to < cell.words.length && label.includes(cell.words[to] ?? first)) to++;
  const words = cell.words.slice(from, to);
  return { cell, from, to, raw: textOf(words), box: boxAround([...words, mark]), fit: 1 };
}
