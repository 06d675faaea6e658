/** Which group of an e-invoice a list of objects asks for, and which term each of its columns. */

import { child } from "#contract/pointer.ts";
import type { Field } from "#contract/schema/field.ts";
import { append } from "#documents/long-lists.ts";
import { type Invoice, membersOf, valuesOf } from "#einvoices/invoice.ts";
import type { Group, Term } from "#einvoices/term.ts";
import { DOCUMENT_TERMS } from "#einvoices/terms.ts";
import type { Node } from "#einvoices/tree.ts";
import type { Finding } from "#engines/engine.ts";
import { findingOf, type Stating } from "./findings.ts";
import { type Asking, askingOf, likenessOf, matchOf } from "./match.ts";

/** A value below a row: `path` is relative to the row. */
type Column = { path: string; field: Field; asking: Asking };
type Matched = { column: Column; term: Term };
type List = { path: string; field: Field; group: MatchedGroup };
export type MatchedGroup = { group: Group; columns: Matched[]; lists: List[] };

/** Of the columns that a group must have at least to be the one. */
const COLUMNS_SHARE_MIN = 0.5;
const LIKENESS_MIN = 0.6;
/** Without a telling name so many columns must be those of the group. */
const COLUMNS_MIN = 3;

/** Null when none of the groups is what the list asks for. */
export function groupFor(field: Field, groups: readonly Group[]): MatchedGroup | null {
  const asking = askingOf(field, []);
  let best: { matched: MatchedGroup; score: number } | null = null;
  for (const group of groups) {
    const { columns, lists } = columnsIn(field.fields ?? [], "", [field.name]);
    const likeness = Math.max(
      likenessOf(asking, group.asks),
      likenessOf({ ...asking, name: [...asking.name, ...partyOf(asking)] }, group.asks),
    );
    const matched = assigned(columns, group.terms);
    const share = columns.length === 0 ? 0 : matched.length / columns.length;
    const fits = share >= COLUMNS_SHARE_MIN && (likeness >= LIKENESS_MIN || matched.length >= COLUMNS_MIN);
    const score = likeness + share;
    if (!fits || score <= (best?.score ?? 0)) continue;
    best = { matched: { group, columns: matched, lists: lists.flatMap((list) => listIn(list, group)) }, score };
  }
  return best?.matched ?? null;
}

const partyOf = ({ party }: Asking): string[] => (party === null ? [] : [party]);

function listIn({ path, field }: { path: string; field: Field }, { groups = [] }: Group): List[] {
  const group = groupFor(field, groups);
  return group ? [{ path, field, group }] : [];
}

function columnsIn(
  fields: readonly Field[],
  path: string,
  parents: readonly string[],
): { columns: Column[]; lists: { path: string; field: Field }[] } {
  const columns: Column[] = [];
  const lists: { path: string; field: Field }[] = [];
  for (const field of fields) {
    const at = child(path, field.name);
    if (field.type === "table") lists.push({ path: at, field });
    else if (field.type === "object") {
      const inner = columnsIn(field.fields ?? [], at, [...parents, field.name]);
      append(columns, inner.columns);
      append(lists, inner.lists);
    } else if (field.type !== "array") columns.push({ path: at, field, asking: askingOf(field, parents) });
  }
  return { columns, lists };
}

/** The best pairs first, each term once as long as another is left for a column. */
function assigned(columns: readonly Column[], terms: readonly Term[]): Matched[] {
  const taken = new Set<Term>();
  const found = new Map<Column, Term>();
  const open = new Set(columns);
  while (open.size > 0) {
    let best: { column: Column; term: Term; score: number } | null = null;
    for (const column of open) {
      const match = matchOf(
        column.asking,
        terms.filter((term) => !taken.has(term)),
      );
      if (match && match.score > (best?.score ?? 0)) best = { column, ...match };
    }
    if (!best) break;
    found.set(best.column, best.term);
    taken.add(best.term);
    open.delete(best.column);
  }
  for (const column of open) {
    const again = matchOf(column.asking, [...terms, ...CURRENCIES]);
    if (again) found.set(column, again.term);
  }
  return columns.flatMap((column) => {
    const term = found.get(column);
    return term ? [{ column, term }] : [];
  });
}

/** Rows may name the currency that the invoice has once. */
const CURRENCIES: readonly Term[] = DOCUMENT_TERMS.filter(({ id }) => id === "BT-5");

/** The findings of all rows. */
export function rowsOf(path: string, matched: MatchedGroup, invoice: Invoice, stating: Stating, from?: Node): Finding[] {
  const rows = membersOf(matched.group, invoice, from).map((node) => (at: string) => [
    ...matched.columns.flatMap(({ column, term }) => cellOf(`${at}${column.path}`, column.field, term, invoice, stating, node)),
    ...matched.lists.flatMap((list) => rowsOf(`${at}${list.path}`, list.group, invoice, stating, node)),
  ]);
  const findings: Finding[] = [];
  let index = 0;
  for (const row of rows) {
    const found = row(child(path, index));
    if (found.length > 0) index += 1;
    for (const finding of found) findings.push(finding);
  }
  return findings;
}

function cellOf(path: string, field: Field, term: Term, invoice: Invoice, stating: Stating, node: Node): Finding[] {
  const [value] = CURRENCIES.includes(term) ? valuesOf(term, invoice) : valuesOf(term, invoice, node);
  const finding = value && findingOf(path, field, term, value, stating);
  return finding ? [finding] : [];
}
