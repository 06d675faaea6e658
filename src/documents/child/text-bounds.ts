/**
 * Bounds the text of every document: words per line, characters per word, and UTF-8 bytes in all. Later steps may therefore take time that
 * grows with the square of a line's words, never of a document's.
 */
import { LIMITS } from "#contract/limits.ts";
import type { Line, Page, Segment, Word } from "#documents/document.ts";
import { lineFrom, segmentFrom } from "#documents/layout/assemble.ts";

export class TextBounds {
  /** True once something was left out. */
  truncated = false;
  /** True once the bytes are used up: later pages are left out. */
  spent = false;
  private left: number;

  constructor(bytes: number) {
    this.left = bytes;
  }

  /** The page with what fits. Nothing is lost except what exceeds the limit of bytes. */
  fit(page: Page): Page {
    const lines = this.kept(page.lines.flatMap(bounded));
    const hidden = this.kept(page.hidden.map((each) => ({ ...each, text: this.cut(each.text) })));
    const formFields = page.formFields.map((field) => ({ ...field, value: field.value && this.cut(field.value) }));
    return { ...page, lines, hidden, formFields };
  }

  /** The texts for which bytes are left. */
  private kept<T extends { text: string }>(texts: readonly T[]): T[] {
    const end = texts.findIndex(({ text }) => {
      this.left -= Buffer.byteLength(text) + 1;
      return this.left < 0;
    });
    if (end < 0) return [...texts];
    this.spent = true;
    this.truncated = true;
    return texts.slice(0, end);
  }

  private cut(text: string): string {
    if (text.length <= LIMITS.documentValueCharactersMax) return text;
    this.truncated = true;
    return text.slice(0, endOf(text, LIMITS.documentValueCharactersMax));
  }
}

/** The line, or several of at most as many words as a line may have. */
function bounded(line: Line): Line[] {
  const segments = line.segments.some(({ words }) => words.some(isLong)) ? line.segments.map(withParts) : line.segments;
  const words = segments.reduce((sum, segment) => sum + segment.words.length, 0);
  if (words > LIMITS.documentLineWordsMax) return broken(segments);
  return [segments === line.segments ? line : lineFrom(segments)];
}

const isLong = ({ text }: Word): boolean => text.length > LIMITS.documentWordCharactersMax;

function withParts({ words }: Segment): Segment {
  return segmentFrom(words.flatMap((word) => (isLong(word) ? partsOf(word) : [word])));
}

/** Parts of the word, each with the box of the whole word. */
function partsOf(word: Word): Word[] {
  const parts: Word[] = [];
  for (let from = 0; from < word.text.length; ) {
    const end = endOf(word.text, from + LIMITS.documentWordCharactersMax);
    parts.push({ ...word, text: word.text.slice(from, end) });
    from = end;
  }
  return parts;
}

function broken(segments: readonly Segment[]): Line[] {
  const lines: Segment[][] = [];
  let left = 0;
  for (const { words } of segments) {
    for (let from = 0; from < words.length; ) {
      if (left === 0) {
        lines.push([]);
        left = LIMITS.documentLineWordsMax;
      }
      const some = words.slice(from, from + left);
      lines.at(-1)?.push(segmentFrom(some));
      from += some.length;
      left -= some.length;
    }
  }
  return lines.map(lineFrom);
}

/** `at`, or one less when `at` is inside a surrogate pair. */
function endOf(text: string, at: number): number {
  return /[\ud800-\udbff]/.test(text[at - 1] ?? "") ? at - 1 : at;
}
