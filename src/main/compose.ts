/** Builds everything once, from the configuration. Nothing else makes a pool, a log or a reader for the service. */

import { openSessions } from "#accounts/sessions.ts";
import { RETRY_SCHEDULE_SECONDS } from "#contract/webhooks.ts";
import { openReader } from "#documents/read-document.ts";
import { openSuggester } from "#extraction/suggesting/open-suggester.ts";
import type { HttpDeps } from "#http/http-deps.ts";
import { openBlobs } from "#platform/blobs.ts";
import { systemClock } from "#platform/clock.ts";
import { type Config, publicUrlOf } from "#platform/config.ts";
import { openLog } from "#platform/log.ts";
import { openMetrics } from "#platform/metrics.ts";
import { openModels } from "#platform/models/models.ts";
import { type Connection, openDb } from "#platform/postgres/db.ts";
import { embeddedConnection } from "#platform/postgres/embedded-postgres.ts";
import { openNotices } from "#platform/postgres/notices.ts";
import { openWatch } from "#platform/postgres/watch.ts";
import { openQueue } from "#platform/queue/queue.ts";
import { readSecret, secretBox } from "#platform/secret-box.ts";
import { openScorer } from "#recruiting/scoring/open-scorer.ts";

/** Connections of one process; the embedded server takes 200. */
const CONNECTIONS_MAX = { api: 20, worker: 12 };

export function connectionOf(config: Config): Connection {
  return config.database.kind === "url" ? { connectionString: config.database.url } : embeddedConnection(config.database.folder);
}

/** What API and worker processes both need; the OCR data are unpacked by then. Dispose in reverse: the stack does. */
async function composeBase(config: Config, kind: "api" | "worker", stack: AsyncDisposableStack) {
  const log = openLog(config.logLevel, kind);
  const connection = connectionOf(config);
  const { db } = stack.use(
    openDb(connection, {
      connectionsMax: CONNECTIONS_MAX[kind],
      name: `winnow ${kind}`,
      onError: (error) => log.warn({ err: error }, "a database connection broke"),
    }),
  );
  const notices = stack.use(await openNotices(connection, log));
  const queue = stack.use(await openQueue({ db, notices, log }, { supervise: kind === "worker" }));
  const watch = await openWatch(notices);
  const reader = stack.use(openReader({ ...config.readerDirs, size: 1 }));
  const models = stack.use(openModels(config.models, { db, log }));
  const blobs = openBlobs(config.blobFolder);
  return {
    db,
    queue,
    watch,
    reader,
    blobs,
    models,
    defaultProvider: config.defaultProvider,
    log,
    fetchRules: { allowed: config.allowHosts, self: { port: config.port, publicUrl: config.publicUrl } },
    secretBox: secretBox(await readSecret(config.secret, config.dataDir)),
    publicUrl: publicUrlOf(config),
    retentionDays: config.retentionDays,
  };
}

export async function composeApi(config: Config, stopping: AbortSignal, stack: AsyncDisposableStack): Promise<HttpDeps> {
  const base = await composeBase(config, "api", stack);
  const secret = await readSecret(config.secret, config.dataDir);
  const sessions = openSessions({ db: base.db, secret, baseUrl: base.publicUrl, secureCookies: !config.publicUrl?.startsWith("http://") });
  const scorer = stack.use(openScorer({ ready: true }));
  const suggester = stack.use(openSuggester());
  return {
    ...base,
    sessions,
    signUp: config.signUp,
    scorer,
    suggester,
    metrics: openMetrics(),
    allowHosts: config.allowHosts,
    trustProxy: config.trustProxy,
    stopping,
  };
}

export async function composeWorker(config: Config, stack: AsyncDisposableStack) {
  const base = await composeBase(config, "worker", stack);
  const scorer = stack.use(openScorer({ ready: false }));
  return { ...base, scorer, clock: systemClock, scheduleSeconds: RETRY_SCHEDULE_SECONDS };
}
