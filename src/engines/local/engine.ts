/** The deterministic engine: labels, value shapes and geometry. Needs no model, no network and no training; milliseconds per page. */

import { setImmediate } from "node:timers/promises";
import type { Document } from "#documents/document.ts";
import { boxOfView } from "#documents/layout/reading-view.ts";
import { append } from "#documents/long-lists.ts";
import { statingFirst } from "#engines/einvoice/stating.ts";
import type { Answer, Ask, Engine, Finding } from "#engines/engine.ts";
import type { Memory } from "#engines/remembered.ts";
import { asAsked } from "#engines/values/asked-form.ts";
import { type DocumentLocale, localeOf } from "#engines/values/locale.ts";
import { nameTokens, tokensOf } from "#language/fold.ts";
import { type Sheet, sheetsOf, textOf } from "#structure/sheet.ts";
import { assign, type Choice } from "./assign.ts";
import type { Candidate, PageView } from "./candidates/candidate.ts";
import { labelledFormFields } from "./candidates/form-fields.ts";
import { propose } from "./candidates/propose.ts";
import { itemsOf } from "./items-of.ts";
import { type Leaf, type ListField, wantedBy } from "./leaves.ts";
import { isWorkedOut } from "./match/worked-out.ts";
import { labelClaimsOf } from "./page/claims.ts";
import { labelIndexOf } from "./page/label-index.ts";
import { paidOn } from "./page/paid.ts";
import { partyMapOf } from "./page/party-map.ts";
import { ownNumberOf } from "./page/title.ts";
import { runningTextOf } from "./prose/running-text.ts";
import { rankedOf } from "./rank/rank.ts";
import { RANKING, type Ranking } from "./rank/trees.ts";
import { recallOf } from "./recall/recall.ts";
import { withSums } from "./sums.ts";
import { rowsOfTables } from "./tables/rows-of.ts";
import { unsigned } from "./unsigned.ts";
import { withTime } from "./with-time.ts";

export const localEngine: Engine = engineBy(RANKING);

/** The engine with another ranking than the shipped one, such as one that did not learn from the documents it is measured on. */
export function engineBy(ranking: Ranking): Engine {
  return statingFirst({
    name: "local",
    extract: (ask, signal) => extract(ask, signal, ranking),
    usage: () => ({ input_tokens: 0, output_tokens: 0, cost_usd: 0 }),
  });
}

/** The work is synchronous; it yields to the event loop this often, so that `signal` and heartbeats are handled. */
const TURN_MS = 50;

async function extract({ document, schema, memory }: Ask, signal: AbortSignal, ranking: Ranking): Promise<Answer> {
  const turn = turnTaker(signal);
  await turn();
  const wanted = wantedBy(asAsked(schema));
  const sheets = sheetsOf(document);
  const locale = localeOf(document);
  const page = pageOf(sheets, wanted.leaves, locale);
  await turn();
  const proposals = new Map<Leaf, readonly Candidate[]>();
  for (const leaf of wanted.leaves.filter((each) => !needsModel(each) && !isWorkedOut(each.field))) {
    await turn();
    proposals.set(leaf, propose(leaf, page));
  }
  await turn();
  const recall = memory ? recallOf(memory, [...proposals.keys()], sheets) : null;
  const candidates = rankedOf(withSums(proposals, locale), page.claims, ranking, recall);
  await turn();
  const findings = [...assign(candidates, ranking.least)].map(([leaf, choice]) => findingOf(leaf, choice));
  for (const list of wanted.arrays) {
    await turn();
    append(findings, itemsOf(list, page));
  }
  await turn();
  append(findings, rowsOfTables(memory ? wanted.tables.map((list) => withHeads(list, memory)) : wanted.tables, sheets, locale));
  const placed = findings.map((finding) => onPage(finding, document));
  return { engine: "local", provider: null, model: null, findings: placed, warnings: modelWarnings(wanted.leaves), truncated: false };
}

const withHeads = (list: ListField, { examples }: Memory): ListField => ({
  ...list,
  remembered: examples.flatMap(({ tables }) => tables[list.path] ?? []),
});

function onPage(finding: Finding, { pages }: Document): Finding {
  const page = pages.find(({ number }) => number === finding.page);
  return page && finding.at ? { ...finding, at: boxOfView(finding.at, page) } : finding;
}

/** Everything that is computed once and used for every field. */
export function pageOf(sheets: readonly Sheet[], leaves: readonly Leaf[], locale: DocumentLocale): PageView {
  const claims = labelClaimsOf(sheets);
  return {
    claims,
    parties: partyMapOf(claims),
    running: runningTextOf(sheets),
    forms: labelledFormFields(sheets),
    index: labelIndexOf(sheets),
    locale,
    asked: askedBy(leaves),
    ownNumber: ownNumberOf(sheets),
    paid: paidOn(claims, locale),
  };
}

/** For each field the words of its name and description. */
export const askedBy = (leaves: readonly Leaf[]): PageView["asked"] =>
  leaves.map(({ field }) => new Set([...nameTokens(field.name), ...tokensOf(field.description ?? "")]));

/** Returns a function that yields when a turn is over. Throws the signal's reason once it is aborted. */
function turnTaker(signal: AbortSignal): () => Promise<void> {
  let last = 0;
  return async () => {
    if (performance.now() - last > TURN_MS) {
      await setImmediate();
      last = performance.now();
    }
    signal.throwIfAborted();
  };
}

function modelWarnings(leaves: readonly Leaf[]): Answer["warnings"] {
  const message = "This field needs a language model: `generate` always, `classify` where it has no options.";
  return leaves.filter(needsModel).map((leaf) => ({ code: "method_needs_model", path: leaf.path, message }));
}

/** Whether the field cannot be answered from the page: the value must be generated, or there are no options to choose from. */
export function needsModel({ field }: Leaf): boolean {
  return field.method === "generate" || (field.method === "classify" && (field.enum ?? []).length === 0 && field.type !== "boolean");
}

export function findingOf({ path, field }: Leaf, { candidate: found, margin }: Choice): Finding {
  const candidate = field.type === "datetime" ? { ...found, value: withTime(found.value) } : found;
  const { value, label } = candidate;
  const before = candidate.before === undefined ? {} : { marginBefore: candidate.before };
  const finding: Finding = { path, raw: unsigned(value.raw, field), page: value.cell.page, at: value.box, margin, ...before };
  if (candidate.answer !== undefined) return { ...finding, value: candidate.answer };
  const quote = label && quoteOf(candidate);
  return quote ? { ...finding, quote } : finding;
}

/** Label and value, when the label is directly before the value on the same line. */
function quoteOf({ value, label }: Choice["candidate"]): string | null {
  if (!label || label.cell.page !== value.cell.page || label.cell.line !== value.cell.line) return null;
  if (label.cell === value.cell) return textOf(value.cell.words.slice(label.from, value.to));
  if (label.cell.column !== value.cell.column - 1 || label.to !== label.cell.words.length) return null;
  return `${textOf(label.cell.words.slice(label.from))} ${textOf(value.cell.words.slice(0, value.to))}`;
}
