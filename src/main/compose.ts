/** Builds what API and worker processes share, and all of a worker, once, from the configuration. An API process: ./compose-api.ts. */
import { openReader } from "#documents/read-document.ts";
import { openLists } from "#lists/loaded-lists.ts";
import { openBlobs } from "#platform/blobs/open-blobs.ts";
import { systemClock } from "#platform/clock.ts";
import { type Config, publicUrlOf } from "#platform/config.ts";
import { openVault } from "#platform/encryption-keys.store.ts";
import { openNames } from "#platform/fetch/names.ts";
import { keyedHash } from "#platform/keyed-hash.ts";
import { type Log, openLog } from "#platform/log.ts";
import { openWorkMetrics } from "#platform/metrics/work-metrics.ts";
import { openModels } from "#platform/models/models.ts";
import type { Role } from "#platform/postgres/client.ts";
import { type Db, openDb } from "#platform/postgres/db.ts";
import { openNotifications } from "#platform/postgres/listen.ts";
import { type NodeLink, type NodeNotices, openNodeNotices } from "#platform/postgres/node-notices.ts";
import { relayNotices } from "#platform/postgres/notifications.ts";
import { findRowSecurity } from "#platform/postgres/row-security.ts";
import { openWatch } from "#platform/postgres/watch.ts";
import { whenReachable } from "#platform/postgres/when-reachable.ts";
import { openQueue } from "#platform/queue/queue.ts";
import { secretBox } from "#platform/secret-box.ts";
import { readSecret } from "#platform/service-secret.ts";
import { openTracing } from "#platform/tracing.ts";
import type { Vault } from "#platform/vault.ts";
import { POOLS } from "./connections.ts";
import { connectionOf, readerOf } from "./from-config.ts";

/** Counting a request takes 1 ms; callers do not wait much longer when the database is slow. */
const RATES_MS_MAX = 100;

/** A lock held longer than this will not be released soon; callers get an error instead of queueing. */
const REQUEST_LOCK_MS_MAX = 1_500;

/** A starting process waits this long for an unreachable database. */
const START_MS_MAX = 30_000;

/** Runs `compose` with a stack that disposes what it builds, also when it fails; repeats it while the database is unreachable. */
export function composed<T>(
  log: Log,
  compose: (stack: AsyncDisposableStack) => Promise<T>,
): Promise<{ deps: T; stack: AsyncDisposableStack }> {
  const once = async () => {
    await using own = new AsyncDisposableStack();
    const deps = await compose(own);
    return { deps, stack: own.move() };
  };
  return whenReachable(once, { log, forMs: START_MS_MAX });
}

/** Opens the pools; each takes its role if the database has the roles. */
export async function poolsOf(config: Config, log: Log, node: NodeNotices | null, stack: AsyncDisposableStack) {
  const connection = connectionOf(config);
  const { isOn } = await findRowSecurity(connection);
  const vault = await openVault(connection, config.masterKeys);
  const onError = (error: Error) => log.warn({ err: error }, "a database connection broke");
  const open = (name: Exclude<keyof typeof POOLS, "supervisor">, role: Role): Db => {
    const options = {
      connectionsMax: POOLS[name],
      name: `winnow ${name}`,
      role: isOn ? role : null,
      vault,
      packs: config.packResults,
      ...(name === "worker" ? {} : { lockMsMax: REQUEST_LOCK_MS_MAX }),
      ...(name === "rates" ? { statementMsMax: RATES_MS_MAX } : {}),
      onError,
    };
    const { db } = stack.use(openDb(connection, options));
    if (node) relayNotices(db, node.relay);
    return db;
  };
  return { open, vault };
}

/** What API and worker processes share; the OCR data are unpacked by then. `db` sees all rows. The stack disposes in reverse order. */
export async function composeBase(
  config: Config,
  { db, log, vault, node }: { db: Db; log: Log; vault: Vault | null; node: NodeNotices | null },
  stack: AsyncDisposableStack,
) {
  const notifications = stack.use(node?.notifications ?? (await openNotifications(connectionOf(config), log)));
  const queue = stack.use(await openQueue({ db, notifications, log }));
  const watch = await openWatch(notifications);
  const metrics = openWorkMetrics(config.process);
  if (config.readerLevel !== null) metrics.readerLevel.set({ level: config.readerLevel }, 1);
  const models = stack.use(openModels(config.models, { db, log, metrics }));
  const blobs = openBlobs(config.storage, vault);
  const secret = await readSecret(config);
  const base = {
    queue,
    watch,
    blobs,
    models,
    metrics,
    defaultProvider: config.defaultProvider,
    log,
    fetchRules: { allowed: config.allowHosts, self: { port: config.port, publicUrl: config.publicUrl }, names: openNames() },
    secretBox: secretBox(secret),
    keyedHash: keyedHash(secret),
    publicUrl: publicUrlOf(config),
    retentionDays: config.retentionDays,
  };
  return { base, notifications };
}

type WorkerOptions = { batchNice?: number; link?: NodeLink | null };

/** `batchNice`: by how much the niceness of batch readers exceeds that of this process; `link`: to the supervisor that started it. */
export async function composeWorker(config: Config, stack: AsyncDisposableStack, { batchNice = 0, link = null }: WorkerOptions = {}) {
  const node = link && openNodeNotices(link);
  stack.use(await openTracing(config.tracing, config.process));
  const log = openLog(config.logLevel, "worker");
  const { open, vault } = await poolsOf(config, log, node, stack);
  const db = open("worker", "winnow_system");
  const { base } = await composeBase(config, { db, log, vault, node }, stack);
  const reader = stack.use(openReader({ ...readerOf(config), size: 1, beside: config.workers - 1 }));
  return {
    ...base,
    reader,
    lists: openLists({ db, blobs: base.blobs, reader }),
    batchReader: stack.use(openReader({ ...readerOf(config), size: 1, nice: batchNice })),
    db,
    accountConcurrency: config.accountConcurrency,
    clock: systemClock,
    scheduleSeconds: config.webhookRetrySeconds,
  };
}
