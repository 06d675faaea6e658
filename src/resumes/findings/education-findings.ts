/** One education entry as findings: the degree is split into kind of study and area. */

import { append } from "#documents/long-lists.ts";
import type { Finding } from "#engines/engine.ts";
import { anyOf } from "#language/phrases.ts";
import { bared } from "#resumes/entries/head-cells.ts";
import type { ReadEntry } from "#resumes/entries/read-entry.ts";
import { DEGREE_SHORT, GRADE } from "#resumes/lexicon/degrees.ts";
import { pieceOfStatement } from "#resumes/outline/statements.ts";
import { cut, type Piece } from "#resumes/page/piece.ts";
import { periodFindings } from "./period-findings.ts";
import { pointAt } from "./point-at.ts";

/** `in`, and its equivalents in other languages: between the kind of study and the area. */
const IN = new RegExp(
  `\\s{1,2}${anyOf("resumes", "between_degree_and_area")}\\s{1,2}(?=\\S)|\\s{0,2}[:–—]\\s{1,2}|,\\s{1,2}|\\s{1,2}-\\s{1,2}`,
  "iu",
);

export function educationFindings(path: string, entry: ReadEntry): Finding[] {
  const findings: Finding[] = [];
  if (entry.organisation) findings.push(pointAt(`${path}/institution`, entry.organisation));
  if (entry.title) append(findings, degreeFindings(path, pieceOfStatement(entry.title)));
  append(findings, periodFindings(path, entry));
  const scored = entry.body.find((statement) => GRADE.test(statement.text) && statement.words.length < 25);
  const score = scored && GRADE.exec(scored.text);
  const piece = scored && score ? cut(pieceOfStatement(scored), score.index, score.index + score[0].length) : null;
  if (piece) findings.push(pointAt(`${path}/score`, piece));
  return findings;
}

function degreeFindings(path: string, degree: Piece): Finding[] {
  const seam = IN.exec(degree.text) ?? afterShort(degree.text);
  const kind = seam && cut(degree, 0, seam.index);
  const rest = seam && cut(degree, seam.index + seam[0].length, degree.text.length);
  const area = rest && bared(rest);
  if (!kind || !area) return [pointAt(`${path}/studyType`, degree)];
  return [pointAt(`${path}/studyType`, kind), pointAt(`${path}/area`, area)];
}

/** `M.A Education Administration`: the area follows the abbreviation. */
function afterShort(text: string): RegExpExecArray | null {
  const short = DEGREE_SHORT.exec(text);
  if (short?.index !== 0) return null;
  const space = /\s{1,2}(?=\p{L}{3})/u.exec(text.slice(short[0].length));
  if (space?.index !== 0) return null;
  space.index = short[0].length;
  return space;
}
