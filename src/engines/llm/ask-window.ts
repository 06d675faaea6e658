/** Has one window answered: a reply that cannot be used is asked for once more, a cut one is continued. */
import { append } from "#documents/long-lists.ts";
import { askUsable } from "#platform/models/ask-usable.ts";
import type { Picture } from "#platform/models/call.ts";
import type { Model } from "#platform/models/models.ts";
import { continueText, INSTRUCTIONS, onlyTablesText, windowText } from "./prompt.ts";
import { REPLY_SCHEMA, type Reply, type ReplyTable, readCutReply, readReply } from "./reply.ts";
import { restOf, type Window } from "./windows.ts";

export type WindowAsk = {
  model: Model;
  marker: string;
  fields: string;
  /** Paths of the tables that are asked for. */
  tables: readonly string[];
  window: Window;
  pictures: Picture[];
  /** A last word on what is wanted of these lines; empty when it is everything. */
  note: string;
};

/** Replies that go on from a cut one before the rest is given up. */
const CONTINUATIONS_MAX = 12;

/** `truncated`: the model stopped before the end and could not be brought to go on. */
export type WindowAnswer = { reply: Reply; truncated: boolean };

/** Tables that a cut reply had not come to are asked for by themselves: going on behind the cut would leave out what stands before it. */
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
  for (let turn = 0; turn <= CONTINUATIONS_MAX; turn++) {
    const { reply, cut } = await usableReply({ ...ask, window, note }, signal);
    const news = add(whole, reply);
    if (!cut) return { reply: whole, truncated: false, cut: turn > 0 };
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
  const text = `${ask.fields}\n\n${windowText(ask.marker, ask.window)}${ask.note === "" ? "" : `\n\n${ask.note}`}`;
  const answer = await askUsable(
    ask.model,
    {
      instructions: INSTRUCTIONS,
      content: [text, ...ask.pictures],
      reply: { name: "answer", schema: REPLY_SCHEMA },
      outputTokensMax: ask.model.outputTokensMax,
    },
    readReply,
    signal,
  );
  return answer.cut ? { reply: readCutReply(answer.text), cut: true } : answer;
}

/** False when nothing was new. */
function add(whole: Reply, more: Reply): boolean {
  const findings = more.findings.filter(
    (finding) => !whole.findings.some((each) => each.path === finding.path && each.raw === finding.raw),
  );
  append(whole.findings, findings);
  append(whole.tables, more.tables);
  return findings.length > 0 || more.tables.some(({ rows }) => rows.length > 0);
}

/** The cut one is the table that the reply ended with, wherever it stands. Null when its rows do not say where they are. */
function lastPlaceOf({ rows }: ReplyTable): { page: number; number: number } | null {
  const places = rows.flatMap(({ page, line }) => (line == null ? [] : [{ page, number: line }]));
  return places.toSorted((a, b) => a.page - b.page || a.number - b.number).at(-1) ?? null;
}
