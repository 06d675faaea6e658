/** The letters of a text as they are compared: without white space, invisible characters and differences of typography. */

/** Texts without composed, invisible or white-space characters: most words. */
const PLAIN = /^[\x21-\x7e]*$/;
/** Signs that mean the same and that readers and models exchange for one another. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/[‘’‚‛´`′]/g, "'"],
  [/[“”„‟«»″]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, "-"],
];

export function squash(text: string): string {
  if (PLAIN.test(text)) return text.replaceAll("`", "'");
  const letters = text.normalize("NFKC").replace(/[\s\u00ad\u200b-\u200f\u2060\ufeff]+/g, "");
  return ALIKE.reduce((folded, [signs, sign]) => folded.replace(signs, sign), letters);
}
