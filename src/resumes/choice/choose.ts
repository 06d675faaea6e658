/** Which candidates of a work section are titles and employers, by boosted trees that learned from marked résumés. */
import type { Word } from "#documents/document.ts";
import { largest } from "#documents/long-lists.ts";
import { chanceOf, type Trees } from "#engines/local/rank/trees.ts";
import { anyOf } from "#language/phrases.ts";
import type { ReadEntry } from "#resumes/entries/read-entry.ts";
import type { BodyStyle } from "#resumes/outline/body-style.ts";
import type { Piece } from "#resumes/page/piece.ts";
import type { Row } from "#resumes/page/row.ts";
import { linkOf } from "./beside.ts";
import { FEATURES, placedOf } from "./features.ts";
import jobs from "./jobs.json" with { type: "json" };

/** Written by `bench/train/resume-jobs.py`: for each part the trees of its candidates, in the order of FEATURES. */
const JOBS: { title: Trees; organisation: Trees } = jobs;

/** Parts of a job that are chosen. */
export type Part = "title" | "organisation";
/** `chance`: that it is this part, 0..1. `row`: its place in the section. */
export type Chosen = { part: Part; piece: Piece; row: number; chance: number };
/**
 * `of`: the chosen piece that each word is in. `known`: what the rules had read and the trees could judge, by its first word; other values of
 * the rules stay as they are.
 */
export type Choice = { chosen: Chosen[]; of: ReadonlyMap<Word, Chosen>; known: Record<Part, ReadonlyMap<Word | undefined, Piece>> };

/** From this chance on a candidate is chosen. */
const LEAST = 0.25;
/** What the rules read is given up below this chance only: the trees know texts in English, the rules 28 languages. */
const LEAST_RULED = 0.15;

const RULED = { title: FEATURES.indexOf("rule.title"), organisation: FEATURES.indexOf("rule.name") } as const;
const PARTS: readonly Part[] = ["title", "organisation"];

/** The likeliest candidates that share no word, in reading order. */
export function choose(rows: readonly Row[], entries: readonly ReadEntry[], body: BodyStyle): Choice {
  const likely: Chosen[] = [];
  const known = { title: new Map<Word | undefined, Piece>(), organisation: new Map<Word | undefined, Piece>() };
  for (const { candidate, row, features } of placedOf(rows, entries, body)) {
    for (const part of PARTS) {
      const isRuled = features[RULED[part]] === 1;
      if (isRuled) known[part].set(candidate.piece.words[0], candidate.piece);
      // What the rules took for the one whole is never the other: labels and word lists of 28 languages said so.
      if (features[RULED[part === "title" ? "organisation" : "title"]] === 1) continue;
      const chance = chanceOf(features, JOBS[part]);
      if (chance >= (isRuled ? LEAST_RULED : LEAST)) likely.push({ part, piece: candidate.piece, row, chance });
    }
  }
  const of = new Map<Word, Chosen>();
  const whole = withWholeTitles(likely);
  for (const each of whole.toSorted((a, b) => b.chance - a.chance)) {
    if (each.piece.words.every((word) => !of.has(word))) for (const word of each.piece.words) of.set(word, each);
  }
  const kept = new Set(of.values());
  return { chosen: whole.filter((each) => kept.has(each)), of, known };
}

/** Share of the chance of its beginning from which on the whole of a title is preferred. */
const WHOLE_MIN = 0.3;
/** From this score on what follows the link word is the name of an employer, a school or a place. */
const NAMED_MIN = 3;
const GOES_ON = new RegExp(`^\\s(?!${anyOf("resumes", "before_places")}\\s)${anyOf("resumes", "after_head")}\\s`, "iu");

/** `Director of Sales` goes before `Director` where no employer, school or place follows the link word. */
function withWholeTitles(likely: readonly Chosen[]): Chosen[] {
  const byStart = Map.groupBy(likely, ({ piece }) => piece.words[0]);
  return likely.map((each) => {
    const { text, words } = each.piece;
    const [title, ...others] = linkOf(text);
    if (each.part !== "title" || title !== 3 || others.some((score) => score >= NAMED_MIN)) return each;
    const begins = (byStart.get(words[0]) ?? []).filter(
      ({ part, piece, chance }) => part === "title" && GOES_ON.test(text.slice(piece.text.length)) && each.chance >= WHOLE_MIN * chance,
    );
    return { ...each, chance: Math.max(each.chance, largest(begins.map(({ chance }) => chance + Number.EPSILON))) };
  });
}
