/** A sampled share of the finished reviews is read again by another person, and the two readings are compared. */
import { isDeepStrictEqual } from "node:util";
import type { SecondReading } from "#contract/review-work.ts";
import type { Corrections } from "#contract/task.ts";
import type { TaskRow } from "#extraction/task-rows.store.ts";
import type { KeyedHash } from "#platform/keyed-hash.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { findTemplate } from "#templates/templates.store.ts";
import { compareReadings } from "./compare-readings.ts";
import { deleteReading, endReading, findReading, findWaiting, insertReading, setFirstValues } from "./readings.store.ts";

/** `corrections`: all that the task has now. */
type Did = { isNew: boolean; isUndone: boolean; isDone: boolean; corrections: Corrections };

/**
 * Puts up a finished review for a second reader where its task is of the sample, and ends the second reading when a person other than the
 * first reader finishes. Returns the pointers of the values that the second reader sees otherwise; null: no second reading was finished.
 */
export async function noteReading(
  { keyedHash }: { keyedHash: KeyedHash },
  tx: Tx,
  row: TaskRow,
  personId: string | null,
  { isNew, isUndone, isDone, corrections }: Did,
): Promise<string[] | null> {
  const of = { accountId: row.account_id, taskId: row.id };
  if (row.template_id === null) return null;
  if (isUndone) await deleteReading(tx, of);
  if (isNew) {
    const share = (await findTemplate(tx, of.accountId, row.template_id))?.second_review_share ?? 0;
    if (isSampled(keyedHash, row.id, share)) await insertReading(tx, of, personId, corrections);
  }
  if (isNew || isUndone || row.reviewed_at === null || row.result === null) return null;
  const waiting = await findWaiting(tx, of);
  if (waiting === null) return null;
  const { firstPerson: first, firstValues } = waiting;
  if (personId === null || personId === first) {
    await setFirstValues(tx, row.id, changedAlike(firstValues, row.corrections ?? {}, corrections));
    return null;
  }
  if (!isDone) return null;
  const { differences, tally } = compareReadings(row.request.schema, row.result.fields, firstValues, corrections);
  await endReading(tx, of, { templateId: row.template_id, first, second: personId, differences, tally });
  return differences.map(({ path }) => path);
}

const SIX_BYTES = 2 ** 48;

/** By a hash that only the service can make, so that a reader can neither choose nor foresee it; the same whenever it is asked. */
export const isSampled = (hash: KeyedHash, taskId: string, share: number): boolean =>
  Buffer.from(hash(`second reading ${taskId}`), "base64url").readUIntBE(0, 6) / SIX_BYTES < share;

/** What the first reader changes after the review is the first reader's still; what the second has changed meanwhile is not. */
function changedAlike(first: Corrections, before: Corrections, after: Corrections): Corrections {
  const out = new Map(Object.entries(first));
  for (const path of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const value = after[path];
    if (isDeepStrictEqual(before[path], value)) continue;
    if (value === undefined) out.delete(path);
    else out.set(path, value);
  }
  return Object.fromEntries(out);
}

/** Null: the task is not read a second time. */
export async function secondReadingOf(db: Db | Tx, accountId: string, taskId: string): Promise<SecondReading | null> {
  const reading = await findReading(db, { accountId, taskId });
  if (reading === null) return null;
  const { first, second, endedAt, differences } = reading;
  return {
    status: endedAt === null ? "waiting" : "done",
    first_by: first,
    second_by: second,
    completed_at: endedAt?.toISOString() ?? null,
    differences,
  };
}
