/**
 * How many rows above and below its period belong to the head of an entry: every layout is tried, and the one whose heads read best, in
 * the whole section, as a title and an organisation is the usual one.
 */
import { largest } from "#documents/long-lists.ts";
import { organisationScore, schoolScore, titleScore } from "#resumes/lexicon/kinds-of-text.ts";
import type { Piece } from "#resumes/page/piece.ts";
import { isCaps } from "#resumes/page/row.ts";
import { type EntryHead, headOfRow } from "./head-cells.ts";
import { ROWS_ABOVE_MAX, ROWS_BELOW_MAX, rowsAbove, rowsBelow, type SectionRows } from "./head-rows.ts";
import { isLink } from "./links.ts";
import { partsOf, splitPair } from "./title-and-organisation.ts";

/** Rows above and below the period. */
export type Layout = { above: number; below: number };
/** Rows above and below the anchor, how many of them are more than a link (`layout`), and how well they read as a head. */
export type Choice = Layout & { layout: Layout; worth: number };

/** The rows of the neighbouring anchors; `isProject`: the section lists projects, whose heads have no title and no employer. */
type Between = { before: number; after: number; isProject: boolean };

/** What a head in the section's usual layout gains. */
const USUAL_ABOVE = 1.6;
const USUAL_BELOW = 0.6;

/** The choice that is worth most, the usual layout counted in. */
export function bestOf(choices: readonly Choice[], usual: Layout): Layout {
  let best: Layout = { above: 0, below: 0 };
  let most = -Infinity;
  for (const choice of choices) {
    const { layout } = choice;
    const worth = choice.worth + (layout.above === usual.above ? USUAL_ABOVE : 0) + (layout.below === usual.below ? USUAL_BELOW : 0);
    if (worth <= most) continue;
    most = worth;
    best = choice;
  }
  return best;
}

/** The layout that is worth most for all anchors together. */
export function usualLayout(all: readonly (readonly Choice[])[]): Layout {
  let best: Layout = { above: 0, below: 0 };
  let most = -Infinity;
  for (let above = 0; above <= ROWS_ABOVE_MAX; above++) {
    for (let below = 0; below <= ROWS_BELOW_MAX; below++) {
      let worth = 0;
      for (const choices of all) {
        const alike = choices.filter(({ layout }) => layout.above === above && layout.below === below);
        worth += Math.max(0, largest(alike.map((each) => each.worth)));
      }
      if (worth <= most + 0.01) continue;
      most = worth;
      best = { above, below };
    }
  }
  return best;
}

/** Every head that the anchor could have between the anchors before and after it. */
export function choicesOf(section: SectionRows, anchor: number, { before, after, isProject }: Between): Choice[] {
  const { rows } = section;
  const aboveMax = rowsAbove(section, anchor, before + 1);
  const belowMax = rowsBelow(section, anchor, after);
  const heads = new Map<number, EntryHead>();
  for (let i = anchor - aboveMax; i <= anchor + belowMax; i++) {
    const row = rows[i];
    if (row) heads.set(i, headOfRow(row));
  }
  const choices: Choice[] = [];
  for (let above = 0; above <= aboveMax; above++) {
    for (let below = 0; below <= belowMax; below++) {
      const cells = [];
      for (let i = anchor - above; i <= anchor + below; i++)
        for (const cell of heads.get(i)?.cells ?? []) cells.push({ ...cell, row: i - anchor + above });
      const named = (from: number, to: number) => rows.slice(from, to).filter(({ piece }) => !isLink(piece.text)).length;
      const layout = { above: named(anchor - above, anchor), below: named(anchor + 1, anchor + 1 + below) };
      choices.push({
        above,
        below,
        layout,
        worth: isProject ? projectWorth(cells.length, layout) : worthOf({ cells, period: null, periodAt: null, single: false }),
      });
    }
  }
  return choices;
}

/** A project's name is the first of its rows, whatever its words. */
const projectWorth = (cells: number, { above, below }: Layout): number => (cells === 0 ? 0 : 2 + 0.3 * (above - below));

const LABELLED = 3.5;
const UNSURE_TITLE = -0.3;
const UNSURE_NAME = 1.2;
const SPARE_CELL = 0.8;
const PLACE = 0.6;
const CAPITALS = 0.6;

/** How well the cells read as one head: a title, an organisation, at most a place, and nothing else. */
function worthOf(head: EntryHead): number {
  const parts = partsOf(head, 0);
  const pair = parts.title && !parts.organisation ? splitPair(parts.title) : null;
  const { title, organisation } = pair ?? parts;
  let worth = -SPARE_CELL * parts.others.length;
  const named = (piece: Piece) => head.cells.some((cell) => cell.as !== undefined && cell.piece === piece);
  if (title) worth += named(title) ? LABELLED : titleScore(title.text) > 0 ? titleScore(title.text) : UNSURE_TITLE;
  if (organisation) worth += named(organisation) ? LABELLED : nameWorth(organisation.text);
  if (parts.place) worth += PLACE;
  if (organisation && isCaps(organisation.text)) worth += CAPITALS;
  for (const part of [title, organisation]) if (part && part.words.length > 9) worth -= 1.5;
  return worth;
}

/** How likely the text is the name of an employer. */
export function nameWorth(text: string): number {
  if (organisationScore(text) > 1 || schoolScore(text) > 0) return 2.5;
  if (organisationScore(text) > 0) return 2;
  return /^\P{L}*[\p{Lu}\p{Lo}]/u.test(text) && !/[.;!?]$/.test(text) ? UNSURE_NAME : -1;
}
