/** Whether the cells of a column can be values of a field. */
import { BoundedMap, memo } from "#contract/memo.ts";
import type { Field } from "#contract/schema/field.ts";
import type { Kind } from "#engines/concepts/concept.ts";
import { CONCEPTS, columnConceptOf } from "#engines/concepts/concept-of.ts";
import type { ListField } from "#engines/local/leaves.ts";
import { asPermitted } from "#engines/local/match/excluded-columns.ts";
import { type LikeWord, likeWords } from "#engines/local/match/words.ts";
import { valuesIn } from "#engines/local/page/values-in.ts";
import type { TableExample } from "#engines/remembered.ts";
import { namesIdentifier } from "#engines/values/identifier-words.ts";
import { optionFor } from "#engines/values/options.ts";
import { cellDayIn } from "#engines/values/yearless.ts";
import { nameTokens } from "#language/fold.ts";
import { yesOrNo } from "#language/yes-no.ts";
import { hashOf, isFixed } from "#structure/layout/marks.ts";
import { isValueLike } from "#structure/pieces.ts";
import type { Cell } from "#structure/sheet.ts";
import type { CellPart } from "./cell-parts.ts";
import type { GridColumn } from "./grid.ts";
import { type ListNames, likeness, meaningOf } from "./likeness.ts";

/** A field of a row. `path`: its names below the row. `headed`: how surely a head names it, 0..1; `part`: what of the cells its values are, null where reviews say nothing. */
export type Asked = {
  field: Field;
  path: readonly string[];
  kind: Kind;
  concept: string | null;
  headed: (head: string) => number;
  part: CellPart | null;
};

/** `sure` 0..1: how convincing the column is for the field. `named`: its head says so, rather than what is left over. */
export type Pair = { asked: Asked; column: GridColumn; sure: number; named: boolean };

/** The single values of a row of the list. */
export function askedOf({ field, remembered = [] }: ListField): Asked[] {
  const asked = askedIn(field.fields ?? [], [], { list: field, like: likeWords() });
  return remembered.length === 0 ? asked : asked.map((each) => ({ ...each, ...askedBefore(each, remembered) }));
}

function askedBefore(asked: Asked, remembered: readonly TableExample[]): Pick<Asked, "headed" | "part"> {
  return { headed: headedBefore(asked, remembered), part: partBefore(asked, remembered) };
}

/** The part that most reviewed documents had the values in. */
function partBefore({ path }: Asked, remembered: readonly TableExample[]): CellPart | null {
  const own = path.join("/");
  const parts = remembered.flatMap(({ columns }) => columns.filter((column) => column.path === own).map(({ part = null }) => part));
  return parts.find((part) => part !== null && 2 * parts.filter((other) => other === part).length > parts.length) ?? null;
}

/** A head that a reviewed document had names the field that it had there, and no other; other heads are read as always. */
function headedBefore({ path, headed }: Asked, remembered: readonly TableExample[]): Asked["headed"] {
  const own = path.join("/");
  return memo((head: string) => {
    const key = headKey(head);
    const before = key === "" ? [] : remembered.flatMap(({ columns }) => columns.filter((column) => column.head === key));
    if (before.length === 0) return headed(head);
    return before.filter((column) => column.path === own).length / before.length;
  });
}

/** A head without figures, as hashes of its words: empty where it has no words. */
export const headKey = (head: string): string =>
  head
    .split(" ")
    .filter(isFixed)
    .map((word) => hashOf(word).toString(36))
    .join(" ");

type Among = { list: ListNames; like: LikeWord };

function askedIn(fields: readonly Field[], above: readonly string[], among: Among): Asked[] {
  return fields.flatMap((field): Asked[] => {
    const path = [...above, field.name];
    if (field.type === "object") return askedIn(field.fields ?? [], path, among);
    if (field.type === "table" || field.type === "array" || field.method === "generate") return [];
    const concept = columnConceptOf(field) ?? roleOf(field);
    const meaning = meaningOf(field, among.list, among.like);
    const headed = memo((head: string) => asPermitted(field, head, likeness(field, head, meaning)));
    return [{ field, path, kind: kindOf(field, concept), concept, headed, part: null }];
  });
}

/** Longer descriptions mention the line in passing. */
const ROLE_WORDS_MAX = 7;
const LINE = /\b(?:line|lines|total|whole|extended)\b/i;
/** "As a number without unit" says nothing of a price. */
const EACH = /\b(?:each|(?<!without )unit|piece|per)\b/i;

/** What a number of a row is, where no concept is known: "credit of the line", "credit for a piece". */
function roleOf({ name, description = "", type }: Field): string | null {
  if (!NUMERIC.has(type)) return null;
  const said = description.split(" ").length <= ROLE_WORDS_MAX ? description : "";
  const text = `${nameTokens(name).join(" ")} ${said}`;
  return LINE.test(text) ? "line_amount" : EACH.test(text) ? "unit_price" : null;
}

const NUMERIC: ReadonlySet<Field["type"]> = new Set(["number", "integer", "currency", "percentage"]);

