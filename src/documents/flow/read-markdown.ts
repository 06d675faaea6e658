/** Reads Markdown (CommonMark with the tables of GitHub) as the page that it describes. */
import { Marked } from "marked";
import type { Block } from "./block.ts";
import { htmlBlocks } from "./html-blocks.ts";

/** Lines of prose are kept as they are: an address in Markdown has one line for each of its parts. */
const marked = new Marked({ gfm: true, breaks: true, async: false });

/** Throws TaskFailure `deadline_exceeded` for a text of too many elements. */
export function markdownBlocks(text: string): Block[] {
  return htmlBlocks(marked.parse(text, { async: false }));
}
