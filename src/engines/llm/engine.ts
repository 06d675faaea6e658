/**
 * The engine that asks a language model. The model only points: it names words of the document by path, page and line, in one reply shape
 * for every schema. results/ checks that the words are in the document, reads their values and computes confidence.
 */
import type { Document, Page } from "#documents/document.ts";
import type { Answer, Ask, Engine } from "#engines/engine.ts";
import { asAsked } from "#engines/values/asked-form.ts";
import type { ModelPicture } from "#platform/models/call.ts";
import type { Model, ModelLimits } from "#platform/models/models.ts";
import { askWindow, type WindowAnswer } from "./ask-window.ts";
import { fieldListOf } from "./fields.ts";
import { findingsOf } from "./findings-of.ts";
import { fittingHints } from "./hints.ts";
import { type Merged, merge } from "./merge.ts";
import { type LinePlace, missingRows } from "./missing-rows.ts";
import { fieldsText, INSTRUCTIONS, markerOf, missingRowsText } from "./prompt.ts";
import type { Reply } from "./reply.ts";
import { tokensIn } from "./tokens.ts";
import { numberedLinesOf, pagesForPictures, spareTokens, type Window, windowsOf } from "./windows.ts";

export function openLlmEngine(model: Model): Engine {
  return {
    name: model.provider,
    extract: (ask, signal) => extract(model, ask, signal),
    usage() {
      const { inputTokens, outputTokens, costUsd } = model.usage();
      return { input_tokens: inputTokens, output_tokens: outputTokens, cost_usd: costUsd };
    },
  };
}

/**
 * Tokens of document per call. A table's answer is about as long as its lines, and must fit into one reply; the answer for other fields is
 * short, so more of the document fits into one call.
 */
const WINDOW_TOKENS = { tables: 8_000, fields: 40_000 } as const;
/** Per window; a picture takes one to three thousand tokens, all of them at most a quarter of the model's context. */
const PICTURES_MAX = 8;
const TOKENS_PER_PICTURE = 3_000;
const PICTURES_SHARE_MAX = 0.25;

function picturesFor({ contextTokens, pictures }: ModelLimits, doubtful: readonly Page[]): number {
  if (!pictures) return 0;
  const fitting = Math.floor((contextTokens * PICTURES_SHARE_MAX) / TOKENS_PER_PICTURE);
  return Math.min(PICTURES_MAX, fitting, doubtful.length);
}

async function extract(
  model: Model,
  { document, schema: written, renderPage, hints: told = [] }: Ask,
  signal: AbortSignal,
): Promise<Answer> {
  const schema = asAsked(written);
  const list = fieldListOf(schema);
  const fields = fieldsText(schema, list);
  const lines = numberedLinesOf(document);
  // A document without words has nothing that findings could point at.
  if (lines.length === 0) return { ...NOTHING, engine: model.provider, provider: model.provider, model: model.name };
  const marker = markerOf(lines);
  const limits = await model.limits(signal);
  const doubtful = pagesForPictures(document.pages);
  const picturesMax = picturesFor(limits, doubtful);
  const fixed = tokensIn(INSTRUCTIONS) + tokensIn(fields) + picturesMax * TOKENS_PER_PICTURE;
  const spare = spareTokens(limits, fixed, lines);
  const { hints, tokens: hintTokens } = fittingHints(told, list, spare, marker);
  const windowTokens = Math.min(spare, list.tables.length > 0 ? WINDOW_TOKENS.tables : WINDOW_TOKENS.fields) - hintTokens;
  const shown = new Set<number>();
  const ask = async (window: Window, note: string, all: AbortSignal) => {
    const pages = renderPage ? pagesIn(window, doubtful).slice(0, picturesMax) : [];
    const pictures: ModelPicture[] = [];
    for (const page of pages) {
      if (renderPage) pictures.push({ mediaType: "image/jpeg", bytes: await renderPage(page) });
      shown.add(page.number);
    }
    return askWindow({ model, marker, fields, tables: list.tables.map(({ path }) => path), window, hints, pictures, note }, all);
  };
  const answers = await together(windowsOf(lines, windowTokens), (window, all) => ask(window, "", all), signal);
  const first = merge(repliesOf(answers), list);
  const again = await askedAgain(document, first, windowTokens, (window, note) => ask(window, note, signal));
  const merged = again.length === 0 ? first : merge(repliesOf([...answers, ...again]), list);
  const unclaimed = unclaimedIn(document, merged);
  const truncated = [...answers, ...again].some((answer) => answer.truncated) || unclaimed.some(isTooMany);
  const seen = (await model.limits(signal)).pictures ? shown : new Set<number>();
  const unseen = renderPage && seen.size === 0 ? unseenWarning(doubtful) : [];
  return {
    engine: model.provider,
    provider: model.provider,
    model: model.name,
    findings: findingsOf(document, merged, list, seen),
    warnings: [
      ...unseen,
      ...conflictWarnings(merged),
      ...unknownWarnings(merged),
      ...unclaimed.map(unclaimedWarning),
      ...(truncated ? [TRUNCATED] : []),
    ],
    truncated,
  };
}

