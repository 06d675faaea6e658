/** Reads plain text of any common encoding: one page, or one per form feed. */
import chardet from "chardet";
import type { Page } from "#documents/document.ts";
import type { Block } from "./block.ts";
import { CharactersLeft } from "./characters-left.ts";
import { layOut } from "./lay-out.ts";

/** Bytes from which the encoding is guessed. */
const SAMPLE_BYTES = 64 * 1024;

/** Pages ascending by number; none for a text without a letter. */
export function readTextFile(bytes: Uint8Array, left = new CharactersLeft(Number.POSITIVE_INFINITY)): Page[] {
  return pagesOfText(left.take(decodeText(bytes)));
}

/** Pages of decoded text. */
export function pagesOfText(text: string): Page[] {
  return text
    .split("\f")
    .filter((page) => page.trim() !== "")
    .map((page, i) => layOut(page.split(LINE_END).map(paragraph), i + 1));
}

/** The lines of a text; a form feed begins another page. */
export function textBlocks(text: string): Block[] {
  return text.split("\f").flatMap((page, i): Block[] => {
    const lines = page.split(LINE_END).map(paragraph);
    return i === 0 ? lines : [{ kind: "break" }, ...lines];
  });
}

const LINE_END = /\r\n|[\r\n\u2028\u2029\u0085\v]/;

function paragraph(line: string): Block {
  return { kind: "paragraph", runs: [{ text: line, size: 0, bold: false }] };
}

/** UTF-8 or UTF-16 when the bytes are valid as such, else the encoding that chardet finds likely. */
export function decodeText(bytes: Uint8Array): string {
  const marked = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null;
  if (marked) return new TextDecoder(marked).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const guess = chardet.detect(bytes.subarray(0, SAMPLE_BYTES));
    return decoderOf(guess === null || guess === "UTF-8" ? "windows-1252" : guess).decode(bytes);
  }
}

function decoderOf(encoding: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(encoding);
  } catch {
    return new TextDecoder("windows-1252");
  }
}
