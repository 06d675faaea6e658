/** All SQL that lists tasks. */
import { type SelectQueryBuilder, sql } from "kysely";
import { idTime } from "#contract/ids.ts";
import type { TaskState } from "#contract/task.ts";
import type { Db } from "#platform/postgres/db.ts";
import type { Tables } from "#platform/postgres/tables.ts";
import { brokenTasks } from "./review-work/broken-rules.store.ts";
import { COLUMNS_BESIDE_RESULT, type TaskRow, type TextRow } from "./task-rows.store.ts";

/** Columns of a summary; results are not read. */
const COLUMNS = [
  "id",
  "state",
  "stage",
  "created_at",
  "started_at",
  "finished_at",
  "attempts",
  "engine",
  "provider",
  "model",
  "document",
  "template_id",
  "template_version",
  "metadata",
  "error",
  "confidence",
  "reviewed_at",
  "batch_id",
] as const;
/** Of `tasks AS t`. */
export const listedColumns = sql.join(COLUMNS.map((name) => sql.ref(`t.${name}`)));
export type ListedTask = Pick<TaskRow, (typeof COLUMNS)[number]>;

/** The last task of the previous part of the list. */
export type TaskSortKey = { id: string; confidence: number | null };
export type TaskFilter = {
  state: TaskState | null;
  templateId: string | null;
  batchId: string | null;
  createdAfter: Date | null;
  createdBefore: Date | null;
  /** Prefix of an id, or a part of the file's name or of the metadata as JSON. */
  text: string | null;
  /** `needed`: completed and not reviewed yet. `second`: reviewed, and waiting for a second reader. */
  review: "needed" | "done" | "second" | null;
  /** The person who is to be the second reader; null: any. */
  reader: string | null;
  /** Name of a rule that the values break; `*`: any. */
  brokenRule: string | null;
  confidenceBelow: number | null;
  limit: number;
};

type Query<Row> = SelectQueryBuilder<Tables, "tasks", Row>;

/** Newest first. */
export function listNewest(db: Db, accountId: string, filter: TaskFilter, after: Pick<TaskSortKey, "id"> | null): Promise<ListedTask[]> {
  let query = matching(db, accountId, filter);
  if (after !== null) query = query.where("id", "<", after.id);
  return query.orderBy("id", "desc").limit(filter.limit).execute();
}

/** Least confident first, newest first among equals; then those without a confidence, newest first. */
export async function listLeastConfident(db: Db, accountId: string, filter: TaskFilter, after: TaskSortKey | null): Promise<ListedTask[]> {
  const rows = after !== null && after.confidence === null ? [] : await withConfidence(db, accountId, filter, after);
  if (rows.length >= filter.limit) return rows;
  let rest = matching(db, accountId, filter).where("confidence", "is", null);
  if (after !== null && after.confidence === null) rest = rest.where("id", "<", after.id);
  const others = await rest
    .orderBy("id", "desc")
    .limit(filter.limit - rows.length)
    .execute();
  return [...rows, ...others];
}

function withConfidence(db: Db, accountId: string, filter: TaskFilter, after: TaskSortKey | null): Promise<ListedTask[]> {
  if (filter.brokenRule !== null) return withBrokenRule(db, accountId, filter, after);
  let query = matching(db, accountId, filter).where("confidence", "is not", null);
  if (after !== null)
    // First the condition that an index supports.
    query = query
      .where("confidence", ">=", after.confidence)
      .where((eb) => eb.or([eb("confidence", ">", after.confidence), eb("id", "<", after.id)]));
  return query.orderBy("confidence").orderBy("id", "desc").limit(filter.limit).execute();
}

/** In the order of an index on broken rules, which has the confidences too; every task that breaks a rule has one. */
function withBrokenRule(db: Db, accountId: string, filter: TaskFilter, after: TaskSortKey | null): Promise<ListedTask[]> {
  let query = matching(db, accountId, filter);
  if (after !== null)
    query = query
      .where(sql<boolean>`broken_confidence >= ${after.confidence}`)
      .where(sql<boolean>`(broken_confidence > ${after.confidence} OR broken_id < ${after.id})`);
  return query.orderBy(sql`broken_confidence`).orderBy(sql`broken_id`, "desc").limit(filter.limit).execute();
}

/** `after`: id of the last one before; null: the first. `until`: results from after this time, as `resultsUntil` gives it, are left out. */
export type ResultsPart = { after: string | null; until: string };

/** Columns that a row of a table needs. */
const VALUE_COLUMNS = ["id", "created_at", "reviewed_at", "document", "confidence", "template_version", "corrections"] as const;
export type ResultRow = Pick<TextRow, (typeof VALUE_COLUMNS)[number] | "resultText">;
export type ListResults<Row> = (db: Db, accountId: string, filter: TaskFilter, part: ResultsPart) => Promise<Row[]>;

const resultText = sql<string | null>`result::text`.as("resultText");

