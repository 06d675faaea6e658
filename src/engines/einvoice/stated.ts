/**
 * What an e-invoice states by itself of the fields of a schema, and what is left to be read from its print: fields that ask for no term of
 * the standard, and terms that a profile without most of them leaves out.
 */
import { child } from "#contract/pointer.ts";
import type { Field, Schema } from "#contract/schema/field.ts";
import type { Document } from "#documents/document.ts";
import { append } from "#documents/long-lists.ts";
import { type Invoice, invoiceOf, membersOf, type Value, valuesOf } from "#einvoices/invoice.ts";
import { faultsOf } from "#einvoices/sums.ts";
import type { Group, Term } from "#einvoices/term.ts";
import { DOCUMENT_GROUPS, LINE_GROUP, SINGLE_TERMS } from "#einvoices/terms.ts";
import type { Finding } from "#engines/engine.ts";
import { findingOf, type Stating } from "./findings.ts";
import { type Asking, askingOf, type Match, matchOf, SURE } from "./match.ts";
import { groupFor, rowsOf } from "./tables.ts";

/** `rest`: null when nothing is left. */
export type Stated = { findings: Finding[]; rest: Schema | null };

/** Null for documents that are no e-invoice. `schema` as asked (values/asked-form.ts). */
export function statedBy(document: Document, schema: Schema): Stated | null {
  const invoice = invoiceOf(document);
  if (!invoice) return null;
  const faulty = new Set(faultsOf(invoice).flatMap(({ terms }) => terms));
  const work: Work = { invoice, stating: { currency: invoice.variables.currency, faulty }, findings: [] };
  const rest = restOf(work, schema.fields, "", []);
  return { findings: work.findings, rest: rest.length === 0 ? null : { ...schema, fields: rest } };
}

type Work = { invoice: Invoice; stating: Stating; findings: Finding[] };

/** The fields that the invoice does not answer. */
function restOf(work: Work, fields: readonly Field[], pointer: string, parents: readonly string[]): Field[] {
  return fields.flatMap((field): Field[] => {
    const path = child(pointer, field.name);
    if (field.type === "object") {
      const inner = restOf(work, field.fields ?? [], path, [...parents, field.name]);
      return inner.length === 0 ? [] : [{ ...field, fields: inner }];
    }
    const isAnswered =
      field.type === "table"
        ? tableOf(work, field, path)
        : field.type === "array"
          ? arrayOf(work, field, path, parents)
          : singleOf(work, field, path, parents);
    return isAnswered ? [] : [field];
  });
}

function tableOf({ invoice, stating, findings }: Work, field: Field, path: string): boolean {
  const matched = groupFor(field, [LINE_GROUP, ...DOCUMENT_GROUPS]);
  if (!matched) return false;
  const rows = rowsOf(path, matched, invoice, stating);
  append(findings, rows);
  return rows.length > 0 || invoice.isWhole;
}

function singleOf(work: Work, field: Field, path: string, parents: readonly string[]): boolean {
  const { invoice, stating, findings } = work;
  if (field.method === "generate") return false;
  const asking = askedOf(invoice, field, parents);
  const match = best(matchOf(asking, termsFor(invoice)), matchOf(asking, SINGLE_MEMBERS));
  if (!match) return false;
  const values = oneOf(match.term, invoice);
  if (values === null) return false;
  const [value] = values;
  if (!value) return invoice.isWhole && match.score >= SURE;
  const finding = findingOf(path, field, match.term, value, stating);
  if (finding) findings.push(finding);
  return finding !== null;
}

/** A list of single values: all notes, all rates. */
function arrayOf({ invoice, stating, findings }: Work, field: Field, path: string, parents: readonly string[]): boolean {
  const items = field.items;
  if (!items || items.type === "array") return false;
  const asking = askedOf(invoice, { ...items, name: field.name, description: field.description ?? items.description }, parents);
  const match = best(matchOf(asking, termsFor(invoice)), matchOf(asking, MEMBERS));
  if (!match) return false;
  const values = "group" in match.term ? distinct(allOf(match.term as Member, invoice)) : valuesOf(match.term, invoice);
  for (const [i, value] of values.entries()) {
    const finding = findingOf(child(path, i), items, match.term, value, stating);
    if (finding) findings.push(finding);
  }
  return values.length > 0 || (invoice.isWhole && match.score >= SURE);
}