function kindOf(field: Field, concept: string | null): Kind {
  const known = CONCEPTS[concept ?? ""]?.kind;
  if (field.type === "date" || field.type === "datetime") return "date";
  if (field.type === "boolean") return "mark";
  if (NUMERIC.has(field.type))
    return known === "percent" || known === "number" ? known : field.type === "percentage" ? "percent" : "amount";
  if (field.enum) return "text";
  return known === "id" || nameTokens(field.name).some(namesIdentifier) ? "id" : "text";
}

export const isNumeric = ({ kind }: Asked): boolean => kind === "amount" || kind === "number" || kind === "percent";

const SAMPLE = 40;
const EMPTY_FIT = 0.5;

/** Share of the cells, 0..1, that read as the field's type; of an empty column the middle. */
export function fitOf(asked: Asked, { cells }: GridColumn): number {
  const given = cells.filter((cell) => cell !== null).slice(0, SAMPLE);
  if (given.length === 0) return EMPTY_FIT;
  return given.filter((cell) => fits(asked, cell)).length / given.length;
}

/** "$300,000 each occurrence": an amount with a remark. */
const MONEY_FIRST = /^\p{Sc} ?\d/u;

const MONEY = /^\p{Sc} ?\d|\d ?\p{Sc}$/u;

/** Asked for with each cell of a column. */
const lastWordOf = memo((name: string) => nameTokens(name).at(-1) ?? "", new BoundedMap(1_000));

const CODES = new Set(["letter", "code", "symbol", "abbreviation", "initials"]);
const CODE_WORDS_MAX = 2;
/** A letter, a code or a sign rather than words. */
export const isCode = ({ name, type }: Field): boolean => type === "string" && CODES.has(lastWordOf(name));

const TICKED = /^[x✓✔☑☒☐✗●○vyn]$/iu;

/** A rate of a tax or a discount is no more. */
const PERCENT_MAX = 100;

/** Whether the cell reads as the field's type. */
export function fits(asked: Asked, cell: Cell): boolean {
  const { field, kind } = asked;
  if (field.enum && field.enum.length > 0 && kind === "text") return optionFor(cell.text, field.enum) !== null;
  if (kind === "percent" && (amountOf(numberIn(cell, kind)?.raw) ?? 0) > PERCENT_MAX) return false;
  if (isNumeric(asked))
    return (isValueLike(cell.text) || MONEY_FIRST.test(cell.text)) && (numberIn(cell, kind) !== null || !/\d/.test(cell.text));
  if (kind === "date") return valuesIn(cell, "date").length > 0 || cellDayIn(cell.text) !== undefined;
  if (kind === "mark") return yesOrNo(cell.text) !== null || TICKED.test(cell.text);
  if (kind === "id") return (/\p{N}/u.test(cell.text) || cell.words.length === 1) && !MONEY.test(cell.text);
  if (isDated(field) && (isValueLike(cell.text) || !/\d/.test(cell.text)) && valuesIn(cell, "date").length === 0) return false;
  if (isCode(field)) return cell.words.length <= CODE_WORDS_MAX;
  return (isNamed(field) ? /\p{L}{2}/u : /[\p{L}\p{N}]/u).test(cell.text) && !(isNamed(field) && isValueLike(cell.text));
}

/** A text that is called a date has one, or a figure among words: "week 12". */
const isDated = ({ name, type }: Field): boolean => type === "string" && lastWordOf(name) === "date";

const NAMES = new Set(["name", "description", "designation", "title", "label"]);
/** A name or a description has words; a code may have none. */
export const isNamed = ({ name }: Field): boolean => NAMES.has(lastWordOf(name));

/** The first number of the cell. */
export function numberIn(cell: Cell, kind: Kind): ReturnType<typeof valuesIn>[number] | null {
  return (
    valuesIn(cell, kind)[0] ??
    (kind === "amount" ? undefined : valuesIn(cell, "amount")[0]) ??
    valuesIn(cell, "number")[0] ??
    valuesIn(cell, "percent")[0] ??
    null
  );
}

/** Share of cells with at least two letters in a row: words rather than codes or dates. */
export function wordiness({ cells }: GridColumn): number {
  const given = cells.filter((cell) => cell !== null).slice(0, SAMPLE);
  const isWordy = (cell: Cell) => /\p{L}{2}/u.test(cell.text) && !isValueLike(cell.text) && !isDate(cell);
  return given.length === 0 ? 0 : given.filter(isWordy).length / given.length;
}

/** "21 January 2013": a date and nothing else. */
const isDate = (cell: Cell): boolean => /\p{N}/u.test(cell.text) && valuesIn(cell, "date").some(({ raw }) => raw === cell.text);

const SEPARATORS = /[.,](?=\d{3}(?!\d))|[^\d.,-]/g;

/** A rough reading, for comparing numbers of one table. */
export function amountOf(raw: string | undefined): number | null {
  if (raw === undefined || !/\d/.test(raw)) return null;
  const value = Number(raw.replaceAll(SEPARATORS, "").replace(",", "."));
  return Number.isFinite(value) ? value : null;
}
