/** Builds all dependencies of an API process once, from the configuration. */
import { openRates } from "#accounts/rates.ts";
import { openSessions } from "#accounts/sessions.ts";
import { type DocumentReader, openReader } from "#documents/read-document.ts";
import { openEnqueueTask } from "#extraction/enqueue-task.ts";
import type { HttpDeps } from "#http/http-deps.ts";
import { openLists } from "#lists/loaded-lists.ts";
import type { Config } from "#platform/config.ts";
import { openLog } from "#platform/log.ts";
import { openServiceMetrics } from "#platform/metrics/service-metrics.ts";
import { openAccountEvents } from "#platform/postgres/account-events.ts";
import { type NodeLink, openNodeNotices } from "#platform/postgres/node-notices.ts";
import { readSecret } from "#platform/service-secret.ts";
import { openTracing } from "#platform/tracing.ts";
import { WARM_UP } from "#recruiting/in-reader/works.ts";
import { composeBase, poolsOf } from "./compose.ts";
import { readerOf } from "./from-config.ts";
import type { MaintenanceDeps } from "./maintenance-work.ts";

/**
 * Reader children of an API process: a document gets the CPU time of one request, an account holds at most one child, and one that is busy all the time gets less CPU, so that other waiting
 * callers find a free one.
 */
export const API_READERS = { size: 2, perLane: 1, busyNice: 10, inTurns: false };

/** Loads the word lists at the start, so that the first evaluation does not wait for them. */
export const openApiReader = (config: Config) => openReader({ ...readerOf(config), ...API_READERS, ready: WARM_UP });

type Api = { http: HttpDeps; maintenance: MaintenanceDeps };

/** `makeReader` is called once the database is reached. `stopping` is aborted when the server begins to stop; `link`: to the supervisor that started it. */
export async function composeApi(
  config: Config,
  makeReader: () => DocumentReader,
  stopping: AbortSignal,
  stack: AsyncDisposableStack,
  link: NodeLink | null = null,
): Promise<Api> {
  const node = link && openNodeNotices(link);
  stack.use(await openTracing(config.tracing, config.process));
  const log = openLog(config.logLevel, "api");
  const { open, vault } = await poolsOf(config, log, node, stack);
  const [systemDb, ratesDb, db] = [open("api", "winnow_system"), open("rates", "winnow_system"), open("requests", "winnow_app")];
  const { base, notifications } = await composeBase(config, { db: systemDb, log, vault, node }, stack);
  const { queue, watch, blobs, models, metrics, defaultProvider, fetchRules, secretBox, keyedHash, publicUrl, retentionDays } = base;
  const { allowHosts, corsOrigins, queueMax, instance, trustProxy, signUp, metricsToken } = config;
  const secret = await readSecret(config);
  const { oidc } = config;
  const secureCookies = !config.publicUrl?.startsWith("http://");
  const sso = oidc && { db: systemDb, signUp, oidc };
  const sessions = openSessions({ db: systemDb, secret, baseUrl: publicUrl, secureCookies, sso });
  const rates = openRates({ ratesDb, systemDb, log });
  const enqueueTask = openEnqueueTask({ db, queue, queueMax });
  const reader = makeReader();
  const lists = openLists({ db, blobs, reader });
  const serviceMetrics = openServiceMetrics();
  const workersMetrics = new Map();
  const accountEvents = await openAccountEvents(notifications);
  const choose = { models, defaultProvider };
  const submitResumes = { ...choose, db, queue, blobs, allowHosts, queueMax };
  const http = {
    server: { db, systemDb, log, publicUrl, trustProxy, metrics, serviceMetrics, workersMetrics, metricsToken, stopping },
    access: { db, systemDb, rates, sessions, secretBox, instance, publicUrl, corsOrigins },
    entrance: { db: systemDb, sessions, signUp, oidc, trustProxy },
    account: { ...choose, db, systemDb, sessions, publicUrl, queueMax, retentionDays },
    extraction: { ...choose, db, blobs, enqueueTask, reader, fetchRules, secretBox, allowHosts, queueMax },
    lists: { db, blobs, reader },
    tasks: { db, blobs, queue, watch, reader, lists, keyedHash, metrics, publicUrl, retentionDays, stopping },
    events: { db, watch, accountEvents, stopping },
    webhooks: { db, queue, secretBox, allowHosts },
    scoring: { ...choose, db, blobs, reader, fetchRules, retentionDays },
    batches: { ...submitResumes, watch, publicUrl, stopping },
    inboxes: { db, secretBox, fetchRules },
    uploads: { db, systemDb, blobs, keyedHash, publicUrl },
    positions: { ...submitResumes, systemDb, reader, publicUrl, retentionDays, stopping },
  };
  return { http, maintenance: { ...base, db: systemDb } };
}
