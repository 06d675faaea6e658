/** Starts the processes of the role, keeps them running, and stops them in order. */
import { randomUUID } from "node:crypto";
import { once } from "#contract/memo.ts";
import type { Config } from "#platform/config.ts";
import { compiledIn } from "#platform/data-dir.ts";
import { openVault } from "#platform/encryption-keys.store.ts";
import { inherited } from "#platform/env.ts";
import { type Log, openLog } from "#platform/log.ts";
import type { SentMetrics } from "#platform/metrics/work-metrics.ts";
import type { Connection } from "#platform/postgres/client.ts";
import { openNotifications } from "#platform/postgres/listen.ts";
import { migrate } from "#platform/postgres/migrate.ts";
import { findRowSecurity } from "#platform/postgres/row-security.ts";
import { whenReachable } from "#platform/postgres/when-reachable.ts";
import { aborted } from "#platform/process/aborted.ts";
import { lockDataDir } from "#platform/process/data-dir-lock.ts";
import { readSecret } from "#platform/service-secret.ts";
import { type Child, type Death, keepRunning } from "./child.ts";
import { connectionsOf } from "./connections.ts";
import { connectionOf } from "./from-config.ts";
import { keepPostgres } from "./keep-postgres.ts";
import type { Neighbour, NodeHub } from "./notices.ts";
import { findReaderLevel } from "./reader-level.ts";
import type { ReleaseDeps } from "./release.ts";
import { workerNames } from "./worker-names.ts";

/**
 * V8 grows its heap before it collects garbage; with these options it collects sooner. Together with two malloc arenas, a worker under load
 * used 249 MB instead of 386, at the same throughput.
 */
const SMALL_HEAP = ["--max-semi-space-size=8", "--heap-growing-percent=100"];
/** For trim.ts. */
const COLLECTABLE = ["--expose-gc"];

export type Service = {
  /** Null in the role `worker`. */
  url: string | null;
  /** One-time link; null when there is an owner, and in the role `worker`. */
  ownerLink: string | null;
  [Symbol.asyncDispose](): Promise<void>;
};

/**
 * Resolves when all processes are ready. Rejects with a message for the operator, or with the signal's reason; then nothing is left
 * running. The processes load their code while the database starts and is migrated; they begin to work after it.
 */
export async function startService(config: Config, signal: AbortSignal): Promise<Service> {
  await using stack = new AsyncDisposableStack();
  const log = openLog(config.logLevel, "supervisor");
  stack.use(await lockDataDir(config.dataDir, "winnow start"));
  const { database, workers } = config;
  const postgres = database.kind === "embedded" ? keepPostgres(database.folder, log, connectionsOf(workers)) : null;
  stack.defer(async () => (await postgres?.catch(() => null))?.[Symbol.asyncDispose]());
  const surroundings = prepare(config, log, postgres, signal);
  surroundings.catch(() => undefined);
  const releasing = once(() => import("./release.ts"));
  const onDeath = async (death: Death): Promise<void> => (await releasing()).release(await surroundings, death);
  const hub = openHub(config, log, surroundings, stack);
  hub.catch(() => undefined);
  const processes = startProcesses(config, log, { surroundings, onDeath, hub });
  stack.defer(async () => void (await Promise.all(processes.all.map((child) => child.stop()))));
  await Promise.race([Promise.all([surroundings, hub, ...processes.all.map((child) => child.ready)]), aborted(signal)]);
  if (config.metricsPort !== null) {
    const { serveWorkers } = await import("./serve-workers.ts");
    const served = { host: config.host, port: config.metricsPort, token: config.metricsToken, metrics: processes.metrics };
    stack.use(await serveWorkers(served));
  }
  // Loaded now and not before, as loading it takes longer than what it does.
  void releasing();
  const { url = null, ownerLink = null } = (await processes.api?.ready) ?? {};
  const whole = stack.move();
  return { url, ownerLink, [Symbol.asyncDispose]: () => whole.disposeAsync() };
}

