/** What the rules made of the rows of a section: which words are a title or an employer, and which entry a row belongs to. */

import type { Word } from "#documents/document.ts";
import { fold } from "#language/fold.ts";
import type { ReadEntry } from "#resumes/entries/read-entry.ts";
import { organisationScore, titleScore } from "#resumes/lexicon/kinds-of-text.ts";
import type { Statement } from "#resumes/outline.ts";
import type { Piece } from "#resumes/page/piece.ts";
import type { Row } from "#resumes/page/row.ts";

type Start = { entry: ReadEntry; from: number };
/**
 * `rowOf`: the row of each word. `heads`: the entry of each word of a head. `starts`: the first row of each entry, top to bottom; `startOf`: the
 * last of these for each row. The texts are folded.
 */
export type Ruled = {
  rowOf: ReadonlyMap<Word, number>;
  heads: ReadonlyMap<Word, ReadEntry>;
  starts: readonly Start[];
  startOf: readonly (Start | undefined)[];
  titles: ReadonlySet<string>;
  names: ReadonlySet<string>;
};

export function ruledOf(rows: readonly Row[], entries: readonly ReadEntry[]): Ruled {
  const rowOf = new Map(rows.flatMap((row, i) => row.piece.words.map((word) => [word, i] as const)));
  const heads = new Map<Word, ReadEntry>();
  const starts: Start[] = [];
  for (const entry of entries) {
    const words = [entry.title, entry.organisation, entry.place, entry.periodAt ?? null].flatMap((part) => part?.words ?? []);
    for (const word of words) heads.set(word, entry);
    const from = words.reduce((least, word) => Math.min(least, rowOf.get(word) ?? Infinity), Infinity);
    if (from < Infinity) starts.push({ entry, from });
  }
  const folded = (part: "title" | "organisation") =>
    new Set(entries.flatMap((entry) => (entry[part] && !entry.doubtful?.[part] ? [fold(entry[part].text)] : [])));
  starts.sort((a, b) => a.from - b.from);
  let open = 0;
  const startOf = rows.map((_, i) => {
    while ((starts[open]?.from ?? Infinity) <= i) open += 1;
    return starts[open - 1];
  });
  return { rowOf, heads, starts, startOf, titles: folded("title"), names: folded("organisation") };
}

export const RULE_FEATURES = [
  ...["rule.title", "rule.name", "rule.inTitle", "rule.inName", "rule.doubtTitle", "rule.titleElsewhere", "rule.nameElsewhere"],
  ...["entry.title", "entry.name", "entry.dated", "entry.titleScore", "entry.nameScore", "entry.since"],
] as const;

const SINCE_MAX = 30;

/** Whether the statement has exactly the words of the piece. */
export const isSame = (statement: Statement | null, { text, words }: Piece): boolean =>
  statement !== null && statement.words[0] === words[0] && statement.text === text;
const shares = (statement: Statement | null, { words }: Piece): boolean =>
  statement !== null && words.some((word) => statement.words.includes(word));

/** In the order of RULE_FEATURES. */
export function ruleFeatures(piece: Piece, row: number, { heads, startOf, titles, names }: Ruled): number[] {
  const head = piece.words.map((word) => heads.get(word)).find((entry) => entry !== undefined);
  const at = startOf[row];
  const entry = head ?? at?.entry;
  const [isTitle, isName] = [isSame(head?.title ?? null, piece), isSame(head?.organisation ?? null, piece)];
  const [noTitle, noName] = [head?.doubtful?.title === true, head?.doubtful?.organisation === true];
  const folded = fold(piece.text);
  const is = [
    ...[isTitle && !noTitle, isName && !noName, shares(head?.title ?? null, piece), shares(head?.organisation ?? null, piece)],
    ...[isTitle && noTitle, titles.has(folded), names.has(folded)],
    ...[entry?.title, entry?.organisation, entry?.period].map((part) => part !== null && part !== undefined),
  ];
  return [
    ...is.map(Number),
    entry?.title ? titleScore(entry.title.text) : -1,
    entry?.organisation ? organisationScore(entry.organisation.text) : -1,
    at ? Math.min(SINCE_MAX, row - at.from) : -1,
  ];
}
