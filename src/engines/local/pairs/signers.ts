/** Names at the foot of a letter or a form, which a field for who signed it asks for. */
import { once } from "#contract/memo.ts";
import { asksToSign } from "#documents/ink/signing-places.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import { type Cell, type Sheet, textOf } from "#structure/sheet.ts";
import type { Span } from "./span.ts";
import { namesWithin } from "./within.ts";

const NAME = /^\p{Lu}[\p{L}'’.-]*(?: (?:\p{Lu}[\p{L}'’.-]*|(?:van|von|de|der|den|di|da|du|del|af|la|le|zu|y|e)\b)){1,5}$/u;
const SIGNERS_MAX = 10;
/** Letters are signed in the lower part of their last page. */
const TOP_SHARE = 0.35;
const TITLES_BEHIND = /^(?:\p{Lu}\p{Ll}*\p{Lu}\p{L}*|\p{L}+\.\p{L}+\.?)[,.]?$/u;

/** `words`: of the field's name and description. */
export const asksSigner = (words: readonly string[]): boolean =>
  words.some((word) => asksToSign(word) || word === "signatory" || word === "signer" || word === "signataire" || word === "unterzeichner");

export function signersOn(sheet: Sheet): () => readonly Span[] {
  return once(() =>
    sheet.cells
      .filter(({ box }) => box.top > TOP_SHARE * sheet.page.height)
      .flatMap((cell) => (NAME.test(cell.text) ? [spanOf(cell), ...withoutTitles(cell)] : isBeside(cell) ? namesWithin(cell) : []))
      .slice(-SIGNERS_MAX),
  );
}

/** "By: Merle D. Hostetler", "Signed, Ana Ruiz". */
const isBeside = ({ words }: Cell): boolean => words.length <= 8 && asksToSign(words[0]?.text ?? "");

/** "A. Featherby BSc MCOptom" without what is behind the name. */
function withoutTitles(cell: Cell): Span[] {
  const to = cell.words.findLastIndex(({ text }) => !TITLES_BEHIND.test(text)) + 1;
  return to > 1 && to < cell.words.length ? [spanOf(cell, to)] : [];
}

function spanOf(cell: Cell, to = cell.words.length): Span {
  const words = cell.words.slice(0, to);
  return { cell, from: 0, to, raw: textOf(words), box: boxAround(words), fit: 1, shape: "words", lines: 1 };
}