type Surroundings = ReleaseDeps & { readerLevel: string };

/** Brings the database up to date and checks what processes rely on. */
async function prepare(config: Config, log: Log, postgres: Promise<unknown> | null, signal: AbortSignal): Promise<Surroundings> {
  const connection = connectionOf(config);
  const migrated = async () => {
    await postgres;
    await migrateWhenReachable(config, log, signal);
    // A wrong master key fails the start here, before any work uses it.
    const vault = await openVault(connection, config.masterKeys);
    // Likewise a backup that was made without its secret.
    await readSecret(config);
    return { vault, role: await roleOrWarning(connection, log) };
  };
  const [readerLevel, { vault, role }] = await Promise.all([findReaderLevel(config, log), migrated()]);
  signal.throwIfAborted();
  return { connection, vault, role, log, readerLevel };
}

/** The connection of the node, over which its processes hear of others. Until it is open they hear of nobody, and are told nothing. */
async function openHub(config: Config, log: Log, surroundings: Promise<Surroundings>, stack: AsyncDisposableStack): Promise<NodeHub> {
  const { connection } = await surroundings;
  const node = { name: randomUUID().slice(0, 8), workers: config.role === "api" ? 0 : config.workers };
  const { openNodeHub } = await import("./notices.ts");
  const notifications = await openNotifications(connection, log, node);
  stack.use(notifications);
  return openNodeHub({ name: node.name, notifications, log });
}

type Processes = { all: Child[]; api: Child | null; metrics: () => SentMetrics[] };

/** Starts the API process and the workers; each begins to work when `surroundings` resolves. */
function startProcesses(
  config: Config,
  log: Log,
  { surroundings, onDeath, hub }: { surroundings: Promise<Surroundings>; onDeath: (death: Death) => Promise<void>; hub: Promise<NodeHub> },
): Processes {
  const here = (name: string) => new URL(name, import.meta.url);
  // Fewer malloc arenas return freed memory to the system instead of holding it per thread.
  const env = inherited({ NODE_COMPILE_CACHE: compiledIn(config.dataDir), MALLOC_ARENA_MAX: "2" });
  const handover = surroundings.then(({ readerLevel }) => ({ WINNOW_READER_LEVEL: readerLevel }));
  const withHub = (say: (hub: NodeHub) => void) => void hub.then(say, () => undefined);
  const keep = (file: string, name: string, onMetrics?: (metrics: SentMetrics) => void) => {
    const neighbour: Neighbour = {
      send: (message) => child.send(message),
      held: onMetrics ? (job) => child.held(job) : null,
    };
    const child: Child = keepRunning(here(file), {
      log,
      execArgv: [...SMALL_HEAP, ...COLLECTABLE],
      env: { ...env, WINNOW_PROCESS: name },
      handover,
      onDeath,
      onNotice: (notice) => withHub((each) => each.tell(neighbour, notice)),
      onClaim: (job) => withHub((each) => each.taken(neighbour, job)),
      ...(onMetrics ? { onMetrics } : {}),
    });
    withHub((each) => each.add(neighbour));
    return child;
  };
  const api = config.role === "worker" ? null : keep("api-process.ts", "api");
  const latest = new Map<string, SentMetrics>();
  const names = workerNames(config.role === "api" ? 0 : config.workers);
  const workers = names.map((name) =>
    keep("worker-process.ts", name, (metrics) => {
      latest.set(name, metrics);
      api?.send({ kind: "metrics", process: name, metrics });
    }),
  );
  return { all: [...workers, ...(api ? [api] : [])], api, metrics: () => [...latest.values()] };
}

/** An external database may start after us. */
async function migrateWhenReachable(config: Config, log: Log, signal: AbortSignal): Promise<void> {
  const forMs = config.database.kind === "embedded" ? 0 : Number.POSITIVE_INFINITY;
  signal.throwIfAborted();
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
