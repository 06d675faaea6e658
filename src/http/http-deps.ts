/** The dependencies of the HTTP server, by what its parts need; each route takes its subset of one group. */
import type { Rates } from "#accounts/rates.ts";
import type { Sessions } from "#accounts/sessions.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import type { InboxDeps } from "#extraction/inboxes/inboxes.ts";
import type { SubmitDeps } from "#extraction/submit.ts";
import type { SuggestDeps } from "#extraction/suggest-fields.ts";
import type { ListDeps } from "#lists/lists.ts";
import type { LoadedLists } from "#lists/loaded-lists.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import type { SignUp } from "#platform/config.ts";
import type { AllowedHosts, CorsOrigins } from "#platform/config-hosts.ts";
import type { KeyedHash } from "#platform/keyed-hash.ts";
import type { Log } from "#platform/log.ts";
import type { ServiceMetrics } from "#platform/metrics/service-metrics.ts";
import type { SentMetrics, WorkMetrics } from "#platform/metrics/work-metrics.ts";
import type { ChooseDeps } from "#platform/models/choose.ts";
import type { OidcConfig } from "#platform/oidc-settings.ts";
import type { AccountEvents } from "#platform/postgres/account-events.ts";
import type { Db } from "#platform/postgres/db.ts";
import type { Watch } from "#platform/postgres/watch.ts";
import type { Queue } from "#platform/queue/queue.ts";
import type { SecretBox } from "#platform/secret-box.ts";
import type { TrustProxy } from "#platform/trust-proxy.ts";
import type { SubmitResumesDeps } from "#recruiting/batches/submit-resumes.ts";
import type { EvaluateDeps } from "#recruiting/evaluate-resume.ts";
import type { UploadDeps } from "#uploads/uploads.ts";

/** `db` sees the rows of the account in scope (platform/postgres/account-scope.ts), and no rows outside of a scope. `systemDb` sees all rows. */
export type HttpDeps = {
  server: ServerDeps;
  access: AccessDeps;
  entrance: EntranceDeps;
  account: AccountDeps;
  extraction: ExtractionDeps;
  lists: ListDeps;
  tasks: TaskDeps;
  events: EventDeps;
  webhooks: WebhookDeps;
  scoring: ScoringDeps;
  batches: BatchDeps;
  inboxes: InboxDeps;
  uploads: UploadRouteDeps;
  positions: PositionDeps;
};

/** The server itself, its health and its metrics. */
export type ServerDeps = {
  db: Db;
  /** For counts over all accounts. */
  systemDb: Db;
  log: Log;
  publicUrl: string;
  trustProxy: TrustProxy;
  /** Metrics of this process. */
  metrics: WorkMetrics;
  serviceMetrics: ServiceMetrics;
  /** The latest metrics of each worker of this node. */
  workersMetrics: Map<string, SentMetrics>;
  /** Null: metrics are served to private addresses only. */
  metricsToken: string | null;
  /** Aborted when the server begins to stop, which ends long polls and streams. */
  stopping: AbortSignal;
};

/** Who asks, at what rate, from where, and whether the same was asked before. */
export type AccessDeps = {
  db: Db;
  /** For requests before authentication. */
  systemDb: Db;
  rates: Rates;
  sessions: Sessions;
  secretBox: SecretBox;
  /** Identifies this process to its supervisor; null without one. */
  instance: string | null;
  publicUrl: string;
  corsOrigins: CorsOrigins;
};

/** Signing up and in. `db` sees all rows, as there is no account yet. */
export type EntranceDeps = { db: Db; sessions: Sessions; signUp: SignUp; oidc: OidcConfig | null; trustProxy: TrustProxy };

/** `systemDb`: for what concerns several workspaces of a person. `queueMax`: tasks of one account that may wait or run at a time; the same number applies to résumés. */
export type AccountDeps = ChooseDeps & {
  db: Db;
  systemDb: Db;
  sessions: Sessions;
  publicUrl: string;
  queueMax: number;
  retentionDays: number;
};

/** Documents and schemas that are sent, and templates. The reader reads files while their sender waits. */
export type ExtractionDeps = SubmitDeps & SuggestDeps;

/** Tasks that were accepted. The reader renders their pages. */
export type TaskDeps = {
  db: Db;
  blobs: Blobs;
  queue: Queue;
  watch: Watch;
  reader: DocumentReader;
  lists: LoadedLists;
  keyedHash: KeyedHash;
  metrics: WorkMetrics;
  publicUrl: string;
  retentionDays: number;
  stopping: AbortSignal;
};

/** Event streams. */
export type EventDeps = { db: Db; watch: Watch; accountEvents: AccountEvents; stopping: AbortSignal };

export type WebhookDeps = { db: Db; queue: Queue; secretBox: SecretBox; allowHosts: AllowedHosts };

/** Evaluations and job ads, answered while the caller waits. */
export type ScoringDeps = EvaluateDeps;

export type BatchDeps = SubmitResumesDeps & { watch: Watch; publicUrl: string; stopping: AbortSignal };

/** `systemDb`: finds whose signed address a file is put to. */
export type UploadRouteDeps = UploadDeps & { systemDb: Db };

/** Positions, and who applied. `systemDb`: finds the hashes of the audit log's chain before an account's own lines. */
export type PositionDeps = SubmitResumesDeps & {
  systemDb: Db;
  reader: DocumentReader;
  publicUrl: string;
  retentionDays: number;
  stopping: AbortSignal;
};
