/** Rows in reading order to the outline: sections with their entries and statements. */
import type { Outline, Section, Statement } from "#recruiting/outline.ts";
import { cut } from "#recruiting/resume/page/piece.ts";
import { findPeriod } from "#recruiting/resume/periods/find-period.ts";
import type { BodyStyle } from "./body-style.ts";
import { educationEntriesOf } from "./education-entries.ts";
import { entriesOf } from "./entries.ts";
import { bared } from "./head-cells.ts";
import { listStatementsOf } from "./list-statements.ts";
import type { ReadEntry } from "./read-entry.ts";
import type { RawSection } from "./sections-of.ts";
import { pieceOfStatement, statementOf, statementsOf } from "./statements.ts";

export function outlineOf(sections: readonly RawSection[], body: BodyStyle): Outline {
  return { sections: sections.map((section) => sectionOf(section, body)) };
}

function sectionOf({ kind, heading, rows }: RawSection, body: BodyStyle): Section {
  const title = heading && statementOf(heading);
  const section = { kind, heading: title, entries: [], statements: [] };
  switch (kind) {
    case "work":
    case "volunteer":
    case "projects":
      return { ...section, ...entriesOf(rows, body) };
    case "education":
      return { ...section, ...educationEntriesOf(rows, body) };
    case "certificates":
    case "awards":
    case "publications":
      return { ...section, entries: statementsOf(rows, body).map(oneLineEntry) };
    case "skills":
    case "languages":
    case "interests":
      return { ...section, statements: listStatementsOf(rows, body) };
    case "header":
      return { ...section, statements: rows.map((row) => statementOf(row.piece, row.bullet)) };
    default:
      return { ...section, statements: statementsOf(rows, body) };
  }
}

const SEAM = /\s+[-–—|•·]\s+/u;

/** `AWS Certified Architect – Amazon, 2022`. */
function oneLineEntry(statement: Statement): ReadEntry {
  const entry: ReadEntry = { title: statement, organisation: null, place: null, period: null, body: [] };
  const piece = pieceOfStatement(statement);
  const found = findPeriod(piece.text);
  const atEdge = found && (found.from <= 1 || found.to >= piece.text.length - 1);
  const rest = found && atEdge ? (cut(piece, 0, found.from) ?? cut(piece, found.to, piece.text.length)) : piece;
  const bare = rest && bared(rest);
  if (!bare) return entry;
  const seam = SEAM.exec(bare.text);
  const title = seam ? cut(bare, 0, seam.index) : bare;
  const issuer = seam ? cut(bare, seam.index + seam[0].length, bare.text.length) : null;
  return {
    ...entry,
    title: title && { ...statementOf(title), bullet: statement.bullet },
    organisation: issuer && statementOf(issuer),
    period: found && atEdge ? found.period : null,
    periodAt: found && atEdge ? cut(piece, found.from, found.to) : null,
  };
}
