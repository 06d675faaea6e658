/** Reads Markdown (CommonMark with the tables of GitHub) as the page that it describes. */
import { Marked } from "marked";
import { tooDeep } from "#documents/too-deep.ts";
import type { Block } from "./block.ts";
import { htmlBlocks } from "./html-blocks.ts";
import { textBlocks } from "./read-text.ts";

/** A longer text is read as it stands. */
const CHARACTERS_MAX = 200_000;
/** So is a longer part without an empty line: the parser's time grows with the square of some texts. */
const PART_CHARACTERS_MAX = 8_000;
/** Lines of prose are kept as they are: an address in Markdown has one line for each of its parts. */
const marked = new Marked({ gfm: true, breaks: true, async: false });

/** Throws TaskFailure `deadline_exceeded` for a text of too many elements. */
export function markdownBlocks(text: string): Block[] {
  if (text.length > CHARACTERS_MAX) return textBlocks(text);
  return partsOf(text).flatMap((part) => (part.length > PART_CHARACTERS_MAX ? textBlocks(part) : htmlBlocks(htmlOf(part))));
}

const LINE_END = /\r\n?|\n/;
const FENCE = /^ {0,3}(?:```|~~~)/;

/** Parts between empty lines; code between fences is one, whatever is in it. */
function partsOf(text: string): string[] {
  const parts: string[][] = [[]];
  let fenced = false;
  for (const line of text.split(LINE_END)) {
    if (FENCE.test(line)) fenced = !fenced;
    if (line.trim() === "" && !fenced) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
}

/** The parser calls itself for what is inside of something else. */
function htmlOf(text: string): string {
  try {
    return marked.parse(text, { async: false });
  } catch (cause) {
    if (cause instanceof RangeError) throw tooDeep("markdown");
    throw cause;
  }
}
