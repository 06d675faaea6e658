/** The dependencies of the HTTP server; each route takes its subset. */
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
import type { AccountEvents } from "#platform/postgres/account-events.ts";
import type { Db } from "#platform/postgres/db.ts";
import type { Watch } from "#platform/postgres/watch.ts";
import type { Queue } from "#platform/queue/queue.ts";
import type { SecretBox } from "#platform/secret-box.ts";
import type { TrustProxy } from "#platform/trust-proxy.ts";

export type HttpDeps = {
  /** Sees the rows of the account in scope (platform/postgres/account-scope.ts), and no rows outside of a scope. */
  db: Db;
  /** Sees all rows: for requests before authentication, and for counts over all accounts. */
  systemDb: Db;
  queue: Queue;
  enqueueTask: EnqueueTask;
  blobs: Blobs;
  secretBox: SecretBox;
  rates: Rates;
  sessions: Sessions;
  signUp: SignUp;
  watch: Watch;
  accountEvents: AccountEvents;
  /** Renders pages, and reads files while their sender waits. */
  reader: DocumentReader;
  models: Models;
  defaultProvider: ProviderName;
  /** Metrics of this process. */
  metrics: WorkMetrics;
  serviceMetrics: ServiceMetrics;
  /** The latest metrics of each worker of this node. */
  workersMetrics: Map<string, SentMetrics>;
  log: Log;
  allowHosts: AllowedHosts;
  fetchRules: FetchRules;
  corsOrigins: CorsOrigins;
  publicUrl: string;
  /** Tasks of one account that may wait or run at a time; the same number applies to résumés. */
  queueMax: number;
  retentionDays: number;
  /** Identifies this process to its supervisor; null without one. */
  instance: string | null;
  trustProxy: TrustProxy;
  /** Null: metrics are served to private addresses only. */
  metricsToken: string | null;
  /** Aborted when the server begins to stop, which ends long polls and streams. */
  stopping: AbortSignal;
};
