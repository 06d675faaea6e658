/** The title of a document, which stands at its head without a label, for a field that asks for it. */
import type { Leaf } from "#engines/local/leaves.ts";
import { nameTokens } from "#language/fold.ts";
import type { Cell, Sheet } from "#structure/sheet.ts";
import type { Span } from "./span.ts";

const TITLES: ReadonlySet<string> = new Set("title heading headline titel titre titulo titolo tytul uberschrift rubrik".split(" "));
const DOCUMENTS =
  "document agreement contract form report letter order deed policy certificate article memo notice statement lease licence license";
const NOUNS: ReadonlySet<string> = new Set(DOCUMENTS.split(" "));
const OF_DOCUMENT = new RegExp(
  `\\b(?:title|heading|headline) (?:of|on) (?:the |this |an? )?(?:${DOCUMENTS.replaceAll(" ", "|")})\\b`,
  "iu",
);
/** "title" alone also asks how somebody is called, or for a position. */
const OF_PERSON = /\b(?:person|sign\w*|officer|job|position|office|employee|honorific|salutation|mr|dr)\b/iu;

/** Share of the first page in which titles stand. */
const HEAD_SHARE = 0.4;
const SPANS_MAX = 6;

/** `title`, `agreement_title`, or a description such as "Title of the agreement". */
export function asksTitle({ field, kind }: Leaf): boolean {
  if (kind !== "text" || field.enum !== undefined) return false;
  const [last = "", ...before] = nameTokens(field.name).reverse();
  const { description = "" } = field;
  return OF_DOCUMENT.test(description) || (TITLES.has(last) && before.every((word) => NOUNS.has(word)) && !OF_PERSON.test(description));
}

/** The first headings of the page, whole. */
export const titlesOn = (sheet: Sheet, isHeading: (cell: Cell) => boolean): readonly Span[] =>
  sheet.cells
    .filter((cell) => cell.box.top < HEAD_SHARE * sheet.page.height && isHeading(cell))
    .slice(0, SPANS_MAX)
    .map((cell) => ({ cell, from: 0, to: cell.words.length, raw: cell.text, box: cell.box, fit: 1, shape: "words", lines: 1 }));
