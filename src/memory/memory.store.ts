/** All SQL on layouts and examples. */
import { sql } from "kysely";
import { newId } from "#contract/ids.ts";
import type { RememberedLayout } from "#contract/templates.ts";
import { type Db, prepared, type Tx } from "#platform/postgres/db.ts";
import { sealedJson } from "#platform/postgres/sealed.ts";
import type { StoredLesson } from "./lesson.ts";

/** `scope`: the template's id, or the hash of a schema. */
export type Scope = { accountId: string; scope: string };
export type StoredExample = { task_id: string; layout_id: string; reviewed_at: Date; lesson: StoredLesson };

/** What the newest example is and how many there are: it changes whenever an answer may. Null where nothing is remembered. */
export async function memoryState(db: Db | Tx, { accountId, scope }: Scope): Promise<string | null> {
  const { rows } = await sql<{ n: number; newest: Date | null }>`${prepared}
    SELECT count(*)::int AS n, max(reviewed_at) AS newest FROM memory_examples WHERE account_id = ${accountId} AND scope = ${scope}`.execute(
    db,
  );
  const [row] = rows;
  return row?.newest ? `${row.n} ${row.newest.toISOString()}` : null;
}

/** `bits`: of the signature, as 256 hexadecimal digits. */
export type StoredSignature = { task_id: string; change: number; bits: string };

/**
 * In one statement the examples of these tasks, in any order and without those that were forgotten, and the signatures that were written
 * after the change of that number.
 */
export async function examplesAndNews(
  db: Db | Tx,
  { accountId, scope }: Scope,
  { taskIds, since }: { taskIds: readonly string[]; since: number },
): Promise<{ examples: StoredExample[]; news: StoredSignature[] }> {
  // bit_send puts the number of bits, four bytes, before them.
  const { rows } = await sql<StoredExample & { change: number | null; bits: string | null }>`${prepared}
    SELECT task_id, layout_id, reviewed_at, lesson, NULL::bigint AS change, NULL::text AS bits FROM memory_examples
    WHERE task_id = ANY(${taskIds}::text[]) AND account_id = ${accountId} AND scope = ${scope}
    UNION ALL
    SELECT task_id, layout_id, reviewed_at, NULL, change, encode(substring(bit_send(signature) FROM 5), 'hex') FROM memory_examples
    WHERE account_id = ${accountId} AND scope = ${scope} AND change > ${since}`.execute(db);
  return {
    examples: rows.filter(({ bits }) => bits === null),
    news: rows.flatMap(({ task_id, change, bits }) => (change === null || bits === null ? [] : [{ task_id, change, bits }])),
  };
}

/** The latest first. */
export async function examplesOf(db: Db | Tx, accountId: string, layoutId: string, limit: number): Promise<StoredExample[]> {
  return db
    .selectFrom("memory_examples")
    .select(["task_id", "layout_id", "reviewed_at", "lesson"])
    .where("account_id", "=", accountId)
    .where("layout_id", "=", layoutId)
    .orderBy("reviewed_at", "desc")
    .limit(limit)
    .execute();
}

