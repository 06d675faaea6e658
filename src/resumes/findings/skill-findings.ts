/** Skills as the résumé lists them: in its skills sections, and in labelled lists elsewhere. */

import { append } from "#documents/long-lists.ts";
import type { Finding } from "#engines/engine.ts";
import { fold } from "#language/fold.ts";
import { anyOf } from "#language/phrases.ts";
import { isSkillLabel } from "#resumes/lexicon/skill-labels.ts";
import { pieceOfStatement } from "#resumes/outline/statements.ts";
import type { Outline, SectionKind, Statement } from "#resumes/outline.ts";
import type { Piece } from "#resumes/page/piece.ts";
import { productsIn, singled } from "./known-skills.ts";
import { spokenList } from "./language-findings.ts";
import { pointAt } from "./point-at.ts";
import { type SkillList, skillItems } from "./skill-items.ts";

const ITEMS_MAX = 400;

export function skillFindings(outline: Outline): Finding[] {
  const findings: Finding[] = [];
  const seen = new Set<string>();
  let row = 0;
  for (const list of lists(outline)) {
    const items = list.items.flatMap(singled).filter((item) => isNew(seen, item.text));
    if (items.length === 0 || seen.size > ITEMS_MAX) continue;
    if (list.label) {
      findings.push(pointAt(`/skills/${row}/name`, list.label));
      append(findings, itemFindings(items, row));
      row += 1;
    } else {
      for (const item of items) {
        findings.push(pointAt(`/skills/${row}/name`, item));
        row += 1;
      }
    }
  }
  for (const piece of namedElsewhere(outline)) {
    if (seen.size > ITEMS_MAX || !isNew(seen, piece.text)) continue;
    findings.push(pointAt(`/skills/${row}/name`, piece));
    row += 1;
  }
  return findings;
}

/** Products and techniques by name, anywhere in the résumé. */
function namedElsewhere(outline: Outline): Piece[] {
  const sections = outline.sections.filter(({ kind, heading }) => SPEAKING.includes(kind) && !(kind === "header" && heading));
  const statements = sections.flatMap((section) => [...section.statements, ...section.entries.flatMap((entry) => entry.body)]);
  return statements.flatMap((statement) => productsIn(pieceOfStatement(statement)));
}

const SPEAKING: readonly SectionKind[] = [
  "skills",
  "work",
  "projects",
  "summary",
  "certificates",
  "other",
  "header",
  "education",
  "awards",
];

function itemFindings(items: readonly Piece[], row: number): Finding[] {
  return items.map((item, i) => pointAt(`/skills/${row}/keywords/${i}`, item));
}

function isNew(seen: Set<string>, text: string): boolean {
  const key = fold(text) === "" ? text : text.toLowerCase();
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

function lists(outline: Outline): SkillList[] {
  const found: SkillList[] = [];
  for (const section of outline.sections) {
    const inSkills = section.kind === "skills";
    const all = [...section.statements, ...section.entries.flatMap((entry) => entry.body)];
    const lists = all.flatMap((statement) => listIn(statement, inSkills) ?? []);
    append(found, inSkills ? withHeads(lists) : lists);
  }
  return found;
}

const LEVEL_ALONE = new RegExp(`^${anyOf("resumes", "skill_levels")}$`, "iu");

/** A skill alone above an enumeration, several times in a row, is the name of the list. */
function withHeads(lists: readonly SkillList[]): SkillList[] {
  const all = lists
    .map((list) => ({ ...list, items: list.items.filter((item) => !LEVEL_ALONE.test(item.text)) }))
    .filter((list) => list.items.length > 0);
  const heads = all.map((list, i) => isAlone(list) && isListed(all[i + 1]) && (i === 0 || isListed(all[i - 1])));
  if (heads.filter(Boolean).length < 2) return all;
  return all.flatMap((list, i) => (heads[i] ? [] : [{ ...list, label: heads[i - 1] ? (all[i - 1]?.items[0] ?? null) : list.label }]));
}

const isAlone = (list: SkillList) => !list.label && list.items.length === 1;
const isListed = (list: SkillList | undefined) => list !== undefined && !list.label && list.items.length > 1;

/** Outside the skills section only lists labelled as skills, tools or technologies. */
function listIn(statement: Statement, inSkills: boolean): SkillList | null {
  const piece = pieceOfStatement(statement);
  if (spokenList(piece)) return null;
  const list = skillItems(piece);
  if (inSkills) return isSentence(statement, list) ? null : list;
  return list.label && isSkillLabel(list.label.text) && !isSentence(statement, list) ? list : null;
}

const WORDS_PER_ITEM_MAX = 5;

function isSentence(statement: Statement, list: SkillList): boolean {
  return list.items.length === 0 || (statement.words.length / Math.max(1, list.items.length) > WORDS_PER_ITEM_MAX && list.items.length < 3);
}
