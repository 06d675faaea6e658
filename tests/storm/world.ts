/** Everything a storm blows through: the service as `npm start` runs it, its database, provider, receivers and disk, each behind something that can fail. */

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { Client } from "../support/client.ts";
import { type FaultProxy, startFaultProxy } from "../support/fault-proxy.ts";
import { freePort } from "../support/free-port.ts";
import { startModelServer } from "../support/model-server.ts";
import { databaseUrl, type OwnDatabase, startOwnDatabase } from "../support/own-database.ts";
import { INVOICE, pdfOf } from "../support/pdf.ts";
import { pointingModel } from "../support/pointing-model.ts";
import { clientOf, type Processes, startProcesses } from "../support/processes.ts";
import { startReceiver } from "../support/receiver.ts";
import type { Ledger, Progress } from "./ledger.ts";
import type { Random } from "./random.ts";

const ACCOUNTS = 3;
/** Retries of webhooks within a storm. */
const WEBHOOK_RETRY_SECONDS = "1,2,4,8,15,30,30,30,30,30,30,30";
const DISK_MB = 64;

export type Disk = { fill(): Promise<void>; free(): Promise<void> };
export type World = {
  service: Processes;
  /** Starts the service anew after all of it was killed. */
  revive(): Promise<void>;
  clients: Client[];
  /** Paths on it are documents. */
  documentsUrl: string;
  hooksUrl: string;
  /** Share of webhooks that the receiver refuses. */
  refusing: number;
  database: OwnDatabase;
  /** What the service reaches it through. */
  link: FaultProxy;
  provider: FaultProxy;
  /** Null where this user may not mount. */
  disk: Disk | null;
  folder: string;
  /** Where the service's processes keep what is temporary. */
  temporary: string;
  /** What the service's processes printed, those that were killed included. */
  output(): string;
  progress: Progress;
  [Symbol.asyncDispose](): Promise<void>;
};

/** In `ledger.folder`; what is there from an earlier run is taken up again. */
export async function startWorld(ledger: Ledger, seed: number, random: Random): Promise<World> {
  await using stack = new AsyncDisposableStack();
  const earlier = ledger.progress();
  const { folder } = ledger;
  const database = stack.use(await startOwnDatabase(path.join(folder, "database", "postgres")));
  const link = stack.use(await database.proxy());
  const model = stack.use(await startModelServer(pointingModel({ fields: { "/invoice_number": /Invoice number: (\S+)/ } })));
  const provider = stack.use(await startFaultProxy({ host: "127.0.0.1", port: Number(new URL(model.url).port) }));
  const invoice = await pdfOf(INVOICE);
  const documents = stack.use(
    await startReceiver((_request, response) => void response.end(invoice), "127.0.0.1", earlier?.ports.documents ?? 0),
  );
  const state = { refusing: 0.05 };
  const hooks = stack.use(
    await startReceiver(
      ({ path: at, headers, body }, response) => {
        if (random.chance(state.refusing)) return void response.writeHead(500).end();
        const sha256 = createHash("sha256").update(body).digest("hex");
        ledger.acknowledge({ path: at, webhookId: String(headers["webhook-id"]), sha256 });
        response.end();
      },
      "127.0.0.1",
      earlier?.ports.hooks ?? 0,
    ),
  );
  const storage = path.join(folder, "documents");
  const disk = await mountDisk(storage);
  const dataDir = path.join(folder, "data");
  const temporary = path.join(folder, "tmp");
  await mkdir(temporary, { recursive: true });
  const env = {
    DATABASE_URL: databaseUrl(link),
    WINNOW_STORAGE_URL: `file://${storage}`,
    WINNOW_WEBHOOK_RETRY_SECONDS: WEBHOOK_RETRY_SECONDS,
    WINNOW_LOG_LEVEL: "warn",
    TMPDIR: temporary,
    PORT: String(await freePort()),
    ...model.env("openai"),
    OPENAI_BASE_URL: `http://127.0.0.1:${provider.port}`,
    WINNOW_DEFAULT_PROVIDER: "local",
  };
  let service = await startProcesses(dataDir, env);
  let printed = "";
  stack.defer(async () => void (await service.stop()));
  const keys = earlier?.keys ?? (await newKeys(service, dataDir, env));
  const ports = { documents: Number(new URL(documents.url).port), hooks: Number(new URL(hooks.url).port) };
  const whole = stack.move();
  return {
    get service() {
      return service;
    },
    async revive() {
      printed += service.output();
      service = await startProcesses(dataDir, env);
    },
    clients: keys.map((key) => new Client(service.url, key)),
    documentsUrl: documents.url,
    hooksUrl: hooks.url,
    get refusing() {
      return state.refusing;
    },
    set refusing(share) {
      state.refusing = share;
    },
    database,
    link,
    provider,
    disk,
    folder,
    temporary,
    output: () => printed + service.output(),
    progress: earlier ?? { seed, elapsedMs: 0, ports, keys, counts: {} },
    [Symbol.asyncDispose]: () => whole.disposeAsync(),
  };
}

/** Deletes what a storm kept. */
export async function removeWorld(folder: string): Promise<void> {
  spawnSync("umount", ["-l", path.join(folder, "documents")]);
  await rm(folder, { recursive: true, force: true });
}

async function newKeys(service: Processes, dataDir: string, env: Record<string, string>): Promise<string[]> {
  const keys: string[] = [];
  for (let i = 0; i < ACCOUNTS; i++) keys.push((await clientOf(service, dataDir, { env, email: `storm-${i}@example.com` })).apiKey ?? "");
  return keys;
}

/** A small file system of its own, that can be filled. It stays for the next run, until `removeWorld`. */
async function mountDisk(folder: string): Promise<Disk | null> {
  await mkdir(folder, { recursive: true });
  const isMounted = spawnSync("mountpoint", ["-q", folder]).status === 0;
  if (!isMounted && spawnSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MB}m`, "tmpfs", folder]).status !== 0) return null;
  const filler = path.join(folder, "filler");
  return {
    fill: () => writeFile(filler, Buffer.alloc(DISK_MB * 1024 * 1024)).catch(() => undefined),
    free: () => rm(filler, { force: true }),
  };
}
