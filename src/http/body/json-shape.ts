/**
 * Checks depth and number of values of a JSON text before it is parsed: parsing 60 MB of `{},` takes 2 GB and blocks the event loop for ten
 * seconds, and recursion into a deep value overflows the stack. Skips strings at memory speed, so a base64 file costs nothing.
 */
import { invalid } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Throws ApiError 422. Invalid JSON is left to the parser. */
export function checkShape(bytes: Buffer): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < bytes.length; at++) {
    const sign = bytes[at];
    if (sign === QUOTE) at = endOfText(bytes, at + 1);
    else if (sign === COMMA) values++;
    else if (sign === OPEN_LIST || sign === OPEN_OBJECT) {
      values++;
      depth++;
    } else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) depth--;
    if (depth > LIMITS.bodyLevelsMax) throw tooDeep();
    if (values > LIMITS.bodyValuesMax) throw tooMany();
  }
}

/** Index of the closing quote. */
function endOfText(bytes: Buffer, start: number): number {
  const quote = bytes.indexOf(QUOTE, start);
  if (quote < 0) return bytes.length;
  if (bytes[quote - 1] !== BACKSLASH) return quote;
  // Few strings have an escape before their first quote; those are scanned byte by byte.
  for (let at = start; at < bytes.length; at++) {
    if (bytes[at] === QUOTE) return at;
    if (bytes[at] === BACKSLASH) at++;
  }
  return bytes.length;
}

function tooDeep() {
  return invalid(["body"], `The JSON is nested deeper than ${LIMITS.bodyLevelsMax} levels. Send it with fewer.`, "too_deep");
}

function tooMany() {
  return invalid(["body"], `The JSON has more than ${LIMITS.bodyValuesMax} values. Send fewer at a time.`, "too_many");
}
