/** What is known of a candidate: its words, its place in the row and the section, what stands around, and what the rules made of it. */
import { fold } from "#language/fold.ts";
import type { ReadEntry } from "#resumes/entries/read-entry.ts";
import { JOB_LABEL_KINDS } from "#resumes/lexicon/job-labels.ts";
import { organisationScore, placeScore, titleScore } from "#resumes/lexicon/kinds-of-text.ts";
import type { BodyStyle } from "#resumes/outline/body-style.ts";
import type { Row } from "#resumes/page/row.ts";
import { type Candidate, CUTS, candidatesOf } from "./candidates.ts";
import { type Habit, habitsOf, type Look, lookOf, OFFSET_MAX } from "./looks.ts";
import { RULE_FEATURES, type Ruled, ruledOf, ruleFeatures } from "./ruled.ts";
import { WORD_FEATURES, wordFeatures } from "./words.ts";

/** `row`: its place in the section. `features`: in the order of FEATURES. */
export type Placed = { candidate: Candidate; row: number; features: Float32Array };

const AROUND = [-3, -2, -1, 1, 2, 3] as const;
const LOOKS = ["title", "name", "place", "dated", "prose", "bullet", "words", "label"] as const;
const HABITS = ["title", "name", "prose", "bullet"] as const satisfies (keyof Habit)[];

export const FEATURES: readonly string[] = [
  ...CUTS.map((cut) => `cut.${cut}`),
  ...JOB_LABEL_KINDS.map((label) => `as.${label}`),
  ...["cell", "cells", "whole", "from", "before", "after", "titleBefore", "titleAfter", "nameBefore", "nameAfter", "placeAfter"],
  ...WORD_FEATURES,
  ...["repeats", "row", "rows", "dates", "dated", "up", "down", "bullet", "bold", "caps", "size", "gap", "prose", "rowWords", "rowCells"],
  ...AROUND.flatMap((at) => LOOKS.map((name) => `${at}.${name}`)),
  ...["up", "down"].flatMap((way) => HABITS.map((name) => `${way}.${name}`)),
  ...RULE_FEATURES,
];

type SectionRows = {
  looks: readonly Look[];
  /** What each row says in the features of the rows around it. */
  said: readonly (readonly number[])[];
  anchors: readonly number[];
  habits: readonly Habit[];
  texts: readonly string[];
  ruled: Ruled;
  body: BodyStyle;
};

/** All candidates of a work section. `entries`: what the rules made of the same rows. */
export function placedOf(rows: readonly Row[], entries: readonly ReadEntry[], body: BodyStyle): Placed[] {
  const looks = rows.map(lookOf);
  const texts = rows.map(({ piece }) => ` ${fold(piece.text)} `);
  const section = { looks, said: looks.map(saidBy), ...habitsOf(looks), texts, ruled: ruledOf(rows, entries), body };
  return looks.flatMap((look, row) => {
    const around = aroundOf(row, section);
    return candidatesOf(look, looks[row + 1]).map((candidate) => ({
      candidate,
      row,
      features: Float32Array.from([
        ...CUTS.map((cut) => Number(cut === candidate.cut)),
        ...JOB_LABEL_KINDS.map((label) => Number(label === candidate.as)),
        ...besideOf(candidate, look),
        ...wordFeatures(candidate.piece.text),
        repeatsOf(candidate.piece.text, texts),
        ...around,
        ...ruleFeatures(candidate.piece, row, section.ruled),
      ]),
    }));
  });
}

const WORDS_SEEN = 20;
const saidBy = ({ title, name, place, dated, prose, row, words, label }: Look): number[] => [
  ...[title, name, place, dated, Number(prose), Number(row.bullet), Math.min(WORDS_SEEN, words), label],
];
const NO_ROW = LOOKS.map(() => -1);

/** Marks between a candidate and what stands beside it in its row, by number from 2; 0 at an edge of the row, 1 for another sign. */
const MARKS = [",", "-", "–", "—", "|", ":", "(", "/", "•", ";", ")", "."];
const markOf = (mark: string | undefined): number => (mark === undefined ? 0 : MARKS.indexOf(mark) + 2);
const BETWEEN = /[,|():;/–—-]/u;

function besideOf({ piece, cell }: Candidate, { row, cells }: Look): number[] {
  const whole = row.piece.text;
  const at = Math.max(0, whole.indexOf(piece.text));
  const [before, after] = [whole.slice(0, at).trimEnd(), whole.slice(at + piece.text.length).trimStart()];
  const near = (text: string) => text.split(BETWEEN).map((part) => part.trim()).filter((part) => part !== "");
  const [previous = "", next = ""] = [near(before).at(-1), near(after)[0]];
  return [
    ...[cell, cells.length, Number(piece.text.length >= whole.length - 2), at, markOf(before.at(-1)), markOf(after[0])],
    ...[titleScore(previous), titleScore(next), organisationScore(previous), organisationScore(next), placeScore(next)],
  ];
}

const REPEATS_MAX = 10;
const repeatsOf = (text: string, texts: readonly string[]): number => {
  const folded = ` ${fold(text)} `;
  return Math.min(REPEATS_MAX, texts.filter((other) => other.includes(folded)).length);
};

const ROWS_SEEN = 60;
/** Rows that are counted to the next date. */
const FAR = 12;
const GAP_MAX = 5;

function aroundOf(i: number, { looks, said, anchors, habits, body }: SectionRows): number[] {
  const look = looks[i];
  if (!look) return [];
  const { row } = look;
  const up = Math.min(FAR, i - (anchors.findLast((at) => at <= i) ?? -FAR));
  const down = Math.min(FAR, (anchors.find((at) => at >= i) ?? Infinity) - i);
  const habit = (offset: number) => {
    const found = Math.abs(offset) <= OFFSET_MAX ? habits[offset + OFFSET_MAX] : undefined;
    return HABITS.map((name) => found?.[name] ?? -1);
  };
  return [
    ...[Math.min(ROWS_SEEN, i), Math.min(ROWS_SEEN, looks.length), anchors.length, look.dated, up, down],
    ...[Number(row.bullet), Number(row.bold && !body.bold), Number(row.caps), row.size / Math.max(1, body.size)],
    ...[Math.min(GAP_MAX, row.gap - body.gap), Number(look.prose), look.words, row.cells.length],
    ...AROUND.flatMap((by) => (looks[i + by]?.row.block === row.block ? (said[i + by] ?? NO_ROW) : NO_ROW)),
    ...habit(up),
    ...habit(-down),
  ];
}