/** Until the transaction ends: two reviews at once make one layout of documents that are alike. */
export async function lockScope(tx: Tx, { accountId, scope }: Scope): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`memory ${accountId} ${scope}`}, 0))`.execute(tx);
}

export async function insertLayout(tx: Tx, { accountId, scope }: Scope): Promise<string> {
  const id = newId("lay");
  await tx.insertInto("memory_layouts").values({ id, account_id: accountId, scope }).execute();
  return id;
}

export type NewExample = {
  taskId: string;
  layoutId: string;
  signature: string;
  lesson: StoredLesson;
  reviewedAt: Date;
  read: number;
  right: number;
};

/** Replaces the example that the task has. */
export async function putExample(tx: Tx, { accountId, scope }: Scope, example: NewExample): Promise<void> {
  await sql`INSERT INTO memory_examples (task_id, layout_id, account_id, scope, reviewed_at, signature, lesson, values_read, values_right)
    VALUES (${example.taskId}, ${example.layoutId}, ${accountId}, ${scope}, ${example.reviewedAt}, ${example.signature}::bit(1024),
      ${sealedJson(example.lesson)}, ${example.read}, ${example.right})
    ON CONFLICT (task_id) DO UPDATE SET layout_id = excluded.layout_id, scope = excluded.scope, reviewed_at = excluded.reviewed_at,
      signature = excluded.signature, lesson = excluded.lesson, values_read = excluded.values_read, values_right = excluded.values_right
    WHERE memory_examples.account_id = excluded.account_id`.execute(tx);
}

/** A review that is undone, or whose task is deleted, teaches nothing; a layout without examples goes with its last one. */
export async function forgetExample(tx: Tx, accountId: string, taskId: string): Promise<void> {
  const gone = await tx
    .deleteFrom("memory_examples")
    .where("account_id", "=", accountId)
    .where("task_id", "=", taskId)
    .returning("layout_id")
    .executeTakeFirst();
  if (gone) await deleteEmptyLayouts(tx, accountId, [gone.layout_id]);
}

/** Of the layouts those that nothing is remembered of any more. */
export async function deleteEmptyLayouts(tx: Tx, accountId: string, ids: readonly string[]): Promise<void> {
  await sql`DELETE FROM memory_layouts l WHERE id = ANY(${ids}::text[]) AND account_id = ${accountId}
    AND NOT EXISTS (SELECT FROM memory_examples e WHERE e.layout_id = l.id)
    AND NOT EXISTS (SELECT FROM memory_pages p WHERE p.layout_id = l.id)`.execute(tx);
}

/** Of a layout only the latest examples are kept: older ones say what is no longer printed. */
export async function forgetOldest(tx: Tx, accountId: string, layoutId: string, kept: number): Promise<void> {
  await sql`DELETE FROM memory_examples WHERE account_id = ${accountId} AND task_id IN (
    SELECT task_id FROM memory_examples WHERE layout_id = ${layoutId} AND account_id = ${accountId} ORDER BY reviewed_at DESC OFFSET ${kept})`.execute(
    tx,
  );
}

export async function countUse(tx: Tx, accountId: string, layoutId: string): Promise<void> {
  await sql`UPDATE memory_layouts SET documents_read = documents_read + 1, last_used_at = now()
    WHERE id = ${layoutId} AND account_id = ${accountId}`.execute(tx);
}

/** Of one scope, those used last first. */
export async function listLayouts(db: Db, { accountId, scope }: Scope, limit: number): Promise<RememberedLayout[]> {
  const { rows } = await sql<Omit<RememberedLayout, "created_at" | "last_used_at"> & { created_at: Date; last_used_at: Date | null }>`
    SELECT l.id AS layout_id, count(e.task_id)::int AS examples, l.documents_read, l.created_at, l.last_used_at,
      (SELECT count(*) FROM memory_pages p WHERE p.layout_id = l.id AND p.is_of)::int AS pages_set,
      (SELECT count(*) FROM memory_pages p WHERE p.layout_id = l.id AND NOT p.is_of)::int AS pages_refused,
      round(sum(e.values_right)::numeric / nullif(sum(e.values_read), 0), 4)::float AS right_share
    FROM memory_layouts l LEFT JOIN memory_examples e ON e.layout_id = l.id
    WHERE l.account_id = ${accountId} AND l.scope = ${scope}
    GROUP BY l.id ORDER BY l.last_used_at DESC NULLS LAST, l.id DESC LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString(), last_used_at: row.last_used_at?.toISOString() ?? null }));
}

/** One layout of a scope, or all. Returns how many were forgotten. */
export async function deleteLayouts(db: Db | Tx, { accountId, scope }: Scope, layoutId?: string): Promise<number> {
  let query = db.deleteFrom("memory_layouts").where("account_id", "=", accountId).where("scope", "=", scope);
  if (layoutId !== undefined) query = query.where("id", "=", layoutId);
  return (await query.returning("id").execute()).length;
}
