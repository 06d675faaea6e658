/** Test support: a document from typed text, so that a test shows the page it is about. */
import type { Box, Document, Line, Page, Segment, Word } from "#documents/document.ts";
import { boxAround, lineFrom } from "#documents/layout/assemble.ts";

const CHARACTER_WIDTH = 6;
const LINE_PITCH = 14;
const LINE_HEIGHT = 10;
const MARGIN = 20;

/** One text per page; two or more spaces separate segments. Every character is 6 units wide, lines are 14 units apart. */
export function typedDocument(...texts: string[]): Document {
  const pages = texts.map((text, i) => typedPage(text, i + 1));
  return { mimeType: "application/pdf", pageCount: pages.length, pages, pagesFailed: [], truncated: false };
}

function typedPage(text: string, number: number): Page {
  const lines = text.split("\n").flatMap((line, row) => (line.trim() === "" ? [] : [typedLine(line, row)]));
  const page = { number, width: 612, height: 792, textSource: "native", quality: 1, lines } as const;
  return { ...page, rulings: [], formFields: [], hidden: [] };
}

function typedLine(text: string, row: number): Line {
  const segments = [...text.matchAll(/\S+(?: \S+)*/g)].map((hit) => typedSegment(hit[0], hit.index, row));
  return lineFrom(segments);
}

function typedSegment(text: string, column: number, row: number): Segment {
  const words = [...text.matchAll(/\S+/g)].map((hit): Word => {
    const box = boxOf(column + hit.index, hit[0].length, row);
    return { text: hit[0], box, certainty: 1, source: "native", fontSize: LINE_HEIGHT, bold: false };
  });
  return { text, box: boxAround(words), words };
}

function boxOf(column: number, length: number, row: number): Box {
  const left = MARGIN + column * CHARACTER_WIDTH;
  const top = MARGIN + row * LINE_PITCH;
  return { left, top, right: left + length * CHARACTER_WIDTH, bottom: top + LINE_HEIGHT };
}
