/** What the front door is built from; each route takes its part of it. */
import type { Rates } from "#accounts/rates.ts";
import type { Sessions } from "#accounts/sessions.ts";
import type { ProviderName } from "#contract/providers.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import type { EnqueueTask } from "#extraction/enqueue-task.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import type { SignUp } from "#platform/config.ts";
import type { AllowedHosts, CorsOrigins } from "#platform/config-hosts.ts";
import type { FetchRules } from "#platform/fetch/guarded-fetch.ts";
import type { Log } from "#platform/log.ts";
import type { ServiceMetrics } from "#platform/metrics/service-metrics.ts";
import type { SentMetrics, WorkMetrics } from "#platform/metrics/work-metrics.ts";
import type { Models } from "#platform/models/models.ts";
import type { Db } from "#platform/postgres/db.ts";
import type { Watch } from "#platform/postgres/watch.ts";
import type { Queue } from "#platform/queue/queue.ts";
import type { SecretBox } from "#platform/secret-box.ts";
import type { TrustProxy } from "#platform/trust-proxy.ts";

export type HttpDeps = {
  /** Sees the rows of the account in scope (platform/postgres/account-scope.ts), and of nobody outside of one. */
  db: Db;
  /** Sees all rows: for whoever is not known yet, and for what is counted over all accounts. */
  systemDb: Db;
  queue: Queue;
  enqueueTask: EnqueueTask;
  blobs: Blobs;
  secretBox: SecretBox;
  rates: Rates;
  sessions: Sessions;
  signUp: SignUp;
  watch: Watch;
  /** Renders pages; reads files while their sender waits. */
  reader: DocumentReader;
  models: Models;
  defaultProvider: ProviderName;
  /** Of this process. */
  metrics: WorkMetrics;
  serviceMetrics: ServiceMetrics;
  /** What each worker of the node told last. */
  workersMetrics: Map<string, SentMetrics>;
  log: Log;
  allowHosts: AllowedHosts;
  fetchRules: FetchRules;
  corsOrigins: CorsOrigins;
  publicUrl: string;
  /** Tasks, and as many résumés, of one account that may wait or run at a time. */
  queueMax: number;
  retentionDays: number;
  /** Names this process to its supervisor; null without one. */
  instance: string | null;
  trustProxy: TrustProxy;
  /** Null: metrics are for private addresses. */
  metricsToken: string | null;
  /** Aborted when the server begins to stop: waiting answers end. */
  stopping: AbortSignal;
};
