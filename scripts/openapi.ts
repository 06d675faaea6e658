/** Generates openapi.json from the routes' schemas; with `--check` it only compares and fails when the file is outdated. */
import { readFile, writeFile } from "node:fs/promises";
import { buildServer } from "#http/server.ts";
import { openLog } from "#platform/log.ts";

const FILE = new URL("../openapi.json", import.meta.url);

/** The routes are only described here, never called; using one of these is a mistake. */
const unused: never = new Proxy({} as never, {
  get: () => {
    throw new Error("describing the API needs no service");
  },
});

const app = await buildServer({
  db: unused,
  systemDb: unused,
  queue: unused,
  enqueueTask: unused,
  blobs: unused,
  secretBox: unused,
  rates: unused,
  sessions: unused,
  signUp: "invite",
  watch: unused,
  accountEvents: unused,
  reader: unused,
  models: unused,
  defaultProvider: "local",
  metrics: unused,
  serviceMetrics: unused,
  workersMetrics: unused,
  log: openLog("silent", "openapi"),
  fetchRules: unused,
  allowHosts: { names: [], ranges: [] },
  corsOrigins: [],
  publicUrl: "http://127.0.0.1:8080",
  queueMax: 1,
  instance: null,
  retentionDays: 30,
  trustProxy: false,
  metricsToken: null,
  stopping: new AbortController().signal,
});
await app.ready();
const text = `${JSON.stringify(app.swagger(), null, 2)}\n`;
await app.close();

if (process.argv.includes("--check")) {
  if ((await readFile(FILE, "utf8").catch(() => "")) !== text) {
    process.stderr.write("openapi.json is not what the routes say. Run `npm run openapi` and commit it.\n");
    process.exit(1);
  }
} else {
  await writeFile(FILE, text);
}
