/**
 * Reads the environment once. A wrong or contradictory variable throws ConfigError: one line with the variable, the reason and the allowed
 * values.
 */
import { statSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { LIMITS } from "#contract/limits.ts";
import type { ProviderName } from "#contract/providers.ts";
import { RETRY_SCHEDULE_SECONDS } from "#contract/retry-schedule.ts";
import { type AllowedHosts, allowHostsOf, type CorsOrigins, corsOriginsOf } from "./config-hosts.ts";
import { dataDirOf } from "./data-dir.ts";
import type { MasterKeys } from "./encryption-keys.store.ts";
import { ConfigError, type Env, integer, integers, oneOf, text } from "./env.ts";
import { defaultProviderOf, type ModelsConfig, modelsOf } from "./models/settings.ts";
import { type OidcConfig, oidcOf } from "./oidc-settings.ts";
import { type StorageConfig, storageOf } from "./storage-settings.ts";
import type { TracingConfig } from "./tracing.ts";
import { type TrustProxy, trustProxyOf } from "./trust-proxy.ts";

export type DatabaseConfig = { kind: "embedded"; folder: string } | { kind: "url"; url: string };
/** Who may create an account: invited people only, or everyone. */
export type SignUp = "invite" | "open";
export type Role = "all" | "api" | "worker";

/** The levels of documents/pool/confinement.ts, repeated because that room is above this one. */
export const READER_LEVELS = ["full", "unprivileged", "without-network", "plain"] as const;

export type Config = {
  host: string;
  port: number;
  /** Absolute. */
  dataDir: string;
  /** Unpacked OCR data, the working folders of the reader's child processes, and networks instead of those that come with Winnow. */
  readerDirs: { tessdataDir: string; tempDir: string; ocrModelsDir: string | null };
  database: DatabaseConfig;
  storage: StorageConfig;
  role: Role;
  workers: number;
  /** Niceness of worker processes, as in nice(1): 0 to 19. */
  workerNice: number;
  defaultProvider: ProviderName;
  models: ModelsConfig;
  allowHosts: AllowedHosts;
  corsOrigins: CorsOrigins;
  /** Without a trailing slash; null: derived from the listen address. */
  publicUrl: string | null;
  /** Which X-Forwarded-For is trusted: none, that of the given number of proxies, or that of proxies at these addresses. */
  trustProxy: TrustProxy;
  signUp: SignUp;
  /** Null: people sign in with passwords. */
  oidc: OidcConfig | null;
  /** Tasks of one account that may wait or run at a time; the same number applies to résumés. */
  queueMax: number;
  /** Jobs of each kind that all workers together run for one account at a time; null: no limit besides the slots. */
  accountConcurrency: number | null;
  /** Pause before each retry of a webhook delivery. */
  webhookRetrySeconds: readonly number[];
  retentionDays: number;
  /** Null: a random one is stored in the data dir. */
  secret: string | null;
  /** Seals the secret in a backup and opens it when a server starts on that backup; null: none given. */
  backupPassphrase: string | null;
  /** Seal the keys that seal documents and results; null: documents and results are not encrypted. */
  masterKeys: MasterKeys;
  /** Given by the supervisor to each process it starts; null without a supervisor. */
  instance: string | null;
  /** Null: no traces. */
  tracing: TracingConfig | null;
  /** Confinement level of the readers that the supervisor found when it started; null without a supervisor: the first reader finds out. */
  readerLevel: (typeof READER_LEVELS)[number] | null;
  /** The supervisor's name for the process, such as `worker 1`. */
  process: string;
  /** Port of /metrics on a node that runs workers only; null: not served. */
  metricsPort: number | null;
  /** Token required to read the metrics; null: metrics are served to private addresses only. */
  metricsToken: string | null;
  /** Whether long results and webhooks are compressed in the database. */
  packResults: boolean;
  logLevel: LogLevel;
};

export const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Throws ConfigError. Relative folders are resolved against `cwd`. */
export function readConfig(env: Env = process.env, cwd: string = process.cwd()): Config {
  const dataDir = dataDirOf(env, cwd);
  const role = oneOf(env, "WINNOW_ROLE", ["all", "api", "worker"], "all");
  const database = databaseOf(env, dataDir);
  if (role !== "all" && database.kind === "embedded")
    throw new ConfigError("WINNOW_ROLE", `\`${role}\` needs DATABASE_URL, so that several processes share one database; or use \`all\`.`);
  const secret = text(env, "WINNOW_SECRET");
  if (secret !== null && secret.length < 32)
    throw new ConfigError("WINNOW_SECRET", "is too short; give at least 32 characters, for example from `openssl rand -hex 32`.");
  if (secret === null && role !== "all")
    throw new ConfigError(
      "WINNOW_SECRET",
      "has to be set, and be the same everywhere, when several processes share one database; give at least 32 characters.",
    );
  const models = modelsOf(env);
  return {
    host: text(env, "HOST") ?? "127.0.0.1",
    port: integer(env, "PORT", 8080, 1, 65535),
    dataDir,
    readerDirs: {
      tessdataDir: path.join(dataDir, "tessdata"),
      tempDir: path.join(tmpdir(), `winnow-reader-${process.getuid?.() ?? 0}`),
      ocrModelsDir: folderOf(env, "WINNOW_OCR_MODELS", cwd),
    },
    database,
    storage: storageOf(env, dataDir),
    role,
    workers: integer(env, "WINNOW_WORKERS", availableParallelism(), 1, 256),
    workerNice: integer(env, "WINNOW_WORKER_NICE", 10, 0, 19),
    defaultProvider: defaultProviderOf(env, models),
    models,
    allowHosts: allowHostsOf(env),
    corsOrigins: corsOriginsOf(env),
    publicUrl: givenPublicUrl(env),
    trustProxy: trustProxyOf(env),
    signUp: oneOf(env, "WINNOW_SIGN_UP", ["invite", "open"], "invite"),
    oidc: oidcOf(env),
    queueMax: integer(env, "WINNOW_ACCOUNT_QUEUE", LIMITS.accountQueueMaxDefault, 1, 1_000_000),
    accountConcurrency: integer(env, "WINNOW_ACCOUNT_CONCURRENCY", 0, 0, 10_000) || null,
    webhookRetrySeconds: integers(env, "WINNOW_WEBHOOK_RETRY_SECONDS", RETRY_SCHEDULE_SECONDS, 1, 7 * 24 * 60 * 60),
    retentionDays: integer(env, "WINNOW_RETENTION_DAYS", 30, 0, 3650),
    secret,
    backupPassphrase: longEnough(env, "WINNOW_BACKUP_PASSPHRASE", 12),
    masterKeys: masterKeysOf(env),
    instance: text(env, "WINNOW_INSTANCE"),
    tracing: tracingOf(env),
    readerLevel: text(env, "WINNOW_READER_LEVEL") === null ? null : oneOf(env, "WINNOW_READER_LEVEL", READER_LEVELS, "plain"),
    process: text(env, "WINNOW_PROCESS") ?? "all",
    metricsPort: metricsPortOf(env, role),
    metricsToken: longEnough(env, "WINNOW_METRICS_TOKEN", 16),
    packResults: oneOf(env, "WINNOW_PACK_RESULTS", ["true", "false"], "false") === "true",
    logLevel: oneOf(env, "WINNOW_LOG_LEVEL", LOG_LEVELS, "info"),
  };
}

/** Null when unset. */
function folderOf(env: Env, name: string, cwd: string): string | null {
  const given = text(env, name);
  if (given === null) return null;
  const folder = path.resolve(cwd, given);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new ConfigError(name, `\`${given}\` is not a folder; give one that has networks of PP-OCR.`);
  return folder;
}

/** Base URL of links to this server, without a trailing slash. */
export function publicUrlOf(config: Config): string {
  return config.publicUrl ?? `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${config.port}`;
}

/** The variable names are OpenTelemetry's. */
function tracingOf(env: Env): TracingConfig | null {
  const endpoint = text(env, "OTEL_EXPORTER_OTLP_ENDPOINT");
  if (endpoint === null) return null;
  if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint))
    throw new ConfigError("OTEL_EXPORTER_OTLP_ENDPOINT", "has to be the http or https URL of a collector, such as http://127.0.0.1:4318.");
  const share = text(env, "OTEL_TRACES_SAMPLER_ARG") ?? "1";
  if (!/^(0(\.\d+)?|1(\.0+)?)$/.test(share))
    throw new ConfigError("OTEL_TRACES_SAMPLER_ARG", `\`${share}\` is not allowed; give a share from 0 to 1.`);
  return {
    endpoint: endpoint.replace(/(?<!\/)\/+$/, ""),
    serviceName: text(env, "OTEL_SERVICE_NAME") ?? "winnow",
    samplingShare: Number(share),
  };
}

