/** Starts the processes of the role, keeps them running, and stops them in order. */
import path from "node:path";
import { ownerExists } from "#accounts/accounts.store.ts";
import { releaseIdempotencyKeys } from "#accounts/idempotency.store.ts";
import { createLink } from "#accounts/links.ts";
import type { Level } from "#documents/pool/confinement.ts";
import { openReader } from "#documents/read-document.ts";
import { unpackTessdata } from "#documents/tessdata.ts";
import type { Config } from "#platform/config.ts";
import { openVault } from "#platform/encryption-keys.store.ts";
import { inherited } from "#platform/env.ts";
import { type Log, openLog } from "#platform/log.ts";
import type { SentMetrics } from "#platform/metrics/work-metrics.ts";
import type { Connection } from "#platform/postgres/client.ts";
import { type Db, openDb } from "#platform/postgres/db.ts";
import { migrate } from "#platform/postgres/migrate.ts";
import { JOB_DUE, notify, openNotifications } from "#platform/postgres/notifications.ts";
import { findRowSecurity } from "#platform/postgres/row-security.ts";
import { whenReachable } from "#platform/postgres/when-reachable.ts";
import { aborted } from "#platform/process/aborted.ts";
import { lockDataDir } from "#platform/process/data-dir-lock.ts";
import { openQueue } from "#platform/queue/queue.ts";
import { readSecret } from "#platform/service-secret.ts";
import { type Child, type Death, keepRunning } from "./child.ts";
import { connectionOf, readerOf } from "./compose.ts";
import { connectionsOf, POOLS } from "./connections.ts";
import { keepPostgres } from "./keep-postgres.ts";
import { serveWorkers } from "./serve-workers.ts";

/**
 * V8 grows its heap before it collects garbage; with these options it collects sooner. Together with two malloc arenas, a worker under load
 * used 249 MB instead of 386, at the same throughput.
 */
const SMALL_HEAP = ["--max-semi-space-size=8", "--heap-growing-percent=100"];

export type Service = {
  /** Null in the role `worker`. */
  url: string | null;
  /** One-time link; null when there is an owner, and in the role `worker`. */
  ownerLink: string | null;
  [Symbol.asyncDispose](): Promise<void>;
};

/**
 * Resolves when all processes are ready. Rejects with a message for the operator, or with the signal's reason; then nothing is left
 * running.
 */
export async function startService(config: Config, signal: AbortSignal): Promise<Service> {
  await using stack = new AsyncDisposableStack();
  const log = openLog(config.logLevel, "supervisor");
  stack.use(await lockDataDir(config.dataDir, "winnow start"));
  if (config.database.kind === "embedded") stack.use(await keepPostgres(config.database.folder, log, connectionsOf(config.workers)));
  signal.throwIfAborted();
  await migrateWhenReachable(config, log, signal);
  const connection = connectionOf(config);
  // A wrong master key fails the start here, before any work uses it.
  const vault = await openVault(connection, config.masterKeys);
  // Likewise a backup that was made without its secret.
  await readSecret(config);
  const onError = (error: Error) => log.warn({ err: error }, "a database connection broke");
  const role = await roleOrWarning(connection, log);
  const { db } = stack.use(openDb(connection, { connectionsMax: POOLS.supervisor, name: "winnow supervisor", role, vault, onError }));
  const release = await openReleaser({ db, connection, log }, stack);
  signal.throwIfAborted();
  await unpackTessdata(config.readerDirs.tessdataDir);
  signal.throwIfAborted();
  const readerLevel = await findReaderLevel(config, log);
  signal.throwIfAborted();
  const children: Child[] = [];
  stack.defer(async () => void (await Promise.all(children.map((child) => child.stop()))));
  const here = (name: string) => new URL(name, import.meta.url);
  // Node's compile cache halves the start time of a process. Fewer malloc arenas return freed memory to the system instead of holding it
  // per thread.
  const env = inherited({ NODE_COMPILE_CACHE: path.join(config.dataDir, "compiled"), MALLOC_ARENA_MAX: "2" });
  const keep = (file: string, name: string, onMetrics?: (metrics: SentMetrics) => void) =>
    keepRunning(here(file), {
      log,
      execArgv: SMALL_HEAP,
      env: { ...env, WINNOW_PROCESS: name, WINNOW_READER_LEVEL: readerLevel },
      onDeath: release,
      ...(onMetrics ? { onMetrics } : {}),
    });
  const api = config.role === "worker" ? null : keep("api-process.ts", "api");
  const latestMetrics = new Map<string, SentMetrics>();
  const workers = Array.from({ length: config.role === "api" ? 0 : config.workers }, (_, i) => `worker ${i + 1}`);
  for (const name of workers) {
    const listener = (metrics: SentMetrics) => {
      latestMetrics.set(name, metrics);
      api?.send({ kind: "metrics", process: name, metrics });
    };
    children.push(keep("worker-process.ts", name, listener));
  }
  if (api) children.push(api);
  // The link is created as soon as pages are served, so that a visitor may become the owner before the workers are ready.
  const link = api?.ready.then((url) => ownerLinkOf(db, url)) ?? null;
  const [ownerLink] = await Promise.race([Promise.all([link, ...children.map((child) => child.ready)]), aborted(signal)]);
  if (config.metricsPort !== null)
    stack.use(
      await serveWorkers({
        host: config.host,
        port: config.metricsPort,
        token: config.metricsToken,
        metrics: () => [...latestMetrics.values()],
      }),
    );
  const url = (await api?.ready) ?? null;
  const whole = stack.move();
  return { url, ownerLink, [Symbol.asyncDispose]: () => whole.disposeAsync() };
}

