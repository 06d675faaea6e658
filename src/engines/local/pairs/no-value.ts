/** Spans that are no value of a field, whatever stands around them. */
import { memo } from "#contract/memo.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import type { Called } from "#engines/local/match/likeness.ts";
import { isFormWord } from "#engines/local/match/words.ts";
import { optionFor } from "#engines/values/options.ts";
import { fold } from "#language/fold.ts";
import { meaningsOf } from "#language/thesaurus.ts";
import { isMentioned } from "#structure/labels/numbering.ts";
import type { Cell } from "#structure/sheet.ts";
import { goneOn } from "./across-lines.ts";
import type { Asker } from "./asker.ts";
import { COUNTED, isCounted, isOtherMeasure } from "./counted.ts";
import { isOfOtherPeriod } from "./other-period.ts";
import type { Page } from "./paired-pages.ts";
import type { Span } from "./span.ts";
import { isTornAddress } from "./spans.ts";

/** Words that match none of a field's options do not answer it, nor do options that are printed in a row to be ticked. */
export const mayAnswer = ({ leaf, isPrinted }: Asker, span: Span): boolean =>
  leaf.field.enum === undefined || (span.lines === 1 && optionFor(span.raw, leaf.field.enum) !== null && !isPrinted(span));

const HAS_TEXT = /[\p{L}\p{N}\p{Sc}]/u;
const HAS_WORD = /\p{L}{2}|\p{Script=Han}/u;

/**
 * Signs alone, some groups of a number, figures alone as a name, an address or a country, a share as money, a number of the form or of the page, a further line of a label, a number that goes on below, a number that counts where a sum is asked, one of another year, a line of an address as a name, or a
 * part of one where a whole one is asked; the words of a box that is not ticked, but for whether it is.
 */
export const isNoValue = (span: Span, page: Page, { leaf, words, called, asksName, asksMeasure, asksCountry, part }: Asker): boolean =>
  (leaf.kind !== "mark" && !HAS_TEXT.test(span.raw)) ||
  ((leaf.kind === "address" || leaf.kind === "name" || asksCountry) && part === null && !HAS_WORD.test(span.raw)) ||
  (leaf.field.type === "currency" && span.shape === "percent") ||
  isNumbering(span, page, leaf) ||
  (isPageNumber(span.cell) && !(isFooter(span.cell, page) ? asksPage(called) : words.some(meansPage))) ||
  (leaf.field.enum !== undefined && isOfPaper(span, page)) ||
  page.labelled.goesOnLabel(span.cell) ||
  (leaf.kind !== "mark" && isNotTicked(span, page)) ||
  isPartOfPhone(span, page, leaf) ||
  (span.lines === 1 && goneOn(span, page.places.sheet) !== span) ||
  ((leaf.kind === "id" || leaf.kind === "text") && !words.some(asksPart) && page.labelled.isPartOfNumber(span)) ||
  (COUNTED.has(leaf.kind) &&
    (isCounted(span.cell, page.places, leaf.kind, words) ||
      isOfOtherPeriod(span.cell, page.places.sheet, leaf.field) ||
      (asksMeasure && isOtherMeasure(span, leaf.field.name)))) ||
  (asksName && span.from === 0 && page.addresses.isLine(span.cell)) ||
  (leaf.kind === "address" && part === null && isTorn(span, page));

const meansPage = (word: string): boolean => meaningsOf(word).includes("page");
/** Words of a field that may ask for less than the number that is printed. */
const PARTS: ReadonlySet<string> = new Set(
  "without prefix suffix digits last first letters numeric only code year ohne sans sin senza sem zonder bez utan".split(" "),
);
const asksPart = (word: string): boolean => PARTS.has(word);

const PAGE_WORDS_MAX = 4;

/** Whether a field asks for the page alone, by its name or its description; "Book page" and "Your P.O." ask for something else. */
const asksPage = ({ name, description }: Called): boolean =>
  [name, description].some((units) => sayPage(units.filter((unit) => !isFormWord(unit))));
const sayPage = (units: readonly string[]): boolean => units.length > 0 && units.every(meansPage);

/** Whether the page's own number stands in the cell's line, which is the page's last. */
const isFooter = ({ line }: Cell, { places: { sheet } }: Page): boolean => {
  const last = sheet.lines[line] ?? [];
  const isOwn = last.at(-1)?.words.at(-1)?.text === `${sheet.page.number}`;
  return line === sheet.lines.length - 1 && (isOwn || last.some(isPageNumber));
};

const SENTENCE_WORDS = 6;
/** Within a footer's sentence: "valid" of "This document is valid without signature" is said of the paper. */
const isOfPaper = ({ cell, from }: Span, page: Page): boolean => from > 0 && cell.words.length >= SENTENCE_WORDS && isFooter(cell, page);

/** "Page 1", "Seite 2 von 3". */
const isPageNumber = memo(
  ({ words: [first, second, ...more] }: Cell): boolean =>
    first !== undefined &&
    second !== undefined &&
    more.length + 2 <= PAGE_WORDS_MAX &&
    /^\d/.test(second.text) &&
    /^\p{L}{4}/u.test(first.text) &&
    meansPage(fold(first.text)),
  new WeakMap(),
);

const isNotTicked = ({ cell, from, to }: Span, { notTicked }: Page): boolean =>
  notTicked.size > 0 && cell.words.slice(from, to).some((word) => notTicked.has(word));

const isTorn = (span: Span, { spans, addresses }: Page): boolean =>
  isTornAddress(span, spans("block")(span.cell)) || addresses.goesOn(span.cell);

/** "333-9750" of "(209) 333-9750". */
const isPartOfPhone = ({ from, to, cell }: Span, page: Page, { kind }: Leaf): boolean =>
  kind === "phone" &&
  page
    .spans("phone")(cell)
    .some((whole) => whole.from <= from && to <= whole.to && to - from < whole.to - whole.from);

/** The number of a form's line is no value, and no amount where a sentence speaks of it. */
const isNumbering = ({ cell, from, to }: Span, { places }: Page, { kind }: Leaf): boolean =>
  to === from + 1 && ((from === 0 && places.numbering.has(cell)) || (COUNTED.has(kind) && isMentioned(cell, from)));
