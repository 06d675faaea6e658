/** The words of a cell as the lexicon's labels write them. */
import { memo } from "#contract/memo.ts";
import type { Word } from "#documents/document.ts";
import { labelTokens } from "#engines/local/lexicon/labels.ts";
import { isLabelToken, repairedToken } from "#engines/local/lexicon/misread.ts";
import type { Cell } from "#structure/sheet.ts";

/** Tokens normalised like labels, each with the index of its word. */
export const labelTokensOf = memo(
  ({ words }: Cell) => words.flatMap((word, i) => tokensOf(word).map((token) => ({ token, word: i }))),
  new WeakMap(),
);

/** OCR loses spaces, "GrossAmount", and letters. */
function tokensOf({ text, source }: Word): string[] {
  const tokens = labelTokens(text);
  if (source !== "ocr") return tokens;
  const parts = labelTokens(text.replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 "));
  return (parts.length > tokens.length && parts.every(isLabelToken) ? parts : tokens).map(repairedToken);
}
