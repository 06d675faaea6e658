/** Lays the XML of an e-invoice out on pages made for it: a line for each element with its name and value, and the paths of all values. */
import type { Box, Line, NamedPlace, Page, Word } from "#documents/document.ts";
import { lineFrom, segmentFrom } from "#documents/layout/assemble.ts";
import { cleanText } from "#documents/layout/clean-text.ts";
import type { XmlElement } from "./xml-tree.ts";

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
/** Attachments stand in elements of these names as base64. */
const BINARY = new Set(["AttachmentBinaryObject", "EmbeddedDocumentBinaryObject", "Attachment", "BinaryObject"]);
const BASE64_CHARACTERS_MIN = 24;
const BASE64 = /^[A-Za-z0-9+/=\s]+$/;

/** A line to be placed: `path` is null for a heading. */
type Row = { depth: number; label: string; path: string | null; value: string };

/** `first`: number of the first page. `part`: name of the file, if it is inside of another. */
export function layOutXml(root: XmlElement, first: number, part: string | null): Page[] {
  const rows: Row[] = [];
  collect(root, `/${root.name}`, 0, rows);
  const printed = rows.flatMap(wrapped);
  const perPage = Math.max(LINES_PER_PAGE, Math.ceil(printed.length / PAGES_MAX));
  const pages: Page[] = [];
  for (let from = 0; from < printed.length; from += perPage) {
    pages.push(pageOf(printed.slice(from, from + perPage), first + pages.length, perPage, part));
  }
  return pages;
}

function collect(element: XmlElement, path: string, depth: number, rows: Row[]): void {
  const { elements, text, attributes } = element;
  const value = shown(element);
  rows.push({ depth, label: wordsIn(element.name), path: text === "" ? null : path, value });
  for (const [name, written] of attributes) {
    if (written.trim() !== "") rows.push({ depth: depth + 1, label: wordsIn(name), path: `${path}/@${name}`, value: written.trim() });
  }
  const counts = new Map<string, number>();
  for (const { name } of elements) counts.set(name, (counts.get(name) ?? 0) + 1);
  const seen = new Map<string, number>();
  for (const inner of elements) {
    const place = (seen.get(inner.name) ?? 0) + 1;
    seen.set(inner.name, place);
    const index = (counts.get(inner.name) ?? 0) > 1 ? `[${place}]` : "";
    collect(inner, `${path}/${inner.name}${index}`, depth + 1, rows);
  }
}

/** The text; of an attachment its size, as its bytes say nothing to a reader. */
function shown({ name, text }: XmlElement): string {
  if (!BINARY.has(name) || text.length < BASE64_CHARACTERS_MIN || !BASE64.test(text)) return text;
  return `${Math.floor((text.replace(/[\s=]+/g, "").length * 3) / 4)} bytes`;
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

function pageOf(rows: readonly PrintedRow[], number: number, perPage: number, part: string | null): Page {
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
    ...(part === null ? {} : { part }),
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
