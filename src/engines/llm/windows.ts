/** Numbers a document's lines and cuts them into windows that fit into a model's context. */

import { TaskFailure } from "#contract/task-errors.ts";
import type { Document, Page } from "#documents/document.ts";
import type { ModelLimits } from "#platform/models/models.ts";
import { laidOut } from "./laid-out.ts";
import { BYTES_PER_TOKEN, tokensIn } from "./tokens.ts";

/** A line as the model sees it. `number` is 1-based on its page. */
export type NumberedLine = { page: number; number: number; text: string };
/** Consecutive lines of the document. `context`: lines before them, for orientation only. */
export type Window = { lines: NumberedLine[]; context: NumberedLine[] };

/** For the line number and the line break. */
const TOKENS_PER_LINE = 3;

/** For the words around the document, those of a chat template, and a note. */
const RESERVED_TOKENS = 250;
/** A smaller window has hardly a row of a table and its headings. */
const SPARE_TOKENS_LEAST = 400;

/**
 * Tokens that a call has for lines of the document; `fixed`: of the prompt besides them. Some models have a token for each digit, so that
 * documents full of numbers get less. Throws TaskFailure when the model's context is too small for these fields.
 */
export function spareTokens({ contextTokens, outputTokensMax }: ModelLimits, fixed: number, lines: readonly NumberedLine[]): number {
  const spare = contextTokens - outputTokensMax - fixed - RESERVED_TOKENS;
  if (spare >= SPARE_TOKENS_LEAST) return Math.floor(spare / digitsFactor(lines));
  const message = `The model's context of ${contextTokens} tokens is too small: these fields need ${contextTokens - spare + SPARE_TOKENS_LEAST}. Raise the context of its server, or ask for fewer fields.`;
  throw new TaskFailure("provider_refused", { message });
}

/** How many times more tokens the lines may be than tokensIn says: 1 without digits, 3 for digits alone. */
function digitsFactor(lines: readonly NumberedLine[]): number {
  const text = lines
    .map((line) => line.text)
    .join("")
    .replaceAll(" ", "");
  const digits = text.replace(/\D/g, "").length;
  return 1 + ((BYTES_PER_TOKEN - 1) * digits) / Math.max(1, Buffer.byteLength(text));
}

const costOf = (line: NumberedLine) => tokensIn(line.text) + TOKENS_PER_LINE;

export function numberedLinesOf(document: Document): NumberedLine[] {
  return document.pages.flatMap((page) => laidOut(page).map((text, i) => ({ page: page.number, number: i + 1, text })));
}

/** Lines that are in two windows, so that a row or sentence at the border is whole in one of them. */
const OVERLAP_LINES = 6;
/** Lines from the beginning of the document that every later window is shown: they name the columns. */
const CONTEXT_LINES = 40;
const CONTEXT_SHARE_MAX = 0.25;

/** Windows of at most `tokensMax` tokens, ending at a page break where that leaves them at least half full. Always at least one. */
export function windowsOf(lines: readonly NumberedLine[], tokensMax: number): Window[] {
  const windows: Window[] = [];
  let from = 0;
  do {
    const context = from === 0 ? [] : contextOf(lines.slice(0, from), tokensMax * CONTEXT_SHARE_MAX);
    const budget = tokensMax - sum(context);
    let to = from;
    let used = 0;
    let pageEnd = -1;
    for (; to < lines.length; to++) {
      const line = lines[to];
      if (!line) break;
      if (to > from && used + costOf(line) > budget) break;
      if (to > from && line.page !== lines[to - 1]?.page && used * 2 > budget) pageEnd = to;
      used += costOf(line);
    }
    if (to < lines.length && pageEnd > 0) to = pageEnd;
    windows.push({ lines: lines.slice(from, to), context });
    if (to >= lines.length) break;
    from = Math.max(from + 1, to - OVERLAP_LINES);
  } while (from < lines.length);
  return windows;
}

/** The part of a window after a place, with the lines before it as context. */
export function restOf(window: Window, after: { page: number; number: number }): Window {
  const at = window.lines.findIndex((line) => line.page > after.page || (line.page === after.page && line.number > after.number));
  const from = at < 0 ? window.lines.length : at;
  return {
    lines: window.lines.slice(from),
    context: window.context.length > 0 ? window.context : window.lines.slice(0, Math.min(from, CONTEXT_LINES)),
  };
}

function contextOf(before: readonly NumberedLine[], tokensMax: number): NumberedLine[] {
  const context: NumberedLine[] = [];
  let used = 0;
  for (const line of before.slice(0, CONTEXT_LINES)) {
    used += costOf(line);
    if (used > tokensMax) break;
    context.push(line);
  }
  return context;
}

function sum(lines: readonly NumberedLine[]): number {
  return lines.reduce((total, line) => total + costOf(line), 0);
}

/** Pages below this quality are also sent as pictures: their text alone may mislead. */
const PICTURE_QUALITY_BELOW = 0.75;
/** Words below this certainty may be misread. */
const WORD_CERTAINTY_MIN = 0.9;
/** Minimum share of a page's words that OCR read or doubts: logos, slogans and the labels of charts are not worth the tokens of a picture. */
const PICTURE_WORDS_MIN = 0.2;

/**
 * The pages that OCR read, wholly or in a good part, or whose text layer is doubtful; all pages where most are so. Measured on six such
 * documents with a strong model: their mean is 98.8 with pictures and 91.4 without, for 15 % of the tokens of twenty documents.
 */
export function pagesForPictures<P extends Pick<Page, "quality" | "lines">>(pages: readonly P[]): P[] {
  const doubtful = pages.filter(isDoubtful);
  return doubtful.length * 2 > pages.length ? [...pages] : doubtful;
}

function isDoubtful({ quality, lines }: Pick<Page, "quality" | "lines">): boolean {
  if (quality < PICTURE_QUALITY_BELOW) return true;
  const words = lines.flatMap(({ segments }) => segments.flatMap((segment) => segment.words));
  const doubted = words.filter(({ source, certainty }) => source === "ocr" || certainty < WORD_CERTAINTY_MIN);
  return doubted.length > 0 && doubted.length >= words.length * PICTURE_WORDS_MIN;
}
