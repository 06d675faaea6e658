/** The deterministic engine: labels, value shapes and geometry. Needs no model, no network and no training; milliseconds per page. */
import type { Answer, Ask, Engine, Finding } from "#engines/engine.ts";
import { localeOf } from "#engines/values/locale.ts";
import { assign, type Choice } from "./assign.ts";
import { labelledFormFields } from "./candidates/form-fields.ts";
import { propose } from "./candidates/propose.ts";
import { itemsOf } from "./items-of.ts";
import { wantedBy } from "./leaves.ts";
import { claimsOf } from "./page/claims.ts";
import { labelIndexOf } from "./page/label-index.ts";
import { partyMapOf } from "./page/party-map.ts";
import { sheetsOf, textOf } from "./page/sheet.ts";
import { runningTextOf } from "./prose/running-text.ts";
import { rowsOf } from "./tables/rows-of.ts";

export const localEngine: Engine = {
  name: "local",
  async extract(ask, signal) {
    return extract(ask, signal);
  },
};

function extract({ document, schema }: Ask, signal: AbortSignal): Answer {
  signal.throwIfAborted();
  const wanted = wantedBy(schema);
  const sheets = sheetsOf(document);
  const locale = localeOf(document);
  const claims = claimsOf(sheets);
  const page = {
    claims,
    parties: partyMapOf(claims),
    running: runningTextOf(sheets),
    forms: labelledFormFields(sheets),
    index: labelIndexOf(sheets),
  };
  const proposals = new Map(
    wanted.leaves
      .filter((leaf) => leaf.field.method !== "generate")
      .map((leaf) => {
        signal.throwIfAborted();
        return [leaf, propose(leaf, page)] as const;
      }),
  );
  const choices = assign(proposals, locale);
  const findings = [...choices].map(([leaf, choice]) => findingOf(leaf.path, choice));
  for (const list of wanted.arrays) findings.push(...itemsOf(list, page));
  for (const table of wanted.tables) {
    signal.throwIfAborted();
    findings.push(...rowsOf(table, sheets, locale));
  }
  const warnings = wanted.leaves
    .filter((leaf) => leaf.field.method === "generate")
    .map((leaf) => ({ code: "method_needs_model", path: leaf.path, message: "Fields with method `generate` need a language model." }));
  const usage = { input_tokens: 0, output_tokens: 0, cost_usd: 0 };
  return { engine: "local", provider: null, model: null, findings, warnings, truncated: false, usage };
}

function findingOf(path: string, { candidate, margin }: Choice): Finding {
  const { value, label } = candidate;
  const finding: Finding = { path, raw: value.raw, page: value.cell.page, at: value.box, margin };
  if (candidate.answer !== undefined) return { ...finding, value: candidate.answer };
  const quote = label && quoteOf(candidate);
  return quote ? { ...finding, quote } : finding;
}

/** Label and value, where the label stands directly before the value on the same line. */
function quoteOf({ value, label }: Choice["candidate"]): string | null {
  if (!label || label.cell.page !== value.cell.page || label.cell.line !== value.cell.line) return null;
  if (label.cell === value.cell) return textOf(value.cell.words.slice(label.from, value.to));
  if (label.cell.column !== value.cell.column - 1 || label.to !== label.cell.words.length) return null;
  return `${textOf(label.cell.words.slice(label.from))} ${textOf(value.cell.words.slice(0, value.to))}`;
}
