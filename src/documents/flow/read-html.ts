/** Reads an HTML page as the text a visitor sees. */
import { convert } from "html-to-text";
import { TaskFailure } from "#contract/task-errors.ts";
import type { Page } from "#documents/document.ts";
import { CharactersLeft } from "./characters-left.ts";
import { decodeText, pagesOfText } from "./read-text.ts";

const DECLARED_CHARSET = /<meta\s[^<>]{0,200}?charset\s?=\s?["']?([\w-]{1,40})/i;
/** HTML requires the encoding to be declared within these bytes (HTML Living Standard, 4.2.5.4). */
const CHARSET_WITHIN_BYTES = 1024;
/** Ten times a rich page. The parser's time grows with the square of open elements, the library's with the square of a table's rows. */
const TAGS_MAX = 30_000;
const DEPTH_MAX = 400;

/** Throws TaskFailure `deadline_exceeded` for a page with more elements than that. */
export function readHtml(bytes: Uint8Array, left = new CharactersLeft(Number.POSITIVE_INFINITY)): Page[] {
  return pagesOfText(left.take(htmlText(decodeHtml(bytes))));
}

/** Throws TaskFailure `deadline_exceeded`. */
export function refuseTooManyTags(html: string): void {
  let tags = 0;
  for (let at = html.indexOf("<"); at >= 0; at = html.indexOf("<", at + 1)) if (++tags > TAGS_MAX) throw tooManyElements();
}

function htmlText(html: string): string {
  refuseTooManyTags(html);
  return convert(html, {
    wordwrap: false,
    limits: { maxChildNodes: TAGS_MAX, maxDepth: DEPTH_MAX, maxInputLength: html.length + 1 },
    selectors: [
      { selector: "a", options: { ignoreHref: true } },
      { selector: "img", format: "skip" },
      { selector: "title", format: "skip" },
      { selector: "nav", format: "skip" },
      { selector: "[hidden]", format: "skip" },
      ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: "ul", options: { itemPrefix: "- " } },
      { selector: "table", format: "dataTable", options: { uppercaseHeaderCells: false } },
    ],
  });
}

function tooManyElements(): TaskFailure {
  const message = `Reading the page was stopped at a resource limit: it has more than ${TAGS_MAX} elements. Send its text, or a PDF of it.`;
  return new TaskFailure("deadline_exceeded", { message, internal: "too many tags" });
}

export function decodeHtml(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, CHARSET_WITHIN_BYTES)).toString("latin1");
  const declared = DECLARED_CHARSET.exec(head)?.[1];
  try {
    if (declared !== undefined) return new TextDecoder(declared).decode(bytes);
  } catch {
    // The declared encoding is unknown: guess it from the bytes.
  }
  return decodeText(bytes);
}
