/** Languages with how well they are spoken: `English (Native)`, `Deutsch: C1`, `French – fluent`. */

import type { Finding } from "#engines/engine.ts";
import { anyOf, asWord } from "#language/phrases.ts";
import { bared } from "#resumes/entries/head-cells.ts";
import { sectionHeadingOf } from "#resumes/lexicon/heading-of.ts";
import { pieceOfStatement } from "#resumes/outline/statements.ts";
import type { Outline } from "#resumes/outline.ts";
import { cut, type Piece, split } from "#resumes/page/piece.ts";
import { productsIn } from "./known-skills.ts";
import { pointAt } from "./point-at.ts";

const LEVELS = new RegExp(
  `${asWord(`(?:${anyOf("resumes", "language_levels")}|[abc][12])`)}|${anyOf("resumes", "language_levels_unspaced")}`,
  "iu",
);

export function languageFindings(outline: Outline): Finding[] {
  let count = 0;
  return languageLists(outline)
    .flatMap((piece) => split(piece, /[,;•|·](?![^(]*\))|\s\/\s/gu))
    .flatMap((piece) => {
      const found = languageIn(piece, `/languages/${count}`);
      if (found.length > 0) count += 1;
      return found;
    });
}

/** Statements of the language sections, and labelled ones among the skills. */
function languageLists(outline: Outline): Piece[] {
  return outline.sections.flatMap(({ kind, statements }) => {
    if (kind === "languages") return statements.map(pieceOfStatement);
    return kind === "skills" ? statements.map(pieceOfStatement).flatMap((piece) => spokenList(piece) ?? []) : [];
  });
}

/** `Sprachen: Deutsch (Muttersprache), Englisch`; not `Languages: Java, C++`. Null when it is not such a list. */
export function spokenList(piece: Piece): Piece | null {
  const label = /^([^:：]{3,40}?)\s{0,2}[:：]\s{0,2}/u.exec(piece.text);
  if (!label?.[1] || sectionHeadingOf(label[1])?.kind !== "languages" || productsIn(piece).length > 0) return null;
  return cut(piece, label[0].length, piece.text.length);
}

function languageIn(piece: Piece, path: string): Finding[] {
  const seam = /\s{0,2}(?:[(:–—-]|\s[-–—]\s)\s{0,2}/u.exec(piece.text);
  const level = seam ? null : LEVELS.exec(piece.text);
  const at = seam?.index ?? (level && level.index > 0 ? level.index : piece.text.length);
  const name = cut(piece, 0, at);
  const rest = cut(piece, at, piece.text.length);
  const language = name && bared(name);
  const fluency = rest && bared(rest);
  if (!language || language.words.length > 3 || !/^\p{L}/u.test(language.text)) return [];
  return [pointAt(`${path}/language`, language), ...(fluency ? [pointAt(`${path}/fluency`, fluency)] : [])];
}
