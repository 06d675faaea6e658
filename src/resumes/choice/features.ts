/** What is known of a candidate: its words, its place in the row and the section, what stands around, and what the rules made of it. */
import type { ReadEntry } from "#resumes/entries/read-entry.ts";
import type { BodyStyle } from "#resumes/outline/body-style.ts";
import type { Row } from "#resumes/page/row.ts";
import { BESIDE_FEATURES, besideOf } from "./beside.ts";
import { type Candidate, CUTS, candidatesOf } from "./candidates.ts";
import { type Habit, habitsOf, type Look, lookOf, OFFSET_MAX } from "./looks.ts";
import { RULE_FEATURES, type Ruled, ruledOf, ruleFeatures } from "./ruled.ts";
import { WORD_FEATURES, wordFeatures } from "./words.ts";

/** `row`: its place in the section. `features`: in the order of FEATURES. */
export type Placed = { candidate: Candidate; row: number; features: Float32Array };

const AROUND = [-3, -2, -1, 1, 2, 3] as const;
const LOOKS = ["title", "name", "place", "dated", "prose", "bullet", "words"] as const;
const HABITS = ["title", "name", "prose", "bullet"] as const satisfies (keyof Habit)[];

export const FEATURES: readonly string[] = [
  ...CUTS.map((cut) => `cut.${cut}`),
  ...BESIDE_FEATURES,
  ...WORD_FEATURES,
  ...["dated", "up", "down", "bullet", "caps", "gap", "prose", "rowWords"],
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
  body: BodyStyle;
};

/** All candidates of a work section. `entries`: what the rules made of the same rows. */
export function placedOf(rows: readonly Row[], entries: readonly ReadEntry[], body: BodyStyle): Placed[] {
  const looks = rows.map(lookOf);
  const ruled = ruledOf(rows, entries);
  const section: SectionRows = { looks, said: looks.map(saidBy), ...habitsOf(looks), body };
  return looks.flatMap((look, row) => {
    const candidates = candidatesOf(look, looks[row + 1]);
    const around = candidates.length > 0 ? aroundOf(look, row, section) : [];
    return candidates.map((candidate) => ({ candidate, row, features: featuresOf(candidate, row, look, around, ruled) }));
  });
}

function featuresOf(candidate: Candidate, row: number, look: Look, around: readonly number[], ruled: Ruled): Float32Array {
  const features = new Float32Array(FEATURES.length);
  features[CUTS.indexOf(candidate.cut)] = 1;
  let at = CUTS.length;
  for (const some of [besideOf(candidate, look), wordFeatures(candidate.piece.text), around, ruleFeatures(candidate.piece, row, ruled)]) {
    features.set(some, at);
    at += some.length;
  }
  return features;
}

const WORDS_SEEN = 20;
const saidBy = ({ title, name, place, dated, prose, row, words }: Look): number[] => [
  ...[title, name, place, dated, Number(prose), Number(row.bullet), Math.min(WORDS_SEEN, words)],
];
const NO_ROW = LOOKS.map(() => -1);

/** Rows that are counted to the next date. */
const FAR = 12;
const GAP_MAX = 5;

function aroundOf({ row, dated, prose, words }: Look, i: number, { looks, said, anchors, habits, body }: SectionRows): number[] {
  const up = Math.min(FAR, i - (anchors.findLast((at) => at <= i) ?? -FAR));
  const down = Math.min(FAR, (anchors.find((at) => at >= i) ?? Infinity) - i);
  const habit = (offset: number) => {
    const found = Math.abs(offset) <= OFFSET_MAX ? habits[offset + OFFSET_MAX] : undefined;
    return HABITS.map((name) => found?.[name] ?? -1);
  };
  return [
    ...[dated, up, down, Number(row.bullet), Number(row.caps), Math.min(GAP_MAX, row.gap - body.gap), Number(prose), words],
    ...AROUND.flatMap((by) => (looks[i + by]?.row.block === row.block ? (said[i + by] ?? NO_ROW) : NO_ROW)),
    ...habit(up),
    ...habit(-down),
  ];
}
