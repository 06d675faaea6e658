/** What tells one page of a stack from the next: its paper, type, words, numbers, labels and layout, each by itself. */
import type { Document, Page } from "#documents/document.ts";
import { fold, tokensOf } from "#language/fold.ts";
import { type KindScore, kindScores, type Trait } from "#packets/kinds/kinds.ts";
import { heightOf } from "#structure/boxes.ts";
import { labelledValues } from "#structure/labels/labelled-values.ts";
import { type Mark, marksOf } from "#structure/layout/marks.ts";
import { type Cell, type Sheet, sheetsOf, textOf } from "#structure/sheet.ts";
import { itemsOf, traitsOf } from "./looks.ts";
import { type PageNumber, pageNumberOf } from "./page-number.ts";
import { isSeparator } from "./separator.ts";

export type PageFacts = {
  /** 1-based place in the document. */
  number: number;
  /** The file inside of the document that it is of, such as an attachment; null for the document itself. */
  part: string | null;
  /** Nothing to read: the back of a sheet, or one that parts documents. */
  blank: boolean;
  separates: boolean;
  /** Points or pixels of the page as it is read, and how it was read. */
  width: number;
  height: number;
  source: Page["textSource"];
  /** Words without figures, and how often each. */
  words: ReadonlyMap<string, number>;
  wordCount: number;
  /** Numbers of customers and accounts, VAT ids, domains, addresses of mail. */
  codes: ReadonlySet<string>;
  /** Those of the first lines. */
  headCodes: ReadonlySet<string>;
  dates: ReadonlySet<string>;
  /** Words of the first and the last lines. */
  head: ReadonlySet<string>;
  foot: ReadonlySet<string>;
  numbering: PageNumber | null;
  /** The largest type in the upper third, and how many times as high as most of the text it is. */
  title: string;
  titleSize: number;
  /** Folded texts in large type or capitals in the upper half, largest first. */
  titles: readonly string[];
  /** The first lines, folded, in one text. */
  headText: string;
  /** The last lines, folded, in one text. */
  footText: string;
  /** All of the page, folded. */
  text: string;
  /** How it looks, of the looks that some kinds of documents have. */
  traits: ReadonlySet<Trait>;
  /** Numbers of the forms that its head or foot names: "1040" of "Form 1040 (2024)". */
  forms: ReadonlySet<string>;
  /** Numbers of the forms that it is a sheet to: "1040" of "Schedule 1 (Form 1040)" and "Attach to Form 1040". */
  sheetTo: ReadonlySet<string>;
  /** The first and the last number that a line begins with, such as a clause's or a row's; null where none does. */
  items: { first: number; last: number } | null;
  /** How much the page is like each common kind of document. */
  kinds: ReadonlyMap<string, KindScore>;
  /** Height of most of the text as a share of the page's. */
  bodySize: number;
  /** Folded labels with their folded values. */
  labels: ReadonlyMap<string, string>;
  marks: readonly Mark[];
  headMarks: readonly Mark[];
  /** The first line goes on with a sentence; the last one does not end it. */
  startsLow: boolean;
  endsOpen: boolean;
  /** Shares of the page where the print begins and ends. */
  top: number;
  bottom: number;
};

