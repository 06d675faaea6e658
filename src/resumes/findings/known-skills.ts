/** Skills of the taxonomy in running text and in lists without separators. */

import { cut, type Piece } from "#resumes/page/piece.ts";
import { findSkills, type SkillMention } from "#skills/find-skills.ts";
import { reservationOf } from "#skills/reservations.ts";
import { LEVEL } from "./skill-items.ts";

const ADDRESS = /(?<!\S)\S*(?::\/\/|www\.|@)\S*/giu;
const blank = (text: string) => " ".repeat(text.length);

/**
 * Proper names of tools, products and languages that the person has, not ones wished for or lacking; verbs and fields of work are left out,
 * as every sentence has some.
 */
export function productsIn(piece: Piece): Piece[] {
  const text = piece.text.replace(ADDRESS, blank).replace(LEVEL, blank);
  return findSkills(text)
    .filter((mention) => isProduct(mention) && reservationOf(text, mention.from, mention.to) === null)
    .flatMap(({ from, to }) => cut(piece, from, to) ?? []);
}

function isProduct({ skill, how, text }: SkillMention): boolean {
  return skill.kind === "technical" && how !== "inflected" && /^\P{Ll}*\p{Lu}/u.test(skill.name) && /[\p{Lu}\p{N}]/u.test(text);
}

/** `Windows Mac Linux` are three: splits an item that consists only of several known skills. */
export function singled(item: Piece): Piece[] {
  if (item.words.length < 2 || item.words.length > 8) return [item];
  const mentions = findSkills(item.text);
  const covered = mentions.reduce((sum, { from, to }) => sum + (to - from), 0);
  const letters = item.text.replace(/[\s/&]+/g, "").length;
  if (mentions.length < 2 || covered < 0.8 * letters) return [item];
  return mentions.flatMap(({ from, to }) => cut(item, from, to) ?? []);
}
