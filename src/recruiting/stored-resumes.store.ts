/** All SQL on the résumés kept per application: the newest of each. */
import { sql } from "kysely";
import { type Db, prepared, type Tx } from "#platform/postgres/db.ts";
import { sealedJson, sealedText } from "#platform/postgres/sealed.ts";
import type { KeptClaims } from "./kept-claims.ts";

export type StoredResume = { blobKey: string; url: string | null; claims: KeptClaims | null };

/** Replaces what the application had. Gives the file that nothing needs any more, if any. */
export async function keepResume(
  tx: Tx,
  accountId: string,
  resume: StoredResume & { applicationId: string },
  until: Date,
): Promise<string | null> {
  const { rows } = await sql<{ earlier: string | null }>`${prepared}
    WITH earlier AS (
      SELECT blob_key FROM stored_resumes WHERE account_id = ${accountId} AND application_id = ${resume.applicationId} FOR UPDATE)
    INSERT INTO stored_resumes (account_id, application_id, blob_key, url, claims, expires_at)
    -- The earlier row is looked up before this one replaces it.
    SELECT ${accountId}, ${resume.applicationId}, ${resume.blobKey}, ${sealedText(resume.url)}, ${resume.claims && sealedJson(resume.claims)}, ${until}::timestamptz
      FROM (SELECT count(*) FROM earlier) AS looked
    ON CONFLICT (account_id, application_id) DO UPDATE SET blob_key = EXCLUDED.blob_key, url = EXCLUDED.url, claims = EXCLUDED.claims, expires_at = EXCLUDED.expires_at
    RETURNING (SELECT blob_key FROM earlier) AS earlier`.execute(tx);
  const earlier = rows[0]?.earlier ?? null;
  return earlier === null || earlier === resume.blobKey || (await isNeeded(tx, earlier)) ? null : earlier;
}

export async function findStoredResume(db: Db, accountId: string, applicationId: string): Promise<StoredResume | null> {
  const { rows } = await sql<StoredResume>`${prepared}
    SELECT blob_key AS "blobKey", url, claims FROM stored_resumes WHERE account_id = ${accountId} AND application_id = ${applicationId}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Deletes up to `limit` whose time is over; gives the files that nothing needs any more. */
export async function deleteExpiredResumes(tx: Tx, limit: number): Promise<{ count: number; blobKeys: string[] }> {
  const { rows } = await sql<{ blobKey: string; unused: boolean }>`
    WITH gone AS (DELETE FROM stored_resumes WHERE (account_id, application_id) IN (
      SELECT account_id, application_id FROM stored_resumes WHERE expires_at < now() ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      RETURNING blob_key)
    SELECT blob_key AS "blobKey", NOT EXISTS (SELECT 1 FROM batch_entries e WHERE e.blob_key = gone.blob_key) AS unused FROM gone`.execute(
    tx,
  );
  return { count: rows.length, blobKeys: rows.filter(({ unused }) => unused).map(({ blobKey }) => blobKey) };
}

/** Gives the files they were kept in. */
export async function deleteResumesOf(tx: Tx, accountId: string, applicationIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ blobKey: string }>`DELETE FROM stored_resumes
    WHERE account_id = ${accountId} AND application_id = ANY(${applicationIds}) RETURNING blob_key AS "blobKey"`.execute(tx);
  return rows.map(({ blobKey }) => blobKey);
}

async function isNeeded(tx: Tx, blobKey: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM batch_entries WHERE blob_key = ${blobKey}
    UNION ALL SELECT 1 FROM stored_resumes WHERE blob_key = ${blobKey} LIMIT 1`.execute(tx);
  return rows.length > 0;
}

/** Of keys of files, those that no résumé names. */
export async function unreferencedResumeKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`SELECT key FROM unnest(${keys}::text[]) AS key
    WHERE NOT EXISTS (SELECT FROM batch_entries e WHERE e.blob_key = key) AND NOT EXISTS (SELECT FROM stored_resumes s WHERE s.blob_key = key)`.execute(
    db,
  );
  return rows.map(({ key }) => key);
}
