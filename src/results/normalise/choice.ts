/** Yes and no, options, signatures. */
import { smallest } from "#documents/long-lists.ts";
import type { Finding } from "#engines/engine.ts";
import { optionFor } from "#engines/values/options.ts";
import { fold } from "#language/fold.ts";
import { anyOf } from "#language/phrases.ts";
import { yesOrNo } from "#language/yes-no.ts";
import { type Reader, type Reading, sure } from "./reading.ts";

const YES = new Set(["x", "checked", "on", "1"]);
const NO = new Set(["unchecked", "off", "0"]);
const TICKS = /^[[(]?\s*[xX✓✔☑☒■●✗✘]\s*[\])]?$/u;
const EMPTY_TICKS = /^(?:[☐□○]|\[\s*\]|\(\s*\))$/u;
/** Signs of check boxes before their words. */
const SIGNS = /([☑☒✓✔✗✘]|\[[xX✓✔]\]|\([xX✓✔]\))|[☐□○]|\[\s*\]|\(\s*\)/gu;

type Option = { checked: boolean; words: string };

/** The words behind each sign; what stands before the first one is no option. */
function optionsIn(raw: string): Option[] {
  const signs = [...raw.matchAll(SIGNS)];
  return signs.map((sign, i) => ({
    checked: sign[1] !== undefined,
    words: raw.slice(sign.index + sign[0].length, signs[i + 1]?.index).trim(),
  }));
}

export const readBoolean: Reader = (raw) => {
  const mark = raw.trim();
  if (TICKS.test(mark)) return sure(true);
  if (EMPTY_TICKS.test(mark)) return sure(false);
  const options = optionsIn(raw);
  if (options.length > 0) return readBoxes(options);
  const word = fold(raw);
  const said = yesOrNo(raw) ?? (YES.has(word) ? true : NO.has(word) ? false : null);
  return said === null ? null : sure(said);
};

/** "☐ Yes ☒ No", or one box with other words: whether it is ticked. */
function readBoxes(options: readonly Option[]): Reading | null {
  const [first, ...more] = options;
  if (first === undefined) return null;
  const answers = options.filter(({ words }) => yesOrNo(words) !== null);
  const [ticked, second] = answers.filter(({ checked }) => checked);
  const said = ticked && !second ? yesOrNo(ticked.words) : null;
  if (said !== null) return sure(said);
  const isSingle = more.length === 0 && yesOrNo(first.words) !== false;
  return isSingle ? sure(first.checked) : null;
}

/** Any words or mark mean that it is signed; the name of the signer is in the raw text. */
export const readSignature: Reader = (raw) => (raw.trim() === "" ? null : sure(true));

export const readEnum: Reader = (raw, { field }) => {
  const ticked = tickedOf(raw);
  return ticked.length > 1 ? null : optionReading(ticked[0] ?? "", field.enum ?? []);
};

/** The words of the ticked ones of several boxes; all words where there is no choice between boxes. */
function tickedOf(raw: string): string[] {
  const boxes = optionsIn(raw);
  if (boxes.length < 2) return [boxes[0]?.words || raw];
  return boxes.filter(({ checked }) => checked).map(({ words }) => words);
}

const BETWEEN_OPTIONS = new RegExp(`[,;/|\\n]| ${anyOf("results", "conjunctions_of_options")} `);

export const readMultiEnum: Reader = (raw, { field }) => {
  const options = field.enum ?? [];
  const ticked = tickedOf(raw);
  const whole = ticked.length === 1 ? optionReading(ticked[0] ?? "", options) : null;
  const parts = ticked.flatMap((each) => each.split(BETWEEN_OPTIONS)).flatMap((part) => optionReading(part, options) ?? []);
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
