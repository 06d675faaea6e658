/**
 * The record of a task as the text of its JSON. Values and places, most of the text, are taken from the stored result as they are: parsing and
 * writing them would cost more than all else that a status read does.
 */
import { membersOf } from "#platform/json-members.ts";
import { unpackedJson } from "#platform/packed.ts";
import { hasDoubts, warningsOf } from "#rules/outcomes.ts";
import { type RecordMore, recordOf } from "./task-record.ts";
import type { TextRow } from "./task-rows.store.ts";

/** What JSON.stringify gives of `recordOf`. */
export function recordText({ resultText: kept, ...row }: TextRow, more: RecordMore): string {
  const resultText = kept && unpackedJson(kept);
  if (resultText === null || !isAsRead(row))
    return JSON.stringify(recordOf({ ...row, result: resultText && JSON.parse(resultText) }, more));
  const stored = membersOf(resultText);
  const rest = recordOf({ ...row, result: null }, more);
  const isReviewed = row.reviewed_at !== null;
  const taken: Record<string, string | undefined> = {
    data: stored.get("data"),
    fields: stored.get("fields"),
    completeness: stored.get("completeness"),
    warnings: joined(JSON.stringify(row.request.warnings ?? []), stored.get("warnings") ?? "[]", JSON.stringify(warningsOf(row.rules))),
    needs_review: JSON.stringify(isReviewed ? [] : row.to_review),
    memory: stored.get("memory"),
  };
  const members = Object.entries(rest).map(([key, value]) => `${JSON.stringify(key)}:${taken[key] ?? JSON.stringify(value)}`);
  return `{${members.join(",")}}`;
}

/** Whether nothing was found or said of the values since they were read that changes what the record says of them. */
const isAsRead = ({ rules, corrections, reviewed_at, to_review }: Omit<TextRow, "resultText">): boolean =>
  to_review !== null && !hasDoubts(rules) && (corrections === null || reviewed_at !== null);

/** JSON arrays as one. */
const joined = (...arrays: string[]): string =>
  `[${arrays
    .map((each) => each.slice(1, -1))
    .filter((each) => each !== "")
    .join(",")}]`;
