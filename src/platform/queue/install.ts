/**
 * Creates or updates pg-boss's tables and our queues. Part of the migration, under its lock and on its one connection, because pg-boss's
 * own installation fails when two processes run it at the same moment on a new database.
 */
import { createRequire } from "node:module";
import type pg from "pg";
import { JOB_NAMES, JOBS, type JobName } from "#contract/jobs.ts";

/** Longer than the longest deadline: a job that is still active by then has no worker. */
const EXPIRE_SECONDS = 2 * 60 * 60;
/** Lost claims (dead workers) after which pg-boss gives a job up; the work's own limits are reached long before. */
const LOST_CLAIMS_MAX = 100;
const KEEP_DONE_SECONDS = 60;
/** A delivery may wait three days for its last retry. */
const KEEP_QUEUED_SECONDS = 30 * 24 * 60 * 60;

const settingsOf = (name: JobName) => ({
  heartbeatSeconds: JOBS[name].heartbeatSeconds,
  expireInSeconds: EXPIRE_SECONDS,
  retryLimit: LOST_CLAIMS_MAX,
  retryDelay: 0,
  retentionSeconds: KEEP_QUEUED_SECONDS,
  deleteAfterSeconds: KEEP_DONE_SECONDS,
});

/** Does not load pg-boss when everything is as it should be, as at most starts. */
export async function installQueue(client: pg.Client): Promise<void> {
  if (await isInstalled(client)) return;
  const { PgBoss } = await import("pg-boss");
  const boss = new PgBoss({ db: { executeSql: (text, values) => client.query(text, values) }, supervise: false, schedule: false });
  boss.on("error", () => undefined);
  await boss.start();
  for (const name of JOB_NAMES) {
    await boss.createQueue(name, settingsOf(name));
    await boss.updateQueue(name, settingsOf(name));
  }
  await boss.stop({ close: false, graceful: false });
}

const QUEUES = `
  SELECT name, heartbeat_seconds AS "heartbeatSeconds", expire_seconds AS "expireInSeconds", retry_limit AS "retryLimit",
    retry_delay AS "retryDelay", retention_seconds AS "retentionSeconds", deletion_seconds AS "deleteAfterSeconds"
  FROM pgboss.queue`;

async function isInstalled(client: pg.Client): Promise<boolean> {
  const { rows: found } = await client.query<{ there: boolean }>("SELECT to_regclass('pgboss.queue') IS NOT NULL AS there");
  if (!found[0]?.there) return false;
  const { rows: versions } = await client.query<{ version: number }>("SELECT version FROM pgboss.version");
  if ((versions[0]?.version ?? 0) < schemaVersion()) return false;
  const { rows } = await client.query<{ name: string } & Record<string, number>>(QUEUES);
  const isAsWanted = (name: JobName) => {
    const row = rows.find((each) => each.name === name);
    return row !== undefined && Object.entries(settingsOf(name)).every(([key, value]) => row[key] === value);
  };
  return JOB_NAMES.every(isAsWanted);
}

/** Of the tables that the installed pg-boss wants. */
function schemaVersion(): number {
  const { pgboss }: { pgboss: { schema: number } } = createRequire(import.meta.url)("pg-boss/package.json");
  return pgboss.schema;
}
