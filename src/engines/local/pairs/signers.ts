/** Names at the foot of a letter or a form, which a field for who signed it asks for. */
import { memo, once } from "#contract/memo.ts";
import { asksToSign } from "#documents/ink/signing-places.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import { heightOf, overlapAcross } from "#structure/boxes.ts";
import { type Cell, type Sheet, textOf } from "#structure/sheet.ts";
import type { Span } from "./span.ts";
import { namesWithin } from "./within.ts";

const NAME = /^\p{Lu}[\p{L}'’.-]*(?: (?:\p{Lu}[\p{L}'’.-]*|(?:van|von|de|der|den|di|da|du|del|af|la|le|zu|y|e)\b)){1,5}$/u;
const SIGNERS_MAX = 10;
const LINE_WORDS_MAX = 10;
/** Letters are signed in the lower part of their last page. */
const TOP_SHARE = 0.35;
const TITLES_BEHIND = /^(?:\p{Lu}\p{Ll}*\p{Lu}\p{L}*|\p{L}+\.\p{L}+\.?)[,.]?$/u;

/** `words`: of the field's name and description. */
export const asksSigner = (words: readonly string[]): boolean =>
  words.some(
    (word) =>
      asksToSign(word) ||
      word === "signatory" ||
      word === "signer" ||
      word === "signs" ||
      word === "signataire" ||
      word === "unterzeichner",
  );

export function signersOn(sheet: Sheet): () => readonly Span[] {
  return once(() =>
    sheet.cells
      .filter(({ box }) => box.top > TOP_SHARE * sheet.page.height)
      .flatMap((cell) => (NAME.test(cell.text) ? [spanOf(cell), ...withoutTitles(cell)] : isBeside(cell) ? namesWithin(cell) : []))
      .slice(-SIGNERS_MAX),
  );
}

const POSITIONS: ReadonlySet<string> = new Set(
  "title position office capacity function role funktion fonction qualite cargo carica funzione functie funcao stanowisko befattning".split(
    " ",
  ),
);
const POSITION = /^\p{Lu}[\p{L}'’./-]+(?:,? (?:\p{Lu}[\p{L}'’./-]*|of|and|for|de|du|des|della|y|und|et|&)){0,6}$/u;
const BELOW_MAX = 1.2;

/** `signatory_title`: by the last word of the name. `words`: of the field's name. */
export const asksPosition = (words: readonly string[]): boolean => words.length > 1 && POSITIONS.has(words.at(-1) ?? "");

/** What stands behind a signer's name and a comma, or in the line below the name: "Ana Ruiz, Vice President". */
export const positionsOn = memo((sheet: Sheet): readonly Span[] => {
  const foot = sheet.cells.filter(({ box }) => box.top > TOP_SHARE * sheet.page.height);
  const named = new Set(foot.filter(({ text }) => NAME.test(text)).flatMap((cell) => below(cell, sheet)));
  return foot
    .flatMap((cell) => (named.has(cell) ? (POSITION.test(cell.text) ? [spanOf(cell)] : []) : behindName(cell)))
    .slice(-SIGNERS_MAX);
}, new WeakMap());

function behindName(cell: Cell): Span[] {
  const comma = cell.words.findIndex(({ text }) => text.endsWith(",")) + 1;
  const from = comma + (cell.words[comma]?.text === "its" ? 1 : 0);
  const isPosition = comma > 1 && cell.words.length <= LINE_WORDS_MAX && POSITION.test(textOf(cell.words.slice(from)));
  return isPosition ? [spanOf(cell, cell.words.length, from)] : [];
}

function below(cell: Cell, sheet: Sheet): Cell[] {
  const next = sheet.lines[cell.line + 1] ?? [];
  const reach = cell.box.bottom + BELOW_MAX * heightOf(cell.box);
  return next.filter(({ box }) => box.top < reach && overlapAcross(box, cell.box) > 0.3);
}

/** "By: Merle D. Hostetler", "Signed, Ana Ruiz". */
const isBeside = ({ words }: Cell): boolean => words.length <= LINE_WORDS_MAX && asksToSign(words[0]?.text ?? "");

/** "A. Featherby BSc MCOptom" without what is behind the name. */
function withoutTitles(cell: Cell): Span[] {
  const to = cell.words.findLastIndex(({ text }) => !TITLES_BEHIND.test(text)) + 1;
  return to > 1 && to < cell.words.length ? [spanOf(cell, to)] : [];
}

function spanOf(cell: Cell, to = cell.words.length, from = 0): Span {
  const words = cell.words.slice(from, to);
  return { cell, from, to, raw: textOf(words), box: boxAround(words), fit: 1, shape: "words", lines: 1 };
}