/** Tasks with their results, oldest first. */
export const listResults: ListResults<TextRow> = (db, accountId, filter, part) =>
  oldestFirst(db, db.selectFrom("tasks").select([...COLUMNS_BESIDE_RESULT, resultText]), accountId, filter, part).execute();

/** As `listResults`, with what is to be seen of values only. */
export const listResultValues: ListResults<ResultRow> = (db, accountId, filter, part) =>
  oldestFirst(db, db.selectFrom("tasks").select([...VALUE_COLUMNS, resultText]), accountId, filter, part).execute();

function oldestFirst<Row>(db: Db, rows: Query<Row>, accountId: string, filter: TaskFilter, { after, until }: ResultsPart): Query<Row> {
  let query = where(db, rows, accountId, filter).where("finished_at", "<=", sql<Date>`${until}::timestamptz`);
  if (after !== null) query = query.where("id", ">", after);
  return query.orderBy("id").limit(filter.limit);
}

/** Now, by the database's clock, which results have their time of. */
export async function resultsUntil(db: Db): Promise<string> {
  const { rows } = await sql<{ now: string }>`SELECT now()::text AS now`.execute(db);
  return rows[0]?.now ?? "infinity";
}

const matching = (db: Db, accountId: string, filter: TaskFilter): Query<ListedTask> =>
  where(db, db.selectFrom("tasks").select(COLUMNS), accountId, filter);

function where<Row>(db: Db, rows: Query<Row>, accountId: string, filter: TaskFilter): Query<Row> {
  let query = (filter.brokenRule === null ? rows : breaking(db, rows, accountId, filter.brokenRule, filter)).where(
    "account_id",
    "=",
    accountId,
  );
  if (filter.state !== null) query = query.where("state", "=", filter.state);
  if (filter.templateId !== null) query = query.where("template_id", "=", filter.templateId);
  if (filter.batchId !== null) query = query.where("batch_id", "=", filter.batchId);
  if (filter.createdAfter !== null)
    query = query.where("created_at", ">", filter.createdAfter).where("id", ">=", idAt(filter.createdAfter, -CLOCKS_APART_MS));
  if (filter.createdBefore !== null)
    query = query.where("created_at", "<", filter.createdBefore).where("id", "<", idAt(filter.createdBefore, CLOCKS_APART_MS));
  if (filter.review === "needed") query = query.where("state", "=", "completed").where("reviewed_at", "is", null);
  if (filter.review === "second") query = query.where(waitsForSecond(accountId, filter.reader));
  if (filter.review === "done") query = query.where("reviewed_at", "is not", null);
  if (filter.confidenceBelow !== null) query = query.where("confidence", "<", filter.confidenceBelow);
  if (filter.text !== null) query = query.where(mentions(filter.text));
  return query;
}

/** The join adds no columns of names that tasks have. */
function breaking<Row>(db: Db, rows: Query<Row>, accountId: string, rule: string, { templateId, review }: TaskFilter): Query<Row> {
  const broken = brokenTasks(db, accountId, { rule, templateId, waiting: review === "needed" });
  return rows.innerJoin(broken.as("b"), "b.broken_id", "tasks.id") as unknown as Query<Row>;
}

const waitsForSecond = (accountId: string, reader: string | null) =>
  sql<boolean>`id IN (SELECT r.task_id FROM second_readings r WHERE r.account_id = ${accountId} AND r.second_at IS NULL
    AND (${reader}::text IS NULL OR r.first_person IS DISTINCT FROM ${reader}))`;

/**
 * An index knows the time of an id, which is of the clock of the node that took the task; `created_at` is of the database's clock. They may
 * differ by this.
 */
const CLOCKS_APART_MS = 60 * 60_000;
const idAt = (time: Date, plusMs: number): string => `task_${idTime(Math.max(0, time.getTime() + plusMs))}`;

/** Metadata is searched in its stored JSON form, in which quotes and line breaks have a backslash. */
function mentions(text: string) {
  const inJson = JSON.stringify(text).slice(1, -1);
  return sql<boolean>`(starts_with(id, ${text.toLowerCase()}) OR document->>'filename' ~ ${anyCase(text)}
    OR (json_typeof(metadata) = 'object' AND metadata::text ~ ${anyCase(inJson)}))`;
}

/**
 * A case-insensitive PostgreSQL regular expression for the literal text. Lists both cases of each letter, because in a database with the
 * locale C, such as the embedded one, LIKE and lower() handle ASCII letters only.
 */
function anyCase(text: string): string {
  return [...text]
    .map((sign) => {
      const cases = [...new Set([sign, sign.toLowerCase(), sign.toUpperCase()])].filter((each) => [...each].length === 1);
      if (cases.length > 1) return `[${cases.join("")}]`;
      return /[\p{L}\p{N}]/u.test(sign) || sign.charCodeAt(0) > 127 ? sign : `\\${sign}`;
    })
    .join("");
}
