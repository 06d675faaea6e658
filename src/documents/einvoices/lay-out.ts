/** Lays the XML of an e-invoice out on pages made for it: a line for each element with its name and value, and the paths of all values. */
import type { Box, InvoiceData, Line, NamedPlace, Page, Word } from "#documents/document.ts";
import { lineFrom, segmentFrom } from "#documents/layout/assemble.ts";
import { cleanText } from "#documents/layout/clean-text.ts";
import { attachmentBytes } from "./attachments.ts";
import { type Omit, stepsIn, type XmlElement } from "./xml-tree.ts";

/** Points; a page of A4 where the file is short. */
const WIDTH = 595;
const MARGIN = 30;
const PITCH = 13;
const TYPE_SIZE = 9;
const CHARACTER_WIDTH = 4.8;
const INDENT = 10;
const VALUES_LEFT = 250;
const LINES_PER_PAGE = 60;
/** A longer file has longer pages. */
const PAGES_MAX = 40;
const CHARACTERS_PER_LINE = Math.floor((WIDTH - MARGIN - VALUES_LEFT) / CHARACTER_WIDTH);
/** Text of one value that is shown; the rest is left out. */
const VALUE_CHARACTERS_MAX = 20_000;
/** A line to be placed: `path` is null for a heading. */
type Row = { depth: number; label: string; path: string | null; value: string };

/** `part`: its name, if it is a part of the file. */
export type LaidOut = { root: XmlElement; omit: Omit; invoice: InvoiceData; part: string | null };

/** `first`: number of the first page. */
export function layOutXml({ root, omit, invoice, part }: LaidOut, first: number): Page[] {
  const rows: Row[] = [];
  collect(root, { path: `/${root.name}`, depth: 0, omit }, rows);
  const printed = rows.flatMap(wrapped);
  const perPage = Math.max(LINES_PER_PAGE, Math.ceil(printed.length / PAGES_MAX));
  const pages: Page[] = [];
  for (let from = 0; from < printed.length; from += perPage) {
    pages.push({
      ...pageOf(printed.slice(from, from + perPage), first + pages.length, perPage),
      ...(part === null ? {} : { part }),
      invoice,
    });
  }
  return pages;
}

type At = { path: string; depth: number; omit: Omit };

function collect(element: XmlElement, { path, depth, omit }: At, rows: Row[]): void {
  const { text, attributes } = element;
  const value = shown(element);
  rows.push({ depth, label: wordsIn(element.name), path: text === "" ? null : path, value });
  for (const [name, written] of attributes) {
    if (written.trim() !== "") rows.push({ depth: depth + 1, label: wordsIn(name), path: `${path}/@${name}`, value: written.trim() });
  }
  for (const [inner, step] of stepsIn(element)) {
    if (!omit(inner)) collect(inner, { path: `${path}/${step}`, depth: depth + 1, omit }, rows);
  }
}

/** The text; of an attachment its size, as its bytes say nothing to a reader. */
function shown(element: XmlElement): string {
  const bytes = attachmentBytes(element);
  return bytes === null ? element.text : `${bytes.length} bytes`;
}

/** `IssueDateTime` is `Issue Date Time`. */
const wordsIn = (name: string): string => name.replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ").replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, "$1 ");

type PrintedRow = { depth: number; label: string; path: string | null; words: string[] };

/** The rows in lines that fit on the page. */
function wrapped({ depth, label, path, value }: Row): PrintedRow[] {
  const lines: string[][] = [[]];
  let room = CHARACTERS_PER_LINE;
  for (const written of value.slice(0, VALUE_CHARACTERS_MAX).split(/\s+/)) {
    const word = cleanText(written);
    if (word === "") continue;
    if (word.length > room && room < CHARACTERS_PER_LINE) {
      lines.push([]);
      room = CHARACTERS_PER_LINE;
    }
    lines.at(-1)?.push(word);
    room -= word.length + 1;
  }
  return lines.map((words, i) => ({ depth, label: i === 0 ? label : "", path, words }));
}

function pageOf(rows: readonly PrintedRow[], number: number, perPage: number): Page {
  const places: NamedPlace[] = [];
  const lines: Line[] = [];
  let right = WIDTH - MARGIN;
  for (const [i, row] of rows.entries()) {
    const top = MARGIN + i * PITCH;
    const label = placed(row.label.split(" "), MARGIN + row.depth * INDENT, top, row.path === null);
    const left = Math.max(VALUES_LEFT, (label.at(-1)?.box.right ?? 0) + 2 * INDENT);
    const value = placed(row.words, left, top, false);
    const segments = [label, value].filter((words) => words.length > 0).map(segmentFrom);
    if (segments.length > 0) lines.push(lineFrom(segments));
    const box = boxOf(value);
    if (row.path !== null && box) addPlace(places, row.path, box);
    right = Math.max(right, box?.right ?? 0);
  }
  return {
    number,
    places,
    width: right + MARGIN,
    height: Math.max(perPage === LINES_PER_PAGE ? 842 : 0, 2 * MARGIN + rows.length * PITCH),
    textSource: "native",
    quality: 1,
    lines,
    rulings: [],
    formFields: [],
    hidden: [],
  };
}

/** A value of several lines has one place. */
function addPlace(places: NamedPlace[], path: string, box: Box): void {
  const last = places.at(-1);
  if (!last || !("path" in last) || last.path !== path) places.push({ path, box });
  else last.box = { left: last.box.left, top: last.box.top, right: Math.max(last.box.right, box.right), bottom: box.bottom };
}

function placed(texts: readonly string[], from: number, top: number, bold: boolean): Word[] {
  let left = from;
  return texts
    .filter((text) => text !== "")
    .map((text) => {
      const box = { left, top, right: left + text.length * CHARACTER_WIDTH, bottom: top + TYPE_SIZE };
      left = box.right + CHARACTER_WIDTH;
      return { text, box, certainty: 1, source: "native", fontSize: TYPE_SIZE, bold };
    });
}

function boxOf(words: readonly Word[]): Box | null {
  const [first] = words;
  const last = words.at(-1);
  return first && last ? { ...first.box, right: last.box.right } : null;
}
