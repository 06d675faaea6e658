/** Reads Markdown (CommonMark with the tables of GitHub) as the page that it describes. */
import { Marked } from "marked";
import { tooDeep } from "#documents/too-deep.ts";
import type { Block } from "./block.ts";
import { htmlBlocks } from "./html-blocks.ts";
import { textBlocks } from "./read-text.ts";

/** Lines of prose are kept as they are: an address in Markdown has one line for each of its parts. */
const marked = new Marked({ gfm: true, breaks: true, async: false });

/** A longer text is read as it stands: the parser's time grows with the square of some texts. */
const CHARACTERS_MAX = 200_000;

/** Throws TaskFailure `deadline_exceeded` for a text of too many elements. */
export function markdownBlocks(text: string): Block[] {
  if (text.length > CHARACTERS_MAX) return textBlocks(text);
  return htmlBlocks(htmlOf(text));
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
