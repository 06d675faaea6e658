/** What a span shows by itself, and where it stands on its page. */

import { smallest } from "#documents/long-lists.ts";
import { POSTCODE } from "#engines/local/candidates/address-blocks.ts";
import { exampleLikeness } from "#engines/local/match/examples.ts";
import { weightOf } from "#engines/local/match/words.ts";
import { hasLegalForm } from "#engines/local/page/legal-form.ts";
import { heightOf } from "#structure/boxes.ts";
import type { Asked } from "./asked.ts";
import type { Span } from "./spans.ts";

export type Whereabouts = {
  width: number;
  height: number;
  usual: number;
  page: number;
  pages: number;
  lineCells: number;
  isHeading: boolean;
  /** The form's number on the span's line or at its label. */
  number: string | null;
  letterhead: number;
  addressee: number;
  /** 1 for the begin of a printed range, -1 for its end. */
  range: number;
  /** One part of so many different texts of the span's form, 0..1. */
  ofShape: number;
  /** 1 for a first and last name from boxes of their own, -1 for one of the two; 0 for fields that do not ask for a whole name. */
  fullName: number;
  /** Lines of its block above the span. */
  linesAbove: number;
  /** How much its type is that of the page's values, and how much more than its label's; -1..1 and -2..2. */
  valueType: number;
  overLabelType: number;
};

/** `times`: how often the same text is a candidate of the field, 0..1. */
export function ownSigns(span: Span, asked: Asked, times: number, where: Whereabouts): number[] {
  const words = span.cell.words.slice(span.from, span.to);
  const characters = Math.max(1, span.raw.length);
  const count = (pattern: RegExp) => (span.raw.match(pattern)?.length ?? 0) / characters;
  const lower = words.filter(({ text }) => /^\p{Ll}{2}/u.test(text)).length / Math.max(1, words.length);
  return [
    span.fit,
    Math.min(1, span.raw.split(" ").length / 12),
    Math.min(1, (span.lines - 1) / 4),
    flag(span.from === 0),
    flag(span.to === span.cell.words.length),
    flag(span.from === 0 && span.to === span.cell.words.length),
    count(/\d/g),
    count(/\p{L}/gu),
    count(/\p{Lu}/gu),
    lower,
    flag(/[:：]\s/u.test(span.raw)),
    flag(/[:：]$/u.test(span.raw)),
    flag(words.every(({ bold }) => bold)),
    Math.min(1, Math.max(0, heightOf(span.box) / Math.max(1, span.lines) / where.usual - 0.8)),
    flag(where.isHeading),
    smallest(words.map(({ certainty }) => certainty)),
    span.box.top / where.height,
    span.box.left / where.width,
    where.page / Math.max(1, where.pages),
    times,
    Math.min(1, where.lineCells / 8),
    words.reduce((sum, { text }) => sum + weightOf(text.toLowerCase()), 0) / Math.max(1, words.length),
    flag(span.continues),
    flag(POSTCODE.test(span.raw)),
    where.letterhead,
    where.addressee,
    flag(hasLegalForm(span.raw)),
    flag(asked.asksIssuer),
    flag(asked.asksAddressee),
    where.range,
    flag(asked.asksStart),
    flag(asked.asksEnd),
    where.ofShape,
    where.fullName,
    Math.min(1, where.linesAbove / 4),
    where.valueType,
    where.overLabelType,
    exampleLikeness(span.raw, asked.examples),
    flag(asked.examples.length > 0),
  ];
}

export const flag = (is: boolean | undefined): number => (is ? 1 : 0);
