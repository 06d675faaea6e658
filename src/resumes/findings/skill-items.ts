/** A list of skills in one statement: its label, if it has one, and its items. */
import { anyOf } from "#language/phrases.ts";
import { bared } from "#resumes/entries/head-cells.ts";
import { cut, type Piece } from "#resumes/page/piece.ts";

export type SkillList = { label: Piece | null; items: Piece[] };

const SEPARATORS = new RegExp(`[,;|•·●∙⋅▪◦、،；，]|\\s[/&+–—-]\\s|\\s${anyOf("resumes", "item_conjunctions")}\\s(?=[^,;]{0,60}$)`, "giu");
/** `(3 years)`, `(Less than 1 year)`, `- 5 years`, `: Expert`, `★★★`. */
export const LEVEL = new RegExp(
  `\\s?[([](?:${anyOf("resumes", "less_than")}\\s?)?\\d{0,3}\\+?\\s?(?:[\\d.]{1,5}\\+?\\s?)?${anyOf("resumes", "time_of_use")}\\.?[^()[\\]]*[)\\]]` +
    `|\\s?[([]?${anyOf("resumes", "skill_levels_at_end")}[)\\]]\\s?$|(?<![★☆●○■□▪⬤◯])[★☆●○■□▪⬤◯]+\\s?$`,
  "giu",
);
const ITEM_WORDS_MAX = 6;
const LABEL_WORDS_MAX = 6;

export function skillItems(piece: Piece): SkillList {
  const label = labelOf(piece);
  const rest = label ? cut(piece, label.end, piece.text.length) : piece;
  return { label: label?.piece ?? null, items: rest ? itemsOf(rest) : [] };
}

function labelOf(piece: Piece): { piece: Piece; end: number } | null {
  const colon = /^([^:：]{2,60}?)\s{0,2}(?:[:：]{1,3}\s?-?|\s[-–—]\s(?=[^,]+,))\s{0,2}/u.exec(piece.text);
  if (colon?.[1] && !/^https?$/i.test(colon[1]) && colon[1].split(/\s+/).length <= LABEL_WORDS_MAX && !/,.*,/.test(colon[1])) {
    const label = cut(piece, 0, colon[1].length);
    return label && { piece: label, end: colon[0].length };
  }
  const plain = piece.words.findIndex((word) => !word.bold);
  if (plain <= 0 || plain > LABEL_WORDS_MAX || piece.words.slice(plain).some((word) => word.bold)) return null;
  const end = piece.words.slice(0, plain).reduce((sum, word) => sum + word.text.length + 1, 0) - piece.start;
  const label = cut(piece, 0, end);
  return label && !/,$/.test(label.text) ? { piece: bared(label) ?? label, end } : null;
}

function itemsOf(piece: Piece): Piece[] {
  const items: Piece[] = [];
  let from = 0;
  for (const seam of [...seams(piece.text), { at: piece.text.length, length: 0 }]) {
    const item = itemAt(piece, from, seam.at);
    if (item) items.push(item);
    from = seam.at + seam.length;
  }
  return items;
}

/** Separators outside brackets. */
function seams(text: string): { at: number; length: number }[] {
  let depth = 0;
  const depths =
    [...text].length === text.length ? Array.from(text, (sign) => (depth += "([".includes(sign) ? 1 : ")]".includes(sign) ? -1 : 0)) : [];
  return [...text.matchAll(SEPARATORS)]
    .filter((hit) => (depths[hit.index] ?? 0) <= 0)
    .map((hit) => ({ at: hit.index, length: hit[0].length }));
}

function itemAt(piece: Piece, from: number, to: number): Piece | null {
  const part = cut(piece, from, to);
  if (!part) return null;
  const level = [...part.text.matchAll(LEVEL)][0];
  const named = level ? (level.index > 0 ? cut(part, 0, level.index) : null) : part;
  const bare = named && bared(named);
  const clean = bare && /[^.]\.$/.test(bare.text) && !/\b\w\.\w\.$/.test(bare.text) ? cut(bare, 0, bare.text.length - 1) : bare;
  if (!clean || clean.words.length > ITEM_WORDS_MAX || clean.text.length > 60 || !/\p{L}/u.test(clean.text)) return null;
  return clean;
}
