/** All SQL on API keys and request counts. */
import { sql } from "kysely";
import { newId } from "#contract/ids.ts";
import type { Tier } from "#contract/tiers.ts";
import { type Db, prepared, type Tx } from "#platform/postgres/db.ts";

export type Admission = {
  accountId: string;
  keyId: string;
  ratePerMinute: number;
  /** Requests in the last 60 s, including this one if it was allowed. */
  used: number;
  /** 0 when allowed; else milliseconds to wait. */
  retryMs: number;
  resetMs: number;
};

/**
 * Looks up the key and counts the requests in one statement, so that a revoked key is rejected at once on every node. Returns one admission
 * for each of the `wanted` requests, allowed ones first. Null: no such key.
 */
export async function admit(db: Db, keyHash: Buffer, wanted: number): Promise<Admission[] | null> {
  const { rows } = await sql<Admission & { taken: number }>`${prepared}
    WITH found AS (
      SELECT k.id, k.account_id, a.rate_per_minute FROM api_keys k JOIN accounts a ON a.id = k.account_id
      WHERE k.hash = ${keyHash} AND k.revoked_at IS NULL
    ), touched AS (
      UPDATE api_keys SET last_used_at = now()
      WHERE hash = ${keyHash} AND revoked_at IS NULL AND (last_used_at IS NULL OR last_used_at < now() - interval '45 seconds')
    )
    SELECT found.account_id AS "accountId", found.id AS "keyId", found.rate_per_minute AS "ratePerMinute",
      counted.taken, counted.used, counted.retry_ms AS "retryMs", counted.reset_ms AS "resetMs"
    FROM found, take_requests(found.account_id, found.rate_per_minute, ${wanted}::int) AS counted`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { taken, ...last } = row;
  return Array.from({ length: wanted }, (_, i) => (i < taken ? { ...last, used: last.used - taken + i + 1, retryMs: 0 } : last));
}

/** Looks up the key without counting. Null: no such key. */
export async function findKey(db: Db, keyHash: Buffer): Promise<Pick<Admission, "accountId" | "keyId" | "ratePerMinute"> | null> {
  const row = await db
    .selectFrom("api_keys as k")
    .innerJoin("accounts as a", "a.id", "k.account_id")
    .select(["k.account_id as accountId", "k.id as keyId", "a.rate_per_minute as ratePerMinute"])
    .where("k.hash", "=", keyHash)
    .where("k.revoked_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** For each hash, whether a key has it; one statement. */
export async function areKeys(db: Db, keyHashes: readonly Buffer[]): Promise<boolean[]> {
  const rows = await db.selectFrom("api_keys").select("hash").where("hash", "in", keyHashes).where("revoked_at", "is", null).execute();
  const found = new Set(rows.map(({ hash }) => hash.toString("base64")));
  return keyHashes.map((hash) => found.has(hash.toString("base64")));
}

/** Requests per minute; null: no such account. */
export async function findAccountRate(db: Db, accountId: string): Promise<number | null> {
  const row = await db.selectFrom("accounts").select("rate_per_minute").where("id", "=", accountId).executeTakeFirst();
  return row?.rate_per_minute ?? null;
}

/** `by`: the counter: an account, its dashboard, or an IP address. `perMinute` null: the account's rate. */
export type OtherCaller = { accountId: string; by: string; perMinute: number | null };

/** Counts a request without a key. Null: no such account. */
export async function admitOther(db: Db, ask: OtherCaller): Promise<Admission | null> {
  const { rows } = await sql<Admission>`${prepared}
    SELECT a.id AS "accountId", '' AS "keyId", plan.rate AS "ratePerMinute",
      taken.used, taken.retry_ms AS "retryMs", taken.reset_ms AS "resetMs"
    FROM accounts a, LATERAL (SELECT coalesce(${ask.perMinute}::int, a.rate_per_minute) AS rate) AS plan,
      LATERAL take_request(${ask.by}, plan.rate) AS taken WHERE a.id = ${ask.accountId}`.execute(db);
  return rows[0] ?? null;
}

/** Counts an unauthenticated attempt. Returns the milliseconds to wait; 0: allowed. */
export async function takeAnonymous(db: Db, by: string, perMinute: number): Promise<number> {
  const { rows } = await sql<{ retryMs: number }>`SELECT retry_ms AS "retryMs" FROM take_request(${by}, ${perMinute})`.execute(db);
  return rows[0]?.retryMs ?? 0;
}

/** Requests of the account in the last 60 s, as counted for its rate limit. */
export async function requestsOfLastMinute(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT coalesce(sum(requests), 0)::int AS n FROM rate_cells
    WHERE account_id = ${accountId} AND cell >= floor(extract(epoch FROM clock_timestamp()) * 4) - 240`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Allowed requests of the account by UTC day from `since` on; days without requests are left out. */
export async function requestsByDay(db: Db, accountId: string, since: string): Promise<{ date: string; requests: number }[]> {
  const { rows } = await sql<{ date: string; requests: number }>`
    SELECT day::text AS date, sum(requests)::bigint AS requests FROM (
      SELECT day, requests FROM request_days WHERE account_id = ${accountId}
      UNION ALL
      SELECT (to_timestamp((cell / 4.0)::float8) AT TIME ZONE 'UTC')::date, requests FROM rate_cells WHERE account_id = ${accountId}
    ) AS counted WHERE day >= ${since}::date GROUP BY day`.execute(db);
  return rows;
}

export async function revokeActiveKeys(tx: Tx, accountId: string): Promise<string[]> {
  const rows = await tx
    .updateTable("api_keys")
    .set({ revoked_at: sql`now()` })
    .where("account_id", "=", accountId)
    .where("revoked_at", "is", null)
    .returning("id")
    .execute();
  return rows.map((row) => row.id);
}

export async function insertKey(tx: Tx, key: { accountId: string; name: string; hash: Buffer; lastFour: string }): Promise<string> {
  const id = newId("key");
  await tx
    .insertInto("api_keys")
    .values({ id, account_id: key.accountId, name: key.name, hash: key.hash, last_four: key.lastFour })
    .execute();
  return id;
}

/** The account that had the key; null: no such active key. `accountId` null: of any account. */
export async function revokeKeyById(tx: Tx, accountId: string | null, keyId: string): Promise<string | null> {
  let query = tx.updateTable("api_keys").set({ revoked_at: sql`now()` }).where("id", "=", keyId).where("revoked_at", "is", null);
  if (accountId !== null) query = query.where("account_id", "=", accountId);
  return (await query.returning("account_id").executeTakeFirst())?.account_id ?? null;
}

export type KeyLine = {
  id: string;
  /** Of the account; its id when it has none. */
  email: string;
  tier: Tier;
  name: string;
  lastFour: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
};

/** Oldest first. `accountId` null: of all accounts. */
export async function listKeys(db: Db, accountId: string | null): Promise<KeyLine[]> {
  let query = db
    .selectFrom("api_keys as k")
    .innerJoin("accounts as a", "a.id", "k.account_id")
    .select([
      "k.id",
      sql<string>`coalesce(a.email, a.id)`.as("email"),
      "a.tier",
      "k.name",
      "k.last_four as lastFour",
      "k.created_at as createdAt",
      "k.last_used_at as lastUsedAt",
      "k.revoked_at as revokedAt",
    ])
    .orderBy("k.created_at");
  if (accountId !== null) query = query.where("k.account_id", "=", accountId);
  return query.execute();
}
