/** Stretches of a row that may be the title or the employer of a job, proposed generously: most of them are neither. */
import { anyOf, WORD_END, WORD_START } from "#language/phrases.ts";
import { bared, type HeadCell } from "#resumes/entries/head-cells.ts";
import { cut, type Piece, pieceOf } from "#resumes/page/piece.ts";
import { type Look, ROW_WORDS_MAX } from "./looks.ts";

/** How a candidate is cut from its row. */
export const CUTS = ["cell", "before", "after", "joined", "wrapped", "bare", "inner", "slash", "sentence", "told"] as const;
export type Cut = (typeof CUTS)[number];
export type Candidate = { piece: Piece; cut: Cut };

const WORDS_MAX = 12;
const COMMAS_MAX = 4;
const SLASHES_MAX = 3;
/** Rows of at most so many words may go on in the next row. */
const WRAPPED_WORDS_MAX = 8;

const LINK = new RegExp(
  `\\s(?:${anyOf("resumes", "at_organisation")}|${anyOf("resumes", "after_head")})\\s(?:${anyOf("resumes", "name_articles")}\\s)?(?=\\p{Lu})`,
  "gu",
);
const AS = new RegExp(`${anyOf("resumes", "works_as")}\\s(?:${anyOf("resumes", "title_articles")}\\s)?`, "giu");
/** Running text that may tell a job. */
const TELLS = new RegExp(`${WORD_START}${anyOf("resumes", "works_as")}\\s`, "iu");
const END_OF_NAME = new RegExp(`[,;(]|\\.(?:\\s|$)|\\s${anyOf("resumes", "after_told_name")}${WORD_END}`, "iu");

type Part = { part: Piece | null; how: Cut };

/** Each text once. Running text has only what its first sentence says, and what stands around `at`. */
export function candidatesOf({ row, cells, prose, title, name }: Look, next: Look | undefined): Candidate[] {
  const found = new Map<string, Candidate>();
  const add = ({ part, how }: Part) => {
    const bare = part && bared(part);
    if (!bare || bare.words.length > WORDS_MAX || !/\p{L}{2}|\p{Lu}|\p{Lo}/u.test(bare.text) || found.has(bare.text)) return;
    found.set(bare.text, { piece: bare, cut: how });
  };
  const isLong = row.piece.words.length > (prose ? WORDS_MAX : ROW_WORDS_MAX);
  if ((prose || row.bullet) && title === 0 && name < 2 && !TELLS.test(row.piece.text)) return [];
  for (const [i, { piece }] of cells.entries()) {
    const parts = partsOf(piece);
    if (isLong) {
      for (const part of parts) if (part.how === "sentence" || part.how === "told") add(part);
      continue;
    }
    add({ part: piece, how: "cell" });
    for (const part of parts) add(part);
    add({ part: joinedWith(row.piece, cells[i], cells[i + 1]), how: "joined" });
  }
  const [only] = cells;
  const more = next?.cells[0];
  if (only && more && cells.length === 1 && !prose && next.row.block === row.block && !next.row.bullet) {
    const words = [...only.piece.words, ...more.piece.words];
    if (only.piece.words.length <= WRAPPED_WORDS_MAX && more.piece.words.length <= WRAPPED_WORDS_MAX)
      add({ part: pieceOf(words, row.page), how: "wrapped" });
  }
  return [...found.values()];
}

/** Two cells with what separates them. */
function joinedWith(row: Piece, one: HeadCell | undefined, two: HeadCell | undefined): Piece | null {
  if (!one || !two) return null;
  const from = row.text.indexOf(one.piece.text);
  const to = row.text.indexOf(two.piece.text, from + one.piece.text.length);
  return from < 0 || to < 0 ? null : cut(row, from, to + two.piece.text.length);
}

function partsOf(piece: Piece): Part[] {
  const { text } = piece;
  const sentence = /\.\s/.exec(text);
  const bracket = /\s\(([^()]+)\)\s{0,2}[.,]?$/u.exec(text);
  return [
    ...commaParts(piece),
    ...(bracket
      ? ([
          { part: cut(piece, 0, bracket.index), how: "bare" },
          { part: cut(piece, bracket.index + 2, text.lastIndexOf(")")), how: "inner" },
        ] as const)
      : []),
    ...slashParts(piece),
    ...(sentence ? ([{ part: cut(piece, 0, sentence.index), how: "sentence" }] as const) : []),
    ...toldParts(piece),
  ];
}

function commaParts(piece: Piece): Part[] {
  const commas = [...piece.text.matchAll(/,\s+/g)].map(({ index }) => index).slice(0, COMMAS_MAX);
  const end = piece.text.length;
  return commas.flatMap((at, i): Part[] => {
    const next = commas[i + 1];
    const both: Part[] = [
      { part: cut(piece, 0, at), how: "before" },
      { part: cut(piece, at, end), how: "after" },
    ];
    return next === undefined ? both : [...both, { part: cut(piece, at, next), how: "after" }];
  });
}

function slashParts(piece: Piece): Part[] {
  const slashes = [...piece.text.matchAll(/\s?\/\s?/g)];
  if (slashes.length === 0 || slashes.length > SLASHES_MAX) return [];
  const ends = [...slashes.map(({ index }) => index), piece.text.length];
  return ends.map((to, i) => {
    const before = slashes[i - 1];
    return { part: cut(piece, before ? before.index + before[0].length : 0, to), how: "slash" };
  });
}

/** `Trainee at Example Ltd, Leeds`, `Worked as a trainee with Example Ltd since 2015`. */
function toldParts(piece: Piece): Part[] {
  const { text } = piece;
  return [...text.matchAll(LINK)].flatMap((link): Part[] => {
    const after = cut(piece, link.index + link[0].length, text.length);
    const end = after ? END_OF_NAME.exec(after.text) : null;
    const as = [...text.slice(0, link.index).matchAll(AS)].at(-1);
    return [
      { part: cut(piece, 0, link.index), how: "told" },
      { part: after && end ? cut(after, 0, end.index) : after, how: "told" },
      ...(as ? [{ part: cut(piece, as.index + as[0].length, link.index), how: "told" } as const] : []),
    ];
  });
}
