/** Yes and no, options, signatures. */
import type { Finding } from "#engines/engine.ts";
import { fold, similarity } from "#engines/values/fold.ts";
import { type Reader, type Reading, sure } from "./reading.ts";

const YES = new Set("yes y true ja oui si sim x checked on 1 wahr vrai vero waar verdadeiro verdadero".split(" "));
const NO = new Set("no n false nein non nao nee unchecked off 0 falsch faux falso onwaar".split(" "));
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

/** A signature is there when words or a mark of it are; who signed is the raw text. */
export const readSignature: Reader = (raw) => (raw.trim() === "" ? null : sure(true));

export const readEnum: Reader = (raw, { field }) => optionFor(raw, field.enum ?? []);

export const readMultiEnum: Reader = (raw, { field }) => {
  const options = field.enum ?? [];
  const whole = optionFor(raw, options);
  const parts = raw.split(/[,;/|\n]| and | und | et /).flatMap((part) => optionFor(part, options) ?? []);
  const readings = parts.length > 0 ? parts : whole ? [whole] : [];
  if (readings.length === 0) return null;
  const values = [...new Set(readings.map((reading) => reading.value))];
  return { value: values, sureness: Math.min(...readings.map((reading) => reading.sureness)), doubts: [] };
};

/** Below this likeness of letters an option is another word. */
const OPTION_LIKENESS_MIN = 0.75;

/** The option that the words mean: the same, contained as whole words, or alike; null when none or several equally do. */
export function optionFor(raw: string, options: readonly string[]): Reading | null {
  const words = fold(raw);
  if (words === "") return null;
  const same = options.find((option) => fold(option) === words);
  if (same !== undefined) return sure(same);
  const contained = options.filter((option) => fold(option) !== "" && ` ${words} `.includes(` ${fold(option)} `));
  if (contained.length === 1 && contained[0] !== undefined) return { value: contained[0], sureness: 0.9, doubts: [] };
  const initial = options.filter((option) => words.length === 1 && fold(option).startsWith(words));
  if (initial.length === 1 && initial[0] !== undefined) return { value: initial[0], sureness: 0.8, doubts: [] };
  const ranked = options.map((option) => ({ option, like: similarity(words, fold(option)) })).sort((a, b) => b.like - a.like);
  const [best, next] = ranked;
  if (!best || best.like < OPTION_LIKENESS_MIN || (next && next.like === best.like)) return null;
  return { value: best.option, sureness: best.like, doubts: [] };
}

/** The answer an engine gave itself (check marks, classify); read by the same rules as printed words. */
export function answerText(value: NonNullable<Finding["value"]>): string {
  return typeof value === "boolean" ? (value ? "yes" : "no") : value;
}
