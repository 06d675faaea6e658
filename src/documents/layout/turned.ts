/** Text that runs up, down or upside down: its boxes in the reader's view, and back. */
import type { Box, Line, Page, Ruling, Segment } from "#documents/document.ts";
import type { PlacedWord, Turn } from "./placed-word.ts";

/** A box after the page is turned `turn` degrees counter-clockwise about its origin; coordinates may become negative. */
export function turnedBack({ left, top, right, bottom }: Box, turn: Turn): Box {
  if (turn === 90) return { left: top, top: -right, right: bottom, bottom: -left };
  if (turn === 180) return { left: -right, top: -bottom, right: -left, bottom: -top };
  if (turn === 270) return { left: -bottom, top: left, right: -top, bottom: right };
  return { left, top, right, bottom };
}

/** Undoes `turnedBack`. */
export function turnedOn(box: Box, turn: Turn): Box {
  return turnedBack(box, ((360 - turn) % 360) as Turn);
}

export function readerWord(placed: PlacedWord): PlacedWord {
  if (placed.turn === 0) return placed;
  return { ...placed, word: { ...placed.word, box: turnedBack(placed.word.box, placed.turn) } };
}

export function readerRuling(ruling: Ruling, turn: Turn): Ruling {
  if (turn === 0) return ruling;
  const { left, top, right, bottom } = turnedBack({ left: ruling.x1, top: ruling.y1, right: ruling.x2, bottom: ruling.y2 }, turn);
  return { x1: left, y1: top, x2: right, y2: bottom };
}

/** A line found in the reader's view, with its boxes in page coordinates. */
export function pageLine(line: Line, turn: Turn): Line {
  if (turn === 0) return line;
  return withBoxes(line, (box) => turnedOn(box, turn));
}

/** The line with all its boxes mapped by `place`. */
export function withBoxes(line: Line, place: (box: Box) => Box): Line {
  const segments: Segment[] = line.segments.map((segment) => ({
    text: segment.text,
    box: place(segment.box),
    words: segment.words.map((word) => ({ ...word, box: place(word.box) })),
  }));
  return { text: line.text, box: place(line.box), segments };
}

/** The page turned upright by its main turn; hidden text and links keep their coordinates. */
export function uprightPage(page: Page): Page {
  const { turn = 0, width, height } = page;
  if (turn === 0) return page;
  const upright = (box: Box) => boxUpright(box, page);
  const lines = page.lines.map((line) => withBoxes(line, upright));
  const formFields = page.formFields.map((field) => ({ ...field, box: upright(field.box) }));
  const rulings = page.rulings.map((ruling) => {
    const { left, top, right, bottom } = upright({ left: ruling.x1, top: ruling.y1, right: ruling.x2, bottom: ruling.y2 });
    return { x1: left, y1: top, x2: right, y2: bottom };
  });
  const size = turn === 180 ? { width, height } : { width: height, height: width };
  const ink = page.ink ? { ink: page.ink.map(upright) } : {};
  const marks = page.marks ? { marks: page.marks.map((mark) => ({ ...mark, box: upright(mark.box) })) } : {};
  return { ...page, ...size, turn: 0, lines, formFields, rulings, ...ink, ...marks };
}

/** A box of the page in the coordinates of `uprightPage(page)`. */
export function boxUpright(box: Box, page: Page): Box {
  return moved(turnedBack(box, page.turn ?? 0), cornerOf(page), 1);
}

/** A box on `uprightPage(page)` in the coordinates of the page. */
export function boxOnPage(box: Box, page: Page): Box {
  return turnedOn(moved(box, cornerOf(page), -1), page.turn ?? 0);
}

/** Offset from the origin, after turning, of the page corner that the reader sees at the top left. */
function cornerOf({ turn = 0, width, height }: Page): { x: number; y: number } {
  return { x: turn === 180 ? width : turn === 270 ? height : 0, y: turn === 90 ? width : turn === 180 ? height : 0 };
}

function moved({ left, top, right, bottom }: Box, by: { x: number; y: number }, times: 1 | -1): Box {
  const [x, y] = [times * by.x, times * by.y];
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
}