/** In an order its own number is what an invoice's own number is in an invoice. */
function askedOf({ tree }: Invoice, field: Field, parents: readonly string[]): Asking {
  const asking = askingOf(field, parents);
  if (!tree.isOrder) return asking;
  const ofOrder = (words: readonly string[]) => words.map((word) => (word === "order" ? "invoice" : word));
  return { ...asking, name: ofOrder(asking.name), around: ofOrder(asking.around), description: ofOrder(asking.description) };
}

const termsFor = ({ tree }: Invoice): readonly Term[] =>
  tree.isOrder ? SINGLE_TERMS.filter(({ id }) => !ORDER_REFERENCES.has(id)) : SINGLE_TERMS;
const ORDER_REFERENCES: ReadonlySet<string> = new Set(["BT-13", "BT-14"]);

type Member = Term & { group: Group };

const CLEAR = /^(?:vat|tax|exemption|preceding|original|corrected|item|attachment|line|allowance|charge)\b.* /;

/** Terms of groups, asked for outside of a list: only by names that say which group they are of. */
const members = (groups: readonly Group[], isClear: (ask: string) => boolean): Member[] =>
  groups.flatMap((group) =>
    group.terms.map((term) => ({ ...term, group, asks: term.asks.filter(isClear) })).filter(({ asks }) => asks.length > 0),
  );

const OF_DOCUMENT = DOCUMENT_GROUPS.filter(({ id }) => id === "BG-23" || id === "BG-3");
const ALONE: ReadonlySet<string> = new Set(["BT-118", "BT-119", "BT-120", "BT-121", "BT-25", "BT-26"]);
const SINGLE_MEMBERS: readonly Member[] = members(OF_DOCUMENT, (ask) => CLEAR.test(ask)).filter(({ id }) => ALONE.has(id));
const MEMBERS: readonly Member[] = members([LINE_GROUP, ...DOCUMENT_GROUPS], (ask) => CLEAR.test(ask));

const best = <A extends Term, B extends Term>(a: Match<A> | null, b: Match<B> | null): Match<A | B> | null =>
  a && (!b || a.score >= b.score) ? a : b;

/** What a single field gets: notes are put together; null where members of a group differ, as none of them is the answer. */
function oneOf(term: Term | Member, invoice: Invoice): Value[] | null {
  if ("group" in term) {
    const values = distinct(allOf(term, invoice));
    return values.length > 1 ? null : values;
  }
  const values = valuesOf(term, invoice);
  const [first, ...more] = values;
  if (first && SUMMED.has(term.id) && invoice.tree.syntax === "it" && more.length > 0) return [sumOf([first, ...more])];
  if (!first || term.id !== "BT-22" || more.length === 0) return values;
  const [part, ...parts] = first.parts;
  return [{ text: values.map(({ text }) => text).join("\n"), parts: [part, ...parts, ...more.flatMap((value) => value.parts)] }];
}

/** FatturaPA has these of each rate only. */
const SUMMED: ReadonlySet<string> = new Set(["BT-109", "BT-110"]);

function sumOf(values: readonly [Value, ...Value[]]): Value {
  const cents = values.reduce((sum, { text }) => sum + Math.round(100 * Number(text)), 0);
  const [{ parts }, ...more] = values;
  const [part, ...others] = parts;
  return { text: (cents / 100).toFixed(2), parts: [part, ...others, ...more.flatMap((value) => value.parts)], added: true };
}

const allOf = (term: Member, invoice: Invoice): Value[] => membersOf(term.group, invoice).flatMap((node) => valuesOf(term, invoice, node));

function distinct(values: readonly Value[]): Value[] {
  return values.filter(({ text }, i) => values.findIndex((other) => other.text === text) === i);
}