const NOTHING = { findings: [], warnings: [], truncated: false };

const repliesOf = (answers: readonly { reply: Reply }[]): Reply[] => answers.map(({ reply }) => reply);

/** Runs all in parallel; the first failure aborts the others. */
async function together<T, R>(all: readonly T[], work: (each: T, signal: AbortSignal) => Promise<R>, signal: AbortSignal): Promise<R[]> {
  const failed = new AbortController();
  const ends = AbortSignal.any([signal, failed.signal]);
  try {
    return await Promise.all(all.map((each) => work(each, ends)));
  } catch (error) {
    failed.abort(error);
    throw error;
  }
}

/** Lines before and after a missing row that are shown with it. */
const MISSING_CONTEXT_LINES = 2;

/** Asks once more about lines that look like rows and were left out. */
async function askedAgain(
  document: Document,
  { rows: byTable }: Merged,
  windowTokens: number,
  ask: (window: Window, note: string) => Promise<WindowAnswer>,
): Promise<WindowAnswer[]> {
  const answers: WindowAnswer[] = [];
  for (const [path, rows] of byTable) {
    const missing = missingRows(document, rows, [...byTable.values()].flat());
    if (missing.length === 0) continue;
    for (const { lines } of windowsOf(around(document, missing), windowTokens)) {
      const places = missing.filter(({ page, line }) => lines.some((each) => each.page === page && each.number === line));
      const { reply, truncated } = await ask({ lines, context: [] }, missingRowsText(path, places));
      answers.push({ reply: { findings: [], tables: reply.tables.filter((table) => table.path === path) }, truncated });
    }
  }
  return answers;
}

function around(document: Document, places: readonly LinePlace[]): Window["lines"] {
  const near = new Set(
    places.flatMap(({ page, line }) =>
      Array.from({ length: 2 * MISSING_CONTEXT_LINES + 1 }, (_, i) => `${page} ${line - MISSING_CONTEXT_LINES + i}`),
    ),
  );
  return numberedLinesOf(document).filter(({ page, number }) => near.has(`${page} ${number}`));
}

type Unclaimed = { path: string; places: LinePlace[]; rows: number };

/** Lines that look like rows and were still not claimed after the second request. */
function unclaimedIn(document: Document, { rows: byTable }: Merged): Unclaimed[] {
  return [...byTable].flatMap(([path, rows]) => {
    const places = missingRows(document, rows, [...byTable.values()].flat());
    return places.length === 0 ? [] : [{ path, places, rows: rows.length }];
  });
}

/** A line or two that look like rows but are not are normal: sums carried forward, notes. */
const UNCLAIMED_USUAL = { lines: 2, share: 0.002 } as const;

function isTooMany({ places, rows }: Unclaimed): boolean {
  return places.length > Math.max(UNCLAIMED_USUAL.lines, rows * UNCLAIMED_USUAL.share);
}

function pagesIn(window: Window, pages: readonly Page[]): Page[] {
  const inWindow = new Set(window.lines.map(({ page }) => page));
  return pages.filter(({ number }) => inWindow.has(number));
}

/** When no picture was seen, of pages that need one. */
function unseenWarning(pages: readonly Page[]): Answer["warnings"] {
  if (pages.length === 0) return [];
  const message = `The model was shown no pictures, because it takes none or its context is too small for them: of ${pages.length} pages it knows only the words that were read by OCR or stand in a doubtful text layer.`;
  return [{ code: "pictures_not_seen", path: null, message }];
}

const TRUNCATED = {
  code: "answer_truncated",
  path: null,
  message: "The model's answer was cut off; values and rows may be missing.",
} as const;

function conflictWarnings({ conflicts }: Merged): Answer["warnings"] {
  const message = "Parts of the document give different answers for this field; the most frequent one was used.";
  return conflicts.map(({ path, others }) => ({ code: "conflicting_answers", path, message, candidates: others }));
}

function unknownWarnings({ unknown }: Merged): Answer["warnings"] {
  const message = "An answer for a table or column that is not in the schema was ignored.";
  return unknown.map((path) => ({ code: "unknown_path", path, message }));
}

function unclaimedWarning({ path, places }: Unclaimed): Answer["warnings"][number] {
  const shown = places.slice(0, 5).map(({ page, line }) => `page ${page}, line ${line}`);
  const message = `Lines that look like rows of this table, but are not in the answer (${places.length}): ${shown.join("; ")}${places.length > 5 ? "; …" : ""}.`;
  return { code: "rows_unclaimed", path, message };
}
