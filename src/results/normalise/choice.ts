/** Yes and no, options, signatures. */
import { smallest } from "#documents/long-lists.ts";
import type { Finding } from "#engines/engine.ts";
import { optionFor } from "#engines/values/options.ts";
import { fold } from "#language/fold.ts";
import { anyOf } from "#language/phrases.ts";
import { wordsOfAll } from "#language/words.ts";
import { type Reader, type Reading, sure } from "./reading.ts";

const YES = new Set([...wordsOfAll(({ yes }) => yes), "x", "checked", "on", "1"].map(fold));
const NO = new Set([...wordsOfAll(({ no }) => no), "unchecked", "off", "0"].map(fold));
const TICKS = /^[[(]?\s*[xX✓✔☑☒■●✗✘]\s*[\])]?$/u;
const EMPTY_TICKS = /^(?:[☐□○]|\[\s*\]|\(\s*\))$/u;

export const readBoolean: Reader = (raw) => {
  const mark = raw.trim();
  if (TICKS.test(mark)) return sure(true);
  if (EMPTY_TICKS.test(mark)) return sure(false);
  const word = fold(raw);
  if (YES.has(word)) return sure(true);
  if (NO.has(word)) return sure(false);
  return null;
};

/** Any words or mark mean that it is signed; the name of the signer is in the raw text. */
export const readSignature: Reader = (raw) => (raw.trim() === "" ? null : sure(true));

export const readEnum: Reader = (raw, { field }) => optionReading(raw, field.enum ?? []);

const BETWEEN_OPTIONS = new RegExp(`[,;/|\\n]| ${anyOf("results", "conjunctions_of_options")} `);

export const readMultiEnum: Reader = (raw, { field }) => {
  const options = field.enum ?? [];
  const whole = optionReading(raw, options);
  const parts = raw.split(BETWEEN_OPTIONS).flatMap((part) => optionReading(part, options) ?? []);
  const readings = parts.length > 0 ? parts : whole ? [whole] : [];
  if (readings.length === 0) return null;
  const values = [...new Set(readings.map((reading) => reading.value))];
  return { value: values, confidence: smallest(readings.map((reading) => reading.confidence)), doubts: [] };
};

function optionReading(raw: string, options: readonly string[]): Reading | null {
  const found = optionFor(raw, options);
  return found && { value: found.option, confidence: found.confidence, doubts: [] };
}

/** An answer that the engine gave itself (check marks, classify), as text; it is read by the same rules as printed words. */
export function answerText(value: NonNullable<Finding["value"]>): string {
  return typeof value === "boolean" ? (value ? "yes" : "no") : value;
}
