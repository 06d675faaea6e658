/** Asks a model about one window: an unusable reply is asked for once more, a truncated one is continued. */
import { append } from "#documents/long-lists.ts";
import type { Hint } from "#engines/remembered.ts";
import { askUsable } from "#platform/models/ask-usable.ts";
import type { ModelPicture } from "#platform/models/call.ts";
import type { Model } from "#platform/models/models.ts";
import { hintsFor } from "./hints.ts";
import { continueText, hintsText, INSTRUCTIONS, onlyTablesText, windowText } from "./prompt.ts";
import { REPLY_SCHEMA, type Reply, type ReplyTable, readCutReply, readReply } from "./reply.ts";
import { restOf, type Window } from "./windows.ts";

export type WindowAsk = {
  model: Model;
  marker: string;
  fields: string;
  /** Paths of the requested tables. */
  tables: readonly string[];
  window: Window;
  /** Of all windows. */
  hints: readonly Hint[];
  pictures: ModelPicture[];
  /** A note that restricts what is wanted of these lines; empty when everything is. */
  note: string;
};

/** Maximum number of continuations of a truncated reply; then the rest is given up. */
const CONTINUATIONS_MAX = 12;

/** `truncated`: the model stopped before the end and did not continue when asked. */
export type WindowAnswer = { reply: Reply; truncated: boolean };

/**
 * Tables that a truncated reply had not reached are asked for separately: a continuation after the last row would leave out what precedes
 * it in the document.
 */
export async function askWindow(ask: WindowAsk, signal: AbortSignal): Promise<WindowAnswer> {
  const { cut, ...answer } = await answered(ask, signal);
  const open = cut ? ask.tables.filter((path) => !answer.reply.tables.some((table) => table.path === path)) : [];
  if (open.length === 0 || open.length === ask.tables.length) return answer;
  const rest = await askWindow({ ...ask, tables: open, note: onlyTablesText(open) }, signal);
  const { findings, tables } = answer.reply;
  return { reply: { findings, tables: [...tables, ...rest.reply.tables] }, truncated: answer.truncated || rest.truncated };
}

async function answered(ask: WindowAsk, signal: AbortSignal): Promise<WindowAnswer & { cut: boolean }> {
  const whole: Reply = { findings: [], tables: [] };
  let { window, note } = ask;
  for (let asked = 0; asked <= CONTINUATIONS_MAX; asked++) {
    const { reply, cut } = await usableReply({ ...ask, window, note }, signal);
    const news = add(whole, reply);
    if (!cut) return { reply: whole, truncated: false, cut: asked > 0 };
    if (!news) break;
    const table = reply.tables.at(-1);
    const last = table && lastPlaceOf(table);
    if (last) window = restOf(window, last);
    else if (table) break;
    if (window.lines.length === 0) return { reply: whole, truncated: false, cut };
    note = continueText([...new Set(whole.findings.map(({ path }) => path))]);
  }
  return { reply: whole, truncated: true, cut: true };
}

async function usableReply(ask: WindowAsk, signal: AbortSignal): Promise<{ reply: Reply; cut: boolean }> {
  const text = `${ask.fields}\n\n${hintsText(ask.marker, hintsFor(ask.hints, ask.window))}${windowText(ask.marker, ask.window)}${ask.note === "" ? "" : `\n\n${ask.note}`}`;
  const answer = await askUsable(
    ask.model,
    {
      instructions: INSTRUCTIONS,
      content: [text, ...ask.pictures],
      reply: { name: "answer", schema: REPLY_SCHEMA },
    },
    readReply,
    signal,
  );
  return answer.cut ? { reply: readCutReply(answer.text), cut: true } : answer;
}

/** Adds `more` to `whole`. False when it had nothing new. */
function add(whole: Reply, more: Reply): boolean {
  const findings = more.findings.filter(
    (finding) => !whole.findings.some((each) => each.path === finding.path && each.raw === finding.raw),
  );
  append(whole.findings, findings);
  append(whole.tables, more.tables);
  return findings.length > 0 || more.tables.some(({ rows }) => rows.length > 0);
}

/** Where the last row of a truncated reply is: of the table that the reply ended with. Null when its rows have no lines. */
function lastPlaceOf({ rows }: ReplyTable): { page: number; number: number } | null {
  const places = rows.flatMap(({ page, line }) => (line == null ? [] : [{ page, number: line }]));
  return places.toSorted((a, b) => a.page - b.page || a.number - b.number).at(-1) ?? null;
}