function metricsPortOf(env: Env, role: Role): number | null {
  const port = integer(env, "WINNOW_METRICS_PORT", 0, 0, 65535) || null;
  if (port !== null && role !== "worker")
    throw new ConfigError(
      "WINNOW_METRICS_PORT",
      "is for WINNOW_ROLE=worker; a node with an API has its metrics, and its workers', at /metrics.",
    );
  return port;
}

function masterKeysOf(env: Env): MasterKeys {
  const [current, previous] = ["WINNOW_MASTER_KEY", "WINNOW_MASTER_KEY_PREVIOUS"].map((name) => {
    const value = text(env, name);
    if (value !== null && value.length < 32)
      throw new ConfigError(name, "is too short; give at least 32 characters, for example from `openssl rand -hex 32`.");
    return value;
  });
  if (!current && previous) throw new ConfigError("WINNOW_MASTER_KEY_PREVIOUS", "needs WINNOW_MASTER_KEY, the new one; or leave it unset.");
  return { current: current ?? null, previous: previous ?? null };
}

function longEnough(env: Env, name: string, charactersMin: number): string | null {
  const value = text(env, name);
  if (value !== null && value.length < charactersMin)
    throw new ConfigError(name, `is too short; give at least ${charactersMin} characters.`);
  return value;
}

function databaseOf(env: Env, dataDir: string): DatabaseConfig {
  const url = text(env, "DATABASE_URL");
  if (url === null) return { kind: "embedded", folder: path.join(dataDir, "postgres") };
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url))
    throw new ConfigError(
      "DATABASE_URL",
      "has to look like postgres://user:password@host:5432/database; leave it unset for the embedded database.",
    );
  return { kind: "url", url };
}

function givenPublicUrl(env: Env): string | null {
  const url = text(env, "WINNOW_PUBLIC_URL");
  if (url === null) return null;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new ConfigError("WINNOW_PUBLIC_URL", "has to be an http or https URL, such as https://winnow.example.com.");
  return url.replace(/(?<!\/)\/+$/, "");
}
