/** The service's real processes with a database of the test file's own, for tests that look at process ids, memory and folders. */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createKey } from "#accounts/keys.ts";
import { openDb } from "#platform/postgres/db.ts";
import { Client } from "./client.ts";
import { fillDataDir } from "./data-dir.ts";
import { type Processes, startProcesses } from "./processes.ts";
import { cloneDatabase, dropDatabase } from "./service.ts";

/** `tempDir`: where its readers have their folders, and everything else that is temporary. */
export type OwnProcesses = {
  processes: Processes;
  client: Client;
  dataDir: string;
  databaseUrl: string;
  tempDir: string;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function startOwnProcesses(env: Record<string, string> = {}): Promise<OwnProcesses> {
  const folder = await mkdtemp(path.join(tmpdir(), "winnow-own-"));
  const [dataDir, tempDir] = [path.join(folder, "data"), path.join(folder, "temp")];
  await Promise.all([fillDataDir(dataDir, { postgres: false }), mkdir(tempDir)]);
  const databaseUrl = await cloneDatabase();
  const processes = await startProcesses(dataDir, { DATABASE_URL: databaseUrl, TMPDIR: tempDir, ...env });
  const options = { connectionsMax: 1, name: "test", role: null, onError: () => undefined };
  await using opened = openDb({ connectionString: databaseUrl }, options);
  const { key } = await createKey(opened.db, { name: "test", email: "a@example.com", tier: "enterprise", ratePerMinute: 1_000_000 });
  return {
    processes,
    client: new Client(processes.url, key),
    dataDir,
    databaseUrl,
    tempDir,
    async [Symbol.asyncDispose]() {
      await processes.stop();
      await dropDatabase(databaseUrl);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
