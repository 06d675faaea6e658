/** Where a date with time is asked for, a time printed right after the date belongs to the answer. */
import { boxAround } from "#documents/layout/assemble.ts";
import { anyOf } from "#language/phrases.ts";
import { textOf } from "#structure/sheet.ts";
import type { Value } from "./page/values-in.ts";

/** `T14:05:00Z`, `, 14:05`, ` at 2:05 pm`, ` um 14.05 Uhr`, with a zone or without. */
const TIME_BEHIND = new RegExp(
  `^(?:T|,?\\s(?:${anyOf("engines", "before_times")}\\s)?|\\s?-\\s?)(?:[01]?\\d|2[0-4])[:.h][0-5]\\d(?:[:.][0-5]\\d(?:\\.\\d+)?)?` +
    `(?:\\s?[ap]\\.?m\\.?)?(?:\\s?(?:${anyOf("engines", "oclock")}|Z|UTC|GMT|[+-]\\d{2}:?\\d{2}))?(?![\\d:])`,
  "iu",
);

export function withTime(value: Value): Value {
  const words = value.cell.words.slice(value.from);
  const text = textOf(words);
  const start = text.indexOf(value.raw);
  const time = start < 0 ? null : TIME_BEHIND.exec(text.slice(start + value.raw.length));
  if (!time) return value;
  const raw = value.raw + time[0];
  const end = start + raw.length;
  let to = value.from;
  for (let at = 0; at < end && to < value.cell.words.length; to++) at += (value.cell.words[to]?.text.length ?? 0) + 1;
  return { ...value, raw, to, box: boxAround(value.cell.words.slice(value.from, to)) };
}
