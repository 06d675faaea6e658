/** What stands beside a candidate in its row, and around the link word within it. */
import { fold } from "#language/fold.ts";
import { anyOf, phrasesOfAll } from "#language/phrases.ts";
import type { JobLabelKind } from "#resumes/lexicon/job-labels.ts";
import { organisationScore, placeScore, schoolScore, titleScore } from "#resumes/lexicon/kinds-of-text.ts";
import type { Candidate } from "./candidates.ts";
import type { Look } from "./looks.ts";

export const BESIDE_FEATURES = [
  ...["cells", "whole", "from", "before", "after", "titleBefore", "titleAfter", "nameBefore", "nameAfter"],
  ...["wordBefore", "wordAfter", "label"],
  ...["link.title", "link.name", "link.school", "link.place"],
] as const;

/** Marks between a candidate and what stands beside it in its row, by number from 2; 0 at an edge of the row, 1 for another sign. */
const MARKS = [",", "-", "–", "—", "|", ":", "(", "/", "•", ";", ")", "."];
const markOf = (mark: string | undefined): number => (mark === undefined ? 0 : MARKS.indexOf(mark) + 2);
const BETWEEN = /[,|():;/–—-]/u;

export function besideOf({ piece }: Candidate, { row, cells }: Look): number[] {
  const whole = row.piece.text;
  const at = Math.max(0, whole.indexOf(piece.text));
  const [before, after] = [whole.slice(0, at).trimEnd(), whole.slice(at + piece.text.length).trimStart()];
  const [previous = "", next = ""] = [partsOf(before).at(-1), partsOf(after)[0]];
  return [
    ...[cells.length, Number(piece.text.length >= whole.length - 2), at, markOf(before.at(-1)), markOf(after[0])],
    ...[titleScore(previous), titleScore(next), organisationScore(previous), organisationScore(next)],
    ...[kindOfWord(before.split(" ").at(-1)), kindOfWord(after.split(" ")[0])],
    LABELS.indexOf(cells.find((cell) => piece.words[0] && cell.piece.words.includes(piece.words[0]))?.as),
    ...linkOf(piece.text),
  ];
}

function partsOf(text: string): string[] {
  return text === ""
    ? []
    : text
        .split(BETWEEN)
        .map((part) => part.trim())
        .filter((part) => part !== "");
}

const LABELS: readonly (JobLabelKind | undefined)[] = [undefined, "title", "employer", "place"];

const LINKS = new Set(phrasesOfAll("resumes", "after_head"));
const AT = new RegExp(`^${anyOf("resumes", "at_organisation")}$`, "u");
const ARTICLE = new RegExp(`^(?:${anyOf("resumes", "title_articles")}|${anyOf("resumes", "name_articles")})$`, "iu");

/** 0 for none or a mark, 1 for `of`, 2 for `at`, 3 for an article, 4 for a small letter, 5 for a capital, 6 for a digit. */
function kindOfWord(word: string | undefined): number {
  if (!word || !/[\p{L}\p{N}]/u.test(word)) return 0;
  if (LINKS.has(fold(word))) return 1;
  if (AT.test(word)) return 2;
  if (ARTICLE.test(word)) return 3;
  return /^\P{L}*\p{Ll}/u.test(word) ? 4 : /\p{L}/u.test(word) ? 5 : 6;
}

const LINK = new RegExp(`\\s(?:${anyOf("resumes", "after_head")}|${anyOf("resumes", "at_organisation")})\\s`, "u");

/** `Director of Sales`, `Director of Example Hospital`: whether a title stands before the link, and what stands behind it. */
export function linkOf(text: string): number[] {
  const link = LINK.exec(text);
  if (!link) return [-1, -1, -1, -1];
  const after = text.slice(link.index + link[0].length);
  return [titleScore(text.slice(0, link.index)), organisationScore(after), schoolScore(after), placeScore(after)];
}
