/** Tells kinds of text apart by how they begin. */
import type { MimeType } from "#contract/file-types.ts";
import { delimiterOf } from "./delimited.ts";

const SAMPLE_BYTES = 64 * 1024;
const BEGINNING_CHARACTERS = 4096;
const HTML_START = /^<(?:!doctype\s{1,9}html|html|head|body)\b/i;
/** A picture, whatever its letters say. */
const SVG_START = /^<(?:!DOCTYPE\s{1,9}svg|svg)\b/i;
const XML_START = /^<(?:\?xml\s|!DOCTYPE\s|[A-Za-z_][\w.:-]{0,100}[\s/>])/;
/** RTF begins with letters but is not plain text. */
const RICH_TEXT = "{\\rtf";
/** Control characters that text has none of; tab, line and page breaks are text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\x01-\x08\x0e-\x1a\x1c-\x1f]/g;
/** Share of characters that may be control characters: copied text brings some along. */
const CONTROL_SHARE_MAX = 0.01;

/** What matches no other format and has hardly any control characters is plain text; null when it is not even that. */
export function textTypeOf(bytes: Buffer): MimeType | null {
  const text = sampleText(bytes);
  if (text.startsWith(RICH_TEXT) || !isText(text)) return null;
  const beginning = text.slice(0, BEGINNING_CHARACTERS);
  const start = afterProlog(beginning);
  if (HTML_START.test(start)) return "text/html";
  if (SVG_START.test(start)) return null;
  if (XML_START.test(beginning.trimStart())) return "application/xml";
  if (isMail(text)) return "message/rfc822";
  const delimiter = delimiterOf(text, bytes.length <= SAMPLE_BYTES);
  // A table of Markdown also has its cells between bars.
  if (isMarkdown(text)) return "text/markdown";
  if (delimiter !== null) return delimiter === "\t" ? "text/tab-separated-values" : "text/csv";
  return "text/plain";
}

/** Without an XML declaration and comments, which may precede a page's first element (HTML Living Standard, 13.1). */
function afterProlog(text: string): string {
  let rest = text.trimStart();
  if (rest.startsWith("<?xml")) rest = behind(rest, ">");
  while (rest.startsWith("<!--")) rest = behind(rest, "-->");
  return rest;
}

/** The text after the first `end`; empty when there is none. */
function behind(text: string, end: string): string {
  const at = text.indexOf(end);
  return at < 0 ? "" : text.slice(at + end.length).trimStart();
}

function isText(text: string): boolean {
  return !text.includes("\0") && (text.match(CONTROL)?.length ?? 0) <= text.length * CONTROL_SHARE_MAX;
}

function sampleText(bytes: Buffer): string {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  if (sample[0] === 0xff && sample[1] === 0xfe) return sample.subarray(2, sample.length & ~1).toString("utf16le");
  if (sample[0] === 0xfe && sample[1] === 0xff)
    return Buffer.from(sample.subarray(2, sample.length & ~1))
      .swap16()
      .toString("utf16le");
  return sample.toString("latin1").replace(/^\xef\xbb\xbf/, "");
}

/** A field of a mail's head, or a line that goes on with one (RFC 5322, 2.2). Archives of mail put a line `From ` in front. */
const HEAD_LINE = /^(?:[!-9;-~]{1,76}:|[ \t]|From |>From )/;
/** Fields that programs write: a text that begins with `From:` and `To:` is none yet. */
const MADE_BY_MAILERS =
  /^(?:Message-ID|MIME-Version|Received|Return-Path|Delivered-To|DKIM-Signature|X-Mailer|Content-Transfer-Encoding):/i;
const SENDER = /^(?:From|Sender|Return-Path):/i;
const HEAD_LINES_MAX = 2_000;

function isMail(text: string): boolean {
  const head = headOf(text);
  return head.some((line) => SENDER.test(line)) && head.some((line) => MADE_BY_MAILERS.test(line));
}

/** What a mailer signs is a mail without its sender (RFC 8551, 3.1): text with a head that says what it is. */
export function isMailBody(bytes: Buffer): boolean {
  return headOf(sampleText(bytes)).some((line) => CONTENT_TYPE.test(line));
}
const CONTENT_TYPE = /^Content-Type:/i;

/** The lines above the first empty one; none where one of them is no line of a mail's head. */
function headOf(text: string): string[] {
  const lines = text.split("\n", HEAD_LINES_MAX).map((line) => line.replace(/\r$/, ""));
  const end = lines.indexOf("");
  const head = end < 0 ? lines.slice(0, -1) : lines.slice(0, end);
  return head.every((line) => HEAD_LINE.test(line)) ? head : [];
}

/** The line below the head of a table. */
const TABLE_RULE = /^ {0,3}\|?(?: *:?-{3,}:? *\|){1,100}(?: *:?-{3,}:? *)?$/;
const MARKDOWN_SIGNS = [/^#{1,6} \S/, /^```/, /\*\*[^*\s][^*]{0,200}\*\*/, /\[[^\]]{1,200}\]\([^)\s]{1,500}\)/, /^> \S/] as const;
const LINES_LOOKED_AT = 400;

/** A table's rule, or two different signs of which one begins a line. */
function isMarkdown(text: string): boolean {
  const lines = text.split("\n", LINES_LOOKED_AT).map((line) => line.trimEnd());
  if (lines.some((line, i) => i > 0 && line.includes("|") && TABLE_RULE.test(line))) return true;
  const seen = MARKDOWN_SIGNS.filter((sign) => lines.some((line) => sign.test(line)));
  const headings = lines.filter((line) => MARKDOWN_SIGNS[0].test(line)).length;
  return headings >= 2 || seen.length >= 2;
}