/** Determined once for all processes of the node, so that a temporary failure in one process does not stick. */
async function findReaderLevel(config: Config, log: Log): Promise<Level> {
  await using reader = openReader({ ...readerOf(config), size: 1 });
  const level = await reader.findLevel();
  if (level === "full") log.info({ readers: level }, "readers are confined");
  else
    log.warn(
      { readers: level },
      "this system does not let readers be confined fully; docs/security.md says what that means, and what to allow",
    );
  return level;
}

const ownerLinkOf = async (db: Db, url: string | undefined): Promise<string | null> =>
  url === undefined || (await ownerExists(db)) ? null : (await createLink(db, url, { kind: "owner" })).url;

/** An external database may start after us. */
async function migrateWhenReachable(config: Config, log: Log, signal: AbortSignal): Promise<void> {
  const forMs = config.database.kind === "embedded" ? 0 : Number.POSITIVE_INFINITY;
  for (const name of await whenReachable(() => migrate(connectionOf(config)), { log, signal, forMs })) log.info({ name }, "migrated");
}

/** Without the roles the service works without row-level security; the operator gets a warning. */
async function roleOrWarning(connection: Connection, log: Log): Promise<"winnow_system" | null> {
  const found = await findRowSecurity(connection);
  if (found.isOn) return "winnow_system";
  const advice =
    found.statements.length === 0
      ? "this user does not own all tables, and cannot give rights on them"
      : `an administrator of the database can run: ${found.statements.map((each) => `${each};`).join(" ")} then start again`;
  log.warn(`rows of accounts are kept apart by the code alone, not by row-level security as well: ${advice}`);
  return null;
}

/**
 * Releases the jobs of a dead worker at once (their heartbeats would expire after 10 s), and the idempotency keys of requests that a dead
 * API process did not answer.
 */
async function openReleaser(
  { db, connection, log }: { db: Db; connection: Connection; log: Log },
  stack: AsyncDisposableStack,
): Promise<(death: Death) => Promise<void>> {
  const notifications = stack.use(await openNotifications(connection, log));
  const { boss } = stack.use(await openQueue({ db, notifications, log }));
  return async ({ instance, held }) => {
    for (const { name, claim } of held) await boss.fail(name, claim);
    for (const name of new Set(held.map((each) => each.name))) notify(db, JOB_DUE, name);
    await releaseIdempotencyKeys(db, instance);
  };
}
