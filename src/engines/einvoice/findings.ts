/** From values of an e-invoice to findings: each at its place on the page that shows the file's data, in the form that its field reads. */
import type { Field } from "#contract/schema/field.ts";
import type { Value } from "#einvoices/invoice.ts";
import type { Term, TermKind } from "#einvoices/term.ts";
import type { Finding } from "#engines/engine.ts";
import { optionFor } from "#engines/values/options.ts";
import { wordsOfCode } from "./code-words.ts";

/** `currency`: of the invoice. `faulty`: terms of sums that do not add up. */
export type Stating = { currency: string | undefined; faulty: ReadonlySet<string> };

/** Null where none of the options of the field is what the file says. */
export function findingOf(path: string, field: Field, term: Pick<Term, "id" | "kind">, value: Value, stating: Stating): Finding | null {
  const written = writtenFor(field, term, value.text, stating.currency);
  if (written === null) return null;
  const [first, ...more] = value.parts;
  return {
    path,
    raw: first.shown,
    page: first.page,
    at: first.box,
    ...(written === first.shown ? {} : { value: written }),
    ...(value.added ? { concluded: true } : {}),
    ...(more.length === 0 ? {} : { also: more.map(({ page, shown, box }) => ({ page, raw: shown, at: box })) }),
    stated: { term: term.id, kind: term.kind, faulty: stating.faulty.has(term.id) },
  };
}

const NUMBERS: ReadonlySet<TermKind> = new Set<TermKind>(["amount", "percent", "quantity"]);

function writtenFor(
  field: Field,
  { id, kind }: Pick<Term, "id" | "kind">,
  text: string,
  currency: string | undefined,
): string | boolean | null {
  if (kind === "boolean") return field.type === "boolean" ? text === "true" : text;
  if (field.enum && field.enum.length > 0) return optionOf(field.enum, [text, ...wordsOfCode(id, text)]);
  if (!NUMBERS.has(kind) || field.type === "string") return text;
  if (field.type === "integer") return String(Number(text));
  return field.type === "currency" ? `${withoutGroups(text)} ${currency ?? ""}`.trim() : withoutGroups(text);
}

/** Three decimals of an amount could be taken for thousands; a fourth makes them decimals. */
const withoutGroups = (decimal: string): string => (/\.\d{3}$/.test(decimal) ? `${decimal}0` : decimal);

function optionOf(options: readonly string[], words: readonly string[]): string | null {
  for (const word of words) {
    const found = optionFor(word, options);
    if (found) return found.option;
  }
  return null;
}