const HEAD_LINES = 3;
const HEAD_CODE_LINES = 6;
const TEXT_LINES = 15;
const FOOT_TEXT_LINES = 3;
const TITLES_SHARE = 0.5;
const TITLE_SIZE = 1.25;
const CAPITALS_MAX = 60;
const TITLES_MAX = 8;
const TITLE_SHARE = 0.33;
const WORD_MIN = 3;
const CODE_MIN = 5;
const CODE = /^(?=[^\d]*\d)[\p{L}\d][\p{L}\d/.:_-]*$/u;
/** A word of letters, digits and hyphens with a dot and a domain of two to four letters. */
const SITE = /^(?:[\p{L}\d-]{1,63}\.){1,4}\p{L}{2,4}$/u;
const DATE = /^(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4})$/;
const AMOUNT = /^[^\d]?-?\d{1,3}(?:[.,' ]\d{3})*(?:[.,]\d{1,4})?[^\d]?$/;
const HEAD_OF_MARKS = 250;

/** A page with fewer letters than this is blank: specks and punch holes are read as single letters. */
const LETTERS_MIN = 6;

export function pageFactsOf(document: Document): PageFacts[] {
  return sheetsOf(document).map(factsOf);
}

function factsOf(sheet: Sheet): PageFacts {
  const { page, cells, lines } = sheet;
  const written = lines.filter((line) => line.length > 0);
  const texts = textsOf(cells);
  const { words, count } = wordsOf(texts);
  const heights = cells.map(({ box }) => heightOf(box)).sort((a, b) => a - b);
  const body = heights[heights.length >> 1] ?? 0;
  const title = titleOf(sheet, body);
  const marks = marksOf([sheet]);
  const first = written[0]?.[0]?.text ?? "";
  const last = written.at(-1)?.at(-1)?.text ?? "";
  const titles = titlesOf(sheet, body);
  const text = ` ${fold(texts.join(" "))} `;
  const separates = isSeparator(text);
  const traits = traitsOf(sheet, count);
  const headText = foldedLines(written.slice(0, TEXT_LINES));
  const footText = foldedLines(written.slice(-FOOT_TEXT_LINES));
  return {
    number: page.number,
    part: page.part ?? null,
    blank: separates || texts.join("").replace(/[^\p{L}\p{N}]/gu, "").length < LETTERS_MIN,
    separates,
    width: page.width,
    height: page.height,
    source: page.textSource,
    words,
    wordCount: count,
    codes: codesOf(texts),
    headCodes: codesOf(textsOf(written.slice(0, HEAD_CODE_LINES).flat())),
    dates: new Set(texts.filter((text) => DATE.test(text))),
    head: wordsOfLines(written.slice(0, HEAD_LINES)),
    foot: wordsOfLines(written.slice(-HEAD_LINES)),
    numbering: pageNumberOf(sheet),
    title: title.text,
    titleSize: title.size,
    titles,
    headText,
    footText,
    text,
    traits,
    kinds: kindScores({ titles: titles.map((each) => ` ${each} `), head: headText, foot: footText, all: text, traits }),
    forms: new Set([...`${headText}${footText}`.matchAll(FORM)].map(([, number = ""]) => number)),
    sheetTo: new Set([...headText.matchAll(SHEET_TO)].map(([, number = ""]) => number)),
    items: itemsOf(written),
    bodySize: page.height > 0 ? body / page.height : 0,
    labels: labelsOf(sheet),
    marks,
    headMarks: marks.filter(([, , , top]) => top < HEAD_OF_MARKS),
    startsLow: /^\p{Ll}/u.test(first),
    endsOpen: /[\p{L},]$/u.test(last),
    top: (written[0]?.[0]?.box.top ?? 0) / (page.height || 1),
    bottom: (written.at(-1)?.[0]?.box.bottom ?? 0) / (page.height || 1),
  };
}

const foldedLines = (lines: readonly (readonly Cell[])[]): string =>
  ` ${fold(lines.flatMap((line) => line.map(({ text }) => text)).join(" "))} `;

/** A number of a form behind its word: "form 1040 ", "form w 9 ". */
const FORM = / forms? (\d\p{L}?\d{1,4}\p{L}{0,3}|\p{L} \d\p{L}{0,3})(?= )/gu;

/** What such a sheet says above its lines: "schedule 1 form 1040 ", "attach to your form 1040 ". */
const SHEET_TO = / (?:schedule \p{L}?\d{0,2}|attach(?:ed)? to(?: your)?) forms? (\d\p{L}?\d{1,4}\p{L}{0,3}|\p{L} \d\p{L}{0,3})(?= )/gu;

const textsOf = (cells: readonly Cell[]): string[] => cells.flatMap(({ words }) => words.map(({ text }) => text));

function wordsOf(texts: readonly string[]): { words: Map<string, number>; count: number } {
  const words = new Map<string, number>();
  let count = 0;
  for (const text of texts) {
    if (/\p{N}/u.test(text)) continue;
    for (const token of tokensOf(text)) {
      if (token.length < WORD_MIN) continue;
      words.set(token, (words.get(token) ?? 0) + 1);
      count += 1;
    }
  }
  return { words, count };
}

function codesOf(texts: readonly string[]): Set<string> {
  const codes = new Set<string>();
  for (const text of texts) {
    const bare = text.replace(/^[(#[]|[).,;:\]]$/gu, "");
    if (bare.includes("@") || SITE.test(bare)) codes.add(bare.toLowerCase());
    else if (bare.length >= CODE_MIN && CODE.test(bare) && !DATE.test(bare) && !AMOUNT.test(bare)) codes.add(fold(bare));
    else if (/^\d{5,}$/.test(bare)) codes.add(bare);
  }
  return codes;
}

function wordsOfLines(lines: readonly (readonly Cell[])[]): Set<string> {
  return new Set(lines.flatMap((line) => line.flatMap(({ text }) => tokensOf(text))).filter((token) => !/^\d+$/.test(token)));
}

function titleOf({ cells, page }: Sheet, body: number): { text: string; size: number } {
  let best: Cell | null = null;
  for (const cell of cells) {
    if (cell.box.top > TITLE_SHARE * page.height || !/\p{L}{3}/u.test(cell.text)) continue;
    if (!best || heightOf(cell.box) > 1.05 * heightOf(best.box)) best = cell;
  }
  return best ? { text: fold(best.text), size: body > 0 ? heightOf(best.box) / body : 0 } : { text: "", size: 0 };
}

function titlesOf({ cells, page }: Sheet, body: number): string[] {
  const large = cells.filter(({ text, box }) => {
    if (box.top > TITLES_SHARE * page.height || !/\p{L}{2}/u.test(text)) return false;
    return heightOf(box) > TITLE_SIZE * body || (text === text.toUpperCase() && text.length <= CAPITALS_MAX);
  });
  return large
    .sort((a, b) => heightOf(b.box) - heightOf(a.box))
    .slice(0, TITLES_MAX)
    .map(({ text }) => fold(text));
}

function labelsOf(sheet: Sheet): Map<string, string> {
  const labels = new Map<string, string>();
  for (const { label, upper, value } of labelledValues(sheet, new Set())) {
    const name = fold(textOf([...upper.flatMap(({ words }) => words), ...label.cell.words.slice(label.from, label.to)]));
    if (value && name.length >= WORD_MIN && !labels.has(name)) labels.set(name, fold(textOf(value.cell.words.slice(value.from, value.to))));
  }
  return labels;
}
