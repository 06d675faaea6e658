/** Serialises a whole document for a child that works on what was read elsewhere: the summary and each page on a line of its own. */
import { setImmediate } from "node:timers/promises";
import type { Document } from "#documents/document.ts";
import { pageFromWire, pageToWire } from "./page-wire.ts";
import type { ReadSummary } from "./protocol.ts";

const LINE_END = Buffer.from("\n");

/** One page per turn of the event loop: a dense page takes milliseconds. */
export async function documentToWire({ pages, ...summary }: Document): Promise<Buffer> {
  const lines: Uint8Array[] = [Buffer.from(JSON.stringify(summary))];
  for (const page of pages) {
    lines.push(LINE_END, pageToWire(page));
    await setImmediate();
  }
  return Buffer.concat(lines);
}

/** Throws SyntaxError or TypeError for bytes that `documentToWire` did not make. */
export function documentFromWire(bytes: Buffer): Document {
  const { summary, pages } = partedWire(bytes);
  return { ...summary, pages: pages.map(pageFromWire) };
}

/** Each page as bytes of page-wire.ts. Throws SyntaxError for bytes that `documentToWire` did not make. */
export function partedWire(bytes: Buffer): { summary: ReadSummary; pages: Buffer[] } {
  const [summary, ...pages] = linesOf(bytes);
  return { summary: JSON.parse(summary?.toString("utf8") ?? "") as ReadSummary, pages };
}

/** JSON contains no raw line break, so each line is one value. */
function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let from = 0; from <= bytes.length; ) {
    const end = bytes.indexOf(LINE_END, from);
    const to = end < 0 ? bytes.length : end;
    lines.push(bytes.subarray(from, to));
    from = to + 1;
  }
  return lines;
}
