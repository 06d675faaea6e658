/** Fields of a row that the heading above it answers: "the section heading the line falls under". */
import type { Field } from "#contract/schema/field.ts";
import { nameTokens, tokensOf } from "#language/fold.ts";
import { type Asked, isNamed, type Pair } from "./fit.ts";
import type { GridColumn } from "./grid.ts";

/** Words in names and descriptions of such fields. */
const SECTION_WORDS = new Set(["section", "category", "group", "heading", "account", "class", "department"]);

/** The field that the heading answers; none that a column does. */
export const headingField = (asked: readonly Asked[], pairs: readonly Pair[]): Asked | undefined =>
  asked.find(
    ({ field, kind }) =>
      kind === "text" &&
      !pairs.some((pair) => pair.asked.field === field) &&
      [...nameTokens(field.name), ...tokensOf(field.description ?? "")].some((word) => SECTION_WORDS.has(word)),
  );

/** "The heading that the row falls under", "the group above the lines". */
const OF_ROWS =
  /\b(?:section|group|category|class|heading|caption)\b[^.;]{0,80}\b(?:(?:falls?|belongs?|appears?|stands?|is|are|listed|grouped|printed|shown) (?:under|below|to|beneath)|under which|above (?:it|the (?:row|line|item)s?))\b/iu;
const asksHeading = ({ name, description = "" }: Field): boolean =>
  nameTokens(name).some((word) => SECTION_WORDS.has(word)) && OF_ROWS.test(description);

/** Share of different texts from which on a column names its rows: headings hold for several. */
const DIFFERENT_MIN = 0.9;
const namesRows = ({ cells }: GridColumn): boolean => {
  const texts = cells.flatMap((cell) => cell?.text ?? []);
  return texts.length > 1 && new Set(texts).size >= DIFFERENT_MIN * texts.length;
};

/** Gives the column that names the rows to the field that asks for their names, where it went to the one that asks for their heading. */
export function namesToNames(asked: readonly Asked[], pairs: readonly Pair[]): Pair[] {
  const name = asked.find(({ field, kind }) => kind === "text" && isNamed(field) && !pairs.some((pair) => pair.asked.field === field));
  return pairs.map((pair) => (name && asksHeading(pair.asked.field) && namesRows(pair.column) ? { ...pair, asked: name } : pair));
}
