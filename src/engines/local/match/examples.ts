/** Examples in a schema, "store number such as CA-1661", and how alike the form of a text is to theirs. */
import type { Field } from "#contract/schema/field.ts";

const NAMED = /(?:\be\.g\.,?|\bfor example,?|\bsuch as|\blike)\s+["'“‘]?([^"'“”‘’()\n;]{2,40})/giu;
const END = /(?<=[^.,\s])[.,]?\s*$|,\s|\s(?:or|and|etc)\b/u;
const EXAMPLES_MAX = 4;
const SAME_KINDS = 0.7;

/** The examples of a field that have a digit: words without one look like any other words. */
export function examplesOf({ description = "", examples = [] }: Field): string[] {
  const named = [...description.matchAll(NAMED)].map(([, text = ""]) => text.split(END)[0]?.trim() ?? "");
  return [...examples, ...named].filter((each) => /\d/.test(each) && each.length >= 2).slice(0, EXAMPLES_MAX);
}

/** 1 where the text has digits, letters and signs in the places of an example, less where only their order is the same, 0 elsewhere. */
export function exampleLikeness(text: string, examples: readonly string[]): number {
  let best = 0;
  for (const example of examples) {
    if (formOf(text) === formOf(example)) return 1;
    if (squeezed(text) === squeezed(example)) best = SAME_KINDS;
  }
  return best;
}

const formOf = (text: string): string =>
  text
    .replace(/\d/g, "9")
    .replace(/\p{Lu}/gu, "A")
    .replace(/\p{Ll}/gu, "a");
const squeezed = (text: string): string => formOf(text).replace(/(.)\1+/gu, "$1");
