/** Serialises pages: words as short rows, without what can be derived from words. A third of the plain JSON. */
import type { Line, Page, Segment, Word } from "#documents/document.ts";
import { lineFrom, segmentFrom } from "#documents/layout/assemble.ts";

type WireWord = [
  text: string,
  left: number,
  top: number,
  right: number,
  bottom: number,
  certainty: number,
  fontSize: number,
  flags: number,
];
type WirePage = Omit<Page, "lines" | "rulings"> & { lines: WireWord[][][]; rulings: number[] };

/** Lengths are sent in whole hundredths of a unit and certainties in thousandths: integers print and parse several times faster. */
const HUNDREDTHS = 100;
const THOUSANDTHS = 1000;

const BOLD = 1;
const OCR = 2;
/** Above the flags stands the number of the typeface and colour. */
const FACE_SHIFT = 2;

/** The page as bytes. Segments and lines are sent as their words: `pageFromWire` computes their texts and boxes again. */
export function pageToWire(page: Page): Buffer {
  const lines = page.lines.map((line) => line.segments.map((segment) => segment.words.map(toWire)));
  const rulings = page.rulings.flatMap(({ x1, y1, x2, y2 }) => [whole(x1), whole(y1), whole(x2), whole(y2)]);
  return Buffer.from(JSON.stringify({ ...page, lines, rulings } satisfies WirePage));
}

/** Throws SyntaxError or TypeError for bytes that `pageToWire` did not make. */
export function pageFromWire(bytes: Buffer): Page {
  const page = JSON.parse(bytes.toString("utf8")) as WirePage;
  const lines: Line[] = page.lines.map((line) => lineFrom(line.map((segment): Segment => segmentFrom(segment.map(fromWire)))));
  const rulings: Page["rulings"] = [];
  for (let at = 0; at + 3 < page.rulings.length; at += 4) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = page.rulings.slice(at, at + 4).map((value) => value / HUNDREDTHS);
    rulings.push({ x1, y1, x2, y2 });
  }
  return { ...page, lines, rulings };
}

/** The page with the rounding of the wire: work inside the child sees the same figures as work outside. */
export function asArrived(page: Page): Page {
  const rounded = (value: number) => whole(value) / HUNDREDTHS;
  return {
    ...page,
    lines: page.lines.map((line) =>
      lineFrom(line.segments.map((segment) => segmentFrom(segment.words.map((word) => fromWire(toWire(word)))))),
    ),
    rulings: page.rulings.map(({ x1, y1, x2, y2 }) => ({ x1: rounded(x1), y1: rounded(y1), x2: rounded(x2), y2: rounded(y2) })),
  };
}

function whole(value: number): number {
  return Math.round(value * HUNDREDTHS);
}

function toWire({ text, box, certainty, source, fontSize, bold, face = 0 }: Word): WireWord {
  const flags = (bold ? BOLD : 0) + (source === "ocr" ? OCR : 0) + (face << FACE_SHIFT);
  const sure = Math.round(certainty * THOUSANDTHS);
  return [text, whole(box.left), whole(box.top), whole(box.right), whole(box.bottom), sure, whole(fontSize), flags];
}

function fromWire([text, left, top, right, bottom, certainty, fontSize, flags]: WireWord): Word {
  const face = flags >> FACE_SHIFT;
  return {
    text,
    box: { left: left / HUNDREDTHS, top: top / HUNDREDTHS, right: right / HUNDREDTHS, bottom: bottom / HUNDREDTHS },
    certainty: certainty / THOUSANDTHS,
    source: (flags & OCR) === 0 ? "native" : "ocr",
    fontSize: fontSize / HUNDREDTHS,
    bold: (flags & BOLD) !== 0,
    ...(face === 0 ? {} : { face }),
  };
}
