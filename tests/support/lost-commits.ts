/** A service between which and its database the answers to COMMIT can be lost, and what has to hold of files then. */
import pg from "pg";
import type { Client } from "./client.ts";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.ts";
import { startTestService, type TestService } from "./service.ts";

export type CutService = {
  /** Behind the proxy, without a worker. */
  service: TestService;
  /** On the same database and files, beside the proxy: its worker does the work. */
  worker: TestService;
  proxy: FaultProxy;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function startCutService(): Promise<CutService> {
  const stack = new AsyncDisposableStack();
  const worker = stack.use(await startTestService());
  const { database, host } = parsed(worker.databaseUrl);
  const proxy = stack.use(await startFaultProxy({ path: `${host}/.s.PGSQL.5432` }));
  const env = { DATABASE_URL: `postgres://winnow@127.0.0.1:${proxy.port}/${database}` };
  const service = stack.use(await startTestService({ beside: worker, worker: false, env }));
  return { service, worker, proxy, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

const parsed = (url: string) => {
  const { database, host } = new pg.Client(url);
  return { database, host };
};

/** Posts while the answers to commits are lost. The status of the answer: 500, or the request committed nothing. */
export async function postAndLose(proxy: FaultProxy, client: Client, path: string, body: object, headers: Record<string, string> = {}) {
  proxy.set({ kind: "lost commits" });
  try {
    return (await client.post(path, body, headers)).status;
  } finally {
    proxy.set({ kind: "none" });
  }
}

/** Of all rows that name a file, those whose file is not there. */
export async function rowsWithoutFile({ db, deps }: TestService): Promise<string[]> {
  const rows = await Promise.all([
    db.selectFrom("tasks").select("blob_key").execute(),
    db.selectFrom("batch_entries").select("blob_key").execute(),
    db.selectFrom("stored_resumes").select("blob_key").execute(),
  ]);
  const keys = [...new Set(rows.flat().flatMap(({ blob_key }) => (blob_key === null ? [] : [blob_key])))];
  const missing: string[] = [];
  for (const key of keys) if ((await deps.blobs.get(key)) === null) missing.push(key);
  return missing;
}
