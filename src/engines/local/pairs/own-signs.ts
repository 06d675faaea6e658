/** What a span shows by itself, and where it stands on its page. */

import { memo } from "#contract/memo.ts";
import { smallest } from "#documents/long-lists.ts";
import { POSTCODE } from "#engines/local/candidates/address-blocks.ts";
import { exampleLikeness } from "#engines/local/match/examples.ts";
import { weightOf } from "#engines/local/match/words.ts";
import { hasLegalForm } from "#engines/local/page/legal-form.ts";
import { valuesIn } from "#engines/local/page/values-in.ts";
import { digitsIn, lettersIn } from "#language/counts.ts";
import { heightOf } from "#structure/boxes.ts";
import type { Asked } from "./asked.ts";
import { isShare } from "./counted.ts";
import type { Span } from "./span.ts";

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
  /** Whether it stands where what the field asks for stands without a label: a title, who signs, a position. */
  hasRole: boolean;
};

/** A cell and a description of so many words are long. */
const CELL_WORDS = 20;
const DESCRIPTION_WORDS = 12;
const MONEY = /\p{Sc}|\d[.,]\d{2}(?![\d.,])/u;

/** What the span's words show for any field. */
const shownBy = memo(({ cell, from, to, raw }: Span) => {
  const words = cell.words.slice(from, to);
  const characters = Math.max(1, raw.length);
  return {
    words: Math.min(1, raw.split(" ").length / 12),
    digits: digitsIn(raw) / characters,
    letters: lettersIn(raw) / characters,
    capitals: (raw.match(/\p{Lu}/gu)?.length ?? 0) / characters,
    lower: words.filter(({ text }) => /^\p{Ll}{2}/u.test(text)).length / Math.max(1, words.length),
    colonInside: flag(/[:：]\s/u.test(raw)),
    colonEnd: flag(/[:：]$/u.test(raw)),
    bold: flag(words.every(({ bold }) => bold)),
    certainty: smallest(words.map(({ certainty }) => certainty)),
    weight: words.reduce((sum, { text }) => sum + weightOf(text.toLowerCase()), 0) / Math.max(1, words.length),
    postcode: flag(POSTCODE.test(raw)),
    company: flag(hasLegalForm(raw)),
    date: flag(valuesIn(cell, "date").some((date) => date.from < to && date.to > from)),
    money: flag(MONEY.test(raw)),
    share: flag(isShare({ cell, to, raw })),
  };
}, new WeakMap());

/** `times`: how often the same text is a candidate of the field, 0..1. */
export function ownSigns(span: Span, asked: Asked, times: number, where: Whereabouts): number[] {
  const shown = shownBy(span);
  return [
    span.fit,
    shown.words,
    Math.min(1, (span.lines - 1) / 4),
    flag(span.from === 0),
    flag(span.to === span.cell.words.length),
    flag(span.from === 0 && span.to === span.cell.words.length),
    shown.digits,
    shown.letters,
    shown.capitals,
    shown.lower,
    shown.colonInside,
    shown.colonEnd,
    shown.bold,
    Math.min(1, Math.max(0, heightOf(span.box) / Math.max(1, span.lines) / where.usual - 0.8)),
    flag(where.isHeading),
    shown.certainty,
    span.box.top / where.height,
    span.box.left / where.width,
    where.page / Math.max(1, where.pages),
    times,
    Math.min(1, where.lineCells / 8),
    shown.weight,
    flag(span.continues),
    shown.postcode,
    where.letterhead,
    where.addressee,
    shown.company,
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
    shown.date,
    shown.money,
    shown.share,
    flag(asked.asksShare),
    flag(span.within),
    Math.min(1, span.cell.words.length / CELL_WORDS),
    Math.min(1, asked.called.description.length / DESCRIPTION_WORDS),
    flag(where.hasRole),
  ];
}

export const flag = (is: boolean | undefined): number => (is ? 1 : 0);
