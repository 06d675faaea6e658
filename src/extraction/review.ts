/** People check what was read: corrections lie beside the values, which stay as they are, and somebody says that the review is done. */
import { isDeepStrictEqual } from "node:util";
import { ApiError, type ValidationIssue } from "#contract/errors.ts";
import type { Json } from "#contract/json.ts";
import type { Field, Schema } from "#contract/schema/field.ts";
import type { Corrections, ExtractionResult, FieldResult, ReviewBody, TaskRecord } from "#contract/task.ts";
import { keysOf } from "#engines/pointer.ts";
import { type DocumentLocale, localeOfText } from "#engines/values/locale.ts";
import { type Caller, recordAudit } from "#platform/audit.store.ts";
import type { Db } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import { readCorrection } from "#results/read-correction.ts";
import { readTask, taskUnknown } from "./task-actions.ts";
import { lockTask } from "./task-rows.store.ts";
import { setReview } from "./tasks.store.ts";

/** `by`: who it is, for people to read. Throws ApiError 404, 400 when the task is not completed, 422 naming every wrong correction. */
export async function reviewTask(db: Db, caller: Caller, by: string, id: string, ask: ReviewBody): Promise<TaskRecord> {
  const { accountId } = caller;
  await transaction(db, async (tx) => {
    const row = await lockTask(tx, accountId, id);
    if (!row) throw taskUnknown();
    if (row.state !== "completed" || row.result === null) throw new ApiError("task_not_completed");
    const at = new Date();
    const corrections = corrected(row.request.schema, row.result, row.corrections ?? {}, ask.corrections ?? {}, {
      at: at.toISOString(),
      by,
    });
    const before = row.reviewed_at === null ? null : { at: row.reviewed_at, by: row.reviewed_by ?? by };
    const reviewed = ask.done == null ? before : ask.done ? { at, by } : null;
    await setReview(tx, id, { corrections: Object.keys(corrections).length > 0 ? corrections : null, reviewed });
    await recordAudit(tx, caller, "task.reviewed", id);
  });
  return readTask(db, accountId, id);
}

/** The corrections as they stand after these. Throws ApiError 422. */
function corrected(
  schema: Schema,
  result: ExtractionResult,
  before: Corrections,
  asked: Record<string, Json>,
  who: { at: string; by: string },
): Corrections {
  const issues: ValidationIssue[] = [];
  const after = new Map(Object.entries(before));
  const evidence = Object.values(result.fields).flatMap((field) => field.evidence.map(({ text }) => text));
  const locale = localeOfText(evidence.join("\n"));
  for (const [pointer, value] of Object.entries(asked)) {
    const original = Object.hasOwn(result.fields, pointer) ? result.fields[pointer] : undefined;
    const field = original && fieldAt(schema, pointer);
    const read = original && field ? readCorrection(field, value, localeBeside(locale, original)) : { refused: NO_FIELD };
    if ("refused" in read) issues.push({ loc: ["body", "corrections", pointer], msg: read.refused, type: "value_error" });
    else if (original && isDeepStrictEqual(read.value, original.value)) after.delete(pointer);
    else after.set(pointer, { value: read.value, ...who });
  }
  if (issues.length > 0) throw new ApiError("validation_error", { issues });
  return Object.fromEntries(after);
}

const NO_FIELD = "The task has no such field. Name a JSON Pointer that stands in its `fields`.";

/** An amount without a currency has that of the amount it replaces. */
function localeBeside(locale: DocumentLocale, { value }: FieldResult): DocumentLocale {
  const currency = value !== null && typeof value === "object" && !Array.isArray(value) ? value.currency : null;
  return { ...locale, currency: typeof currency === "string" ? currency : null };
}

/** The field that a pointer into `data` leads to; null when the schema has none there. */
function fieldAt(schema: Schema, pointer: string): Field | null {
  let at: Field | null = { name: "", type: "object", fields: schema.fields };
  for (const key of keysOf(pointer)) at = at && below(at, key);
  return at;
}

function below(field: Field, key: string): Field | null {
  if (field.type === "object") return field.fields?.find(({ name }) => name === key) ?? null;
  if (field.type === "table") return { ...field, type: "object" };
  return field.type === "array" ? (field.items ?? { name: "item", type: "string" }) : null;
}
