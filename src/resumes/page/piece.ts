/** A stretch of words with its text; cutting the text keeps track of its words. */
import type { Word } from "#documents/document.ts";

/** `text` is part of the words joined by single spaces; `start` is its offset in that. */
export type Piece = { text: string; words: Word[]; page: number; start: number };

export function pieceOf(words: Word[], page: number): Piece {
  return { text: joined(words), words, page, start: 0 };
}

/** The characters `from` to `to` of the piece's text, trimmed; null when only spaces are left. */
export function cut(piece: Piece, from: number, to: number): Piece | null {
  const raw = piece.text.slice(from, to);
  const text = raw.trim();
  if (text === "") return null;
  const start = piece.start + from + raw.indexOf(text);
  const end = start + text.length;
  const words: Word[] = [];
  let at = 0;
  let first = 0;
  for (const word of piece.words) {
    if (at < end && at + word.text.length > start) {
      if (words.length === 0) first = at;
      words.push(word);
    }
    at += word.text.length + 1;
  }
  return { text, words, page: piece.page, start: start - first };
}

/** Splits the piece at every match of a pattern with the global flag; empty parts are left out. */
export function split(piece: Piece, pattern: RegExp): Piece[] {
  const parts: Piece[] = [];
  let from = 0;
  for (const hit of piece.text.matchAll(pattern)) {
    const part = cut(piece, from, hit.index);
    if (part) parts.push(part);
    from = hit.index + hit[0].length;
  }
  const last = cut(piece, from, piece.text.length);
  return last ? [...parts, last] : parts;
}

/** Without the pattern's match at the beginning or the end of the text. */
export function stripped(piece: Piece, edge: RegExp): Piece | null {
  const hit = edge.exec(piece.text);
  if (!hit || hit[0] === "") return piece;
  return hit.index === 0 ? cut(piece, hit[0].length, piece.text.length) : cut(piece, 0, hit.index);
}

function joined(words: readonly Word[]): string {
  return words.map((word) => word.text).join(" ");
}
