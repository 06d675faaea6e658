/** Whether words can be a person's name, in any script. */

import { fold } from "#language/fold.ts";
import { anyOf, phrasesOfAll } from "#language/phrases.ts";
import { bared } from "#resumes/entries/head-cells.ts";
import { DEGREE_WORDS } from "#resumes/lexicon/degrees.ts";
import { sectionHeadingOf } from "#resumes/lexicon/heading-of.ts";
import { endsWithLegalForm } from "#resumes/lexicon/organisations.ts";
import { HONORIFICS, NAME_LABEL, NAME_WORD, NO_NAME, PAPER_TITLE, PARTICLES, POSTNOMINALS } from "#resumes/lexicon/person-words.ts";
import { cut, type Piece } from "#resumes/page/piece.ts";

export type NamePiece = { piece: Piece; labelled: boolean };

/** Maximum number of words without particles, and with them. */
const WORDS_MAX = 6;
const WORDS_AND_PARTICLES_MAX = 9;
/** Any abbreviation after a comma: `, P.H.R.`, `, CSCP`. */
const ABBREVIATED = /,\s{0,2}(?=(?:\P{Lu}{0,20}\p{Lu}){2})[\p{Lu}.&-]{2,9}\p{Ll}?\.?(?=$|[\s,])/gu;
const CASELESS =
  /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Thai}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Georgian}\p{Script=Armenian}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Khmer}\p{Script=Ethiopic}\p{M}ー・々.'’\-\s]+$/u;
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const EAST_ASIAN_LETTERS_MAX = 12;

/** The name in a row or cell: without labels, titles of the document, honorifics and post-nominals. Null when the rest cannot be a name. */
export function nameIn(whole: Piece): NamePiece | null {
  const piece = withoutSpecks(whole);
  const label = NAME_LABEL.exec(piece.text)?.[0].length ?? 0;
  const said = cut(piece, label, piece.text.length);
  const bare = said && withoutTitle(said);
  if (!bare) return null;
  const start = HONORIFICS.exec(bare.text)?.[0].length ?? 0;
  const plain = cut(bare, start, bare.text.length);
  const first = plain
    ? [...plain.text.matchAll(POSTNOMINALS), ...plain.text.matchAll(ABBREVIATED)].find((hit) => hit.index > 2)
    : undefined;
  const name = plain && bared(first ? (cut(plain, 0, first.index) ?? plain) : plain);
  return name && isNameLike(name.text) ? { piece: name, labelled: label > 0 } : null;
}

/** OCR reads pictures and icons as signs: drops words without a letter at the ends of the row. */
function withoutSpecks(piece: Piece): Piece {
  if (piece.words[0]?.source !== "ocr") return piece;
  const hit = /^(?:[^\p{L}\s]{1,3}\s+)+/u.exec(piece.text);
  return (hit && cut(piece, hit[0].length, piece.text.length)) ?? piece;
}

const AFTER_TITLE = new RegExp(`^\\s*${anyOf("resumes", "of_person")}?\\s*[:–—|-]?\\s*`, "iu");

/** `Lebenslauf – Jürgen Müller`, `Resume of Jane Smith`, `Jane Smith – CV`. */
function withoutTitle(piece: Piece): Piece | null {
  const hit = PAPER_TITLE.exec(piece.text);
  if (!hit) return piece;
  const end = hit.index + hit[0].length;
  const lead = AFTER_TITLE.exec(piece.text.slice(end))?.[0].length ?? 0;
  const after = cut(piece, end + lead, piece.text.length);
  const before = cut(piece, 0, hit.index);
  return after ?? (before && bared(before));
}

export function isNameLike(text: string): boolean {
  if (/[\d@:;!?/\\|•·=+*<>{}[\]&%$#_]/.test(text) || text.length > 60 || text.length < 2) return false;
  if (sectionHeadingOf(text)?.sure || endsWithLegalForm(text) || PAPER_TITLE.test(text)) return false;
  if (CASELESS.test(text)) return isCaseless(text);
  const words = text.split(/[\s,]+/).filter((word) => word !== "");
  const bare = words.filter((word) => !PARTICLES.has(fold(word)));
  if (bare.length > WORDS_MAX || words.length > WORDS_AND_PARTICLES_MAX || !words.every((word) => NAME_WORD.test(word))) return false;
  if (words.some((word, i) => NO_NAME.has(fold(word)) && !isInitial(word) && !(i > 0 && i === words.length - 1 && isFamily(word))))
    return false;
  if (DEGREE_WORDS.test(text)) return false;
  const proper = words.filter((word) => /^\P{L}*\p{Lu}/u.test(word) || CASELESS.test(word));
  const others = words.filter((word) => !proper.includes(word));
  return proper.length > 0 && others.every((word) => PARTICLES.has(fold(word)) || ELIDED.test(word)) && /\p{L}{2}/u.test(text);
}

/** `d'Estrées`, `O'Neill`, `al-Masri`. */
const ELIDED = new RegExp(`^${anyOf("resumes", "elided_particles")}['’-]\\p{Lu}`, "iu");

/** Everyday words that are family names too, when they follow a first name. */
const FAMILIES = new Set(phrasesOfAll("resumes", "words_and_surnames"));
const isFamily = (word: string) => FAMILIES.has(fold(word));

const isInitial = (word: string) => /^\p{Lu}\.?$/u.test(word);

function isCaseless(text: string): boolean {
  const letters = text.replace(/[^\p{L}]/gu, "").length;
  if (EAST_ASIAN.test(text)) return letters >= 2 && letters <= EAST_ASIAN_LETTERS_MAX && text.split(/\s+/).length <= 4;
  return letters >= 2 && text.split(/\s+/).length <= WORDS_MAX;
}
