/** Many finished tasks of many accounts, as rows. */
import { sql } from "kysely";
import { idTime } from "#contract/ids.ts";
import type { Db } from "#platform/postgres/db.ts";

const AT_ONCE = 10_000;
export const ACCOUNTS = 200;
/** Of one account is this share of the rows, of each other one an equal part of the rest. */
const LARGE_SHARE = 0.2;
/** The time that documents are kept by default, and as much again. */
export const MONTHS = 2;
export const DAY_MS = 86_400_000;

/** Rows `from` to `to` of `MONTHS` months until now, in the order of their time; finished but for the last of each account. */
export async function fill(db: Db, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += AT_ONCE) {
    const n = Math.min(AT_ONCE, to - at);
    // Each part is spread over all months, so that a tenth of the rows has the same shape as all.
    const times = Array.from({ length: n }, (_, i) => Date.now() - ((n - i) / n) * MONTHS * 30 * DAY_MS - (at % 1000));
    const prefixes = times.map((ms) => `task_${idTime(Math.floor(ms))}`);
    await sql`INSERT INTO tasks (id, account_id, state, stage, created_at, started_at, finished_at, deadline_at, attempts, request, template_id, template_version, metadata,
        document, cache_key, engine, result, usage, timing, expires_at, confidence, blob_key, history)
      SELECT id, CASE WHEN n % 100 < ${100 * LARGE_SHARE} THEN 'acct_0' ELSE 'acct_' || (1 + n % ${ACCOUNTS}) END, CASE WHEN n % 50 = 0 THEN 'failed' ELSE 'completed' END, 'done',
        at, at, at + interval '1 second', at + interval '10 minutes', 1, ${JSON.stringify({ schema: { fields: [] }, provider: "local", cache: "use" })}::json, 'tpl_' || n % 10, 1, '{}',
        json_build_object('filename', 'invoice-' || n || '.pdf', 'pages', '[]'::json), md5(n::text), 'local', json_build_object('data', '{}'::json, 'fields', '{}'::json, 'text', noise.text),
        '{"pages":2,"input_tokens":0,"output_tokens":0,"cost_usd":0}', '{}', at + interval '400 days', CASE WHEN n % 50 > 0 THEN 0.5 + (n % 1000) / 2000.0 END, id, '[]'
      FROM (SELECT (${at} + i)::int AS n, prefix || substr(md5(i::text || random()), 1, 26) AS id, to_timestamp(ms / 1000) AS at
        FROM unnest(${prefixes}::text[], ${times}::float8[]) WITH ORDINALITY AS t(prefix, ms, i)) AS r,
      LATERAL (SELECT string_agg(md5(r.n::text || k), '') AS text FROM generate_series(1, 24) AS k) AS noise`.execute(db);
  }
  // One in a thousand breaks a rule.
  await sql`INSERT INTO task_broken_rules (task_id, rule, account_id, template_id, confidence, waits)
    SELECT id, rule, account_id, template_id, confidence, true FROM tasks, unnest(ARRAY['*', 'Sum']) AS rule
    WHERE confidence = 0.55 ON CONFLICT DO NOTHING`.execute(db);
}
