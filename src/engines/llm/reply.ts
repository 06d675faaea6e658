/** The one shape of every model's reply, whatever the caller's schema is. */
import { z } from "zod";
import { jsonIn, wrongPlaces } from "#platform/models/ask-usable.ts";
import { type AskedType, replySchemaOf } from "#platform/models/reply-schema.ts";

const Count = z.coerce.number().int();
const Line = Count.nullish()
  .catch(null)
  .meta({ asked: "integer" } satisfies AskedType);
const Text = z
  .union([z.string(), z.number().transform(String), z.boolean().transform(String)])
  .nullish()
  .catch(null)
  .transform((text) => (text == null || text.trim() === "" ? null : text))
  .meta({ asked: ["string", "null"] } satisfies AskedType);
/** The words that answer, and the answer where the words do not say it; one of the two is there. */
const Said = z.object({ raw: Text, value: Text });
const Finding = z.object({ path: z.string(), page: Count, line: Line, ...Said.shape });
const Cell = z
  .union([Said, Text.transform((raw) => ({ raw, value: null }))])
  .meta({ asked: { anyOf: [{ type: ["string", "null"] }, replySchemaOf(Said)] } } satisfies AskedType);
const Row = z.object({ page: Count, line: Line, cells: z.array(Cell) });
const Table = z.object({ path: z.string(), columns: z.array(z.string()), rows: z.array(Row) });
/** Parsed more leniently than requested: servers that do not constrain their output leave out empty values. */
const Reply = z.object({ findings: z.array(Finding).default([]), tables: z.array(Table).default([]) });

export const REPLY_SCHEMA = replySchemaOf(Reply);

export type ReplySaid = z.infer<typeof Said>;
export type ReplyFinding = z.infer<typeof Finding>;
export type ReplyTable = z.infer<typeof Table>;
export type Reply = z.infer<typeof Reply>;

/** The reply, or what is wrong with it, described without its content. */
export function readReply(text: string): Reply | { wrong: string } {
  const found = jsonIn(text);
  if ("wrong" in found) return found;
  const { data, error } = Reply.safeParse(found.json);
  return data ?? { wrong: wrongPlaces(error.issues) };
}

/**
 * The complete part of a truncated reply: whole findings and rows only. The last entry of each list may be truncated itself and is left
 * out, unless something follows it.
 */
export function readCutReply(text: string): Reply {
  const record = z
    .object({ findings: z.array(z.unknown()).catch([]), tables: z.array(z.unknown()).optional().catch(undefined) })
    .safeParse(completed(text));
  if (!record.success) return { findings: [], tables: [] };
  const { findings, tables } = record.data;
  const whole = tables === undefined ? findings.slice(0, -1) : findings;
  return { findings: whole.flatMap((each) => Finding.safeParse(each).data ?? []), tables: cutTables(tables ?? []) };
}

/** The beginning of a JSON object up to its last complete value, with open brackets closed; null where it is not JSON. */
function completed(text: string): unknown {
  const open: string[] = [];
  const start = text.indexOf("{");
  let whole: { end: number; closing: string } | null = null;
  for (let at = start; at >= 0 && at < text.length; at++) {
    const sign = text[at] ?? "";
    if (sign === '"') at = endOfText(text, at + 1);
    else if (sign === ",") whole = { end: at, closing: open.toReversed().join("") };
    else if ("{[]}".includes(sign)) {
      if (sign in CLOSING) open.push(CLOSING[sign] ?? "");
      else open.pop();
      whole = { end: at + 1, closing: open.toReversed().join("") };
      if (open.length === 0 || open.length > LEVELS_MAX) break;
    }
  }
  try {
    return whole && JSON.parse(text.slice(start, whole.end) + whole.closing);
  } catch {
    return null;
  }
}

const CLOSING: Readonly<Record<string, string>> = { "{": "}", "[": "]" };
/** Maximum nesting; a reply has five levels. */
const LEVELS_MAX = 10;

/** Index of the closing quote; the length of the text when there is none. */
function endOfText(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    if (text[at] === '"') return at;
    if (text[at] === "\\") at++;
  }
  return text.length;
}

const CutTable = z.object({ path: z.string(), columns: z.array(z.string()), rows: z.array(z.unknown()).catch([]) });

function cutTables(tables: readonly unknown[]): ReplyTable[] {
  return tables.flatMap((each, i) => {
    const { data } = CutTable.safeParse(each);
    if (!data) return [];
    const rows = i === tables.length - 1 ? data.rows.slice(0, -1) : data.rows;
    return [{ ...data, rows: rows.flatMap((row) => Row.safeParse(row).data ?? []) }];
  });
}
