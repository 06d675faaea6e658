/** Several nodes of the service on one database, each with its own way to it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Client } from "./client.ts";
import type { FaultProxy } from "./fault-proxy.ts";
import { databaseUrl, type OwnDatabase, startOwnDatabase } from "./own-database.ts";
import { clientOf, type Processes, startProcesses } from "./processes.ts";
import { startS3Server } from "./s3-server.ts";

export type Node = Processes & { link: FaultProxy };
export type Cluster = {
  folder: string;
  database: OwnDatabase;
  /** Runs until the cluster is disposed, or stopped before. */
  start(role: "all" | "api" | "worker", env?: Record<string, string>): Promise<Node>;
  /** A key of a new account. */
  client(node: Node, email?: string): Promise<Client>;
  [Symbol.asyncDispose](): Promise<void>;
};

const SECRET = "a secret of the tests, long enough";

/** `databaseFolder`: where its data lie, when not below the cluster's own folder. `documents`: what the nodes share for them. */
export async function startCluster({
  databaseFolder,
  documents = "folder",
}: {
  databaseFolder?: string;
  documents?: "folder" | "bucket";
} = {}): Promise<Cluster> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "winnow-cluster-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const database = stack.use(await startOwnDatabase(databaseFolder ?? path.join(folder, "database", "postgres")));
  const bucket = documents === "bucket" ? stack.use(await startS3Server()) : null;
  const storage = bucket
    ? { WINNOW_STORAGE_URL: bucket.url, ...bucket.credentials }
    : { WINNOW_STORAGE_URL: `file://${path.join(folder, "documents")}` };
  let nodes = 0;
  const envOf = (link: FaultProxy) => ({
    DATABASE_URL: databaseUrl(link),
    WINNOW_SECRET: SECRET,
    ...storage,
  });
  const whole = stack.move();
  return {
    folder,
    database,
    async start(role, env = {}) {
      const link = whole.use(await database.proxy());
      const dataDir = path.join(folder, `node-${++nodes}`);
      const node = await startProcesses(dataDir, { ...envOf(link), WINNOW_ROLE: role, WINNOW_WORKERS: "1", ...env });
      whole.use(node);
      return { ...node, link };
    },
    client: (node, email = `${nodes}-${Date.now()}@example.com`) =>
      clientOf(node, path.join(folder, "command"), { env: envOf(node.link), email }),
    [Symbol.asyncDispose]: () => whole.disposeAsync(),
  };
}
