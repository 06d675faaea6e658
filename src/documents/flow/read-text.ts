/** Reads plain text of any common encoding: one page, or one per form feed. */
import chardet from "chardet";
import type { Page } from "#documents/document.ts";
import type { Block } from "./block.ts";
import { CharactersLeft } from "./characters-left.ts";
import { layOut } from "./lay-out.ts";

/** Bytes that the guess of an encoding looks at. */
const SAMPLE_BYTES = 64 * 1024;

/** Pages ascending by number; none for a text without a letter. */
export function readText(bytes: Uint8Array, left = new CharactersLeft(Number.POSITIVE_INFINITY)): Page[] {
  return pagesOfText(left.take(decodeText(bytes)));
}

/** Pages of text that is decoded already. */
export function pagesOfText(text: string): Page[] {
  return text
    .split("\f")
    .filter((page) => page.trim() !== "")
    .map((page, i) => layOut(page.split(/\r\n|[\r\n\u2028\u2029\u0085\v]/).map(paragraph), i + 1));
}

function paragraph(line: string): Block {
  return { kind: "paragraph", runs: [{ text: line, size: 0, bold: false }] };
}

/** UTF-8 and UTF-16 when the bytes are that, else the encoding that its letters make likely (chardet). */
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
