/** Generates openapi.json from the routes' schemas; with `--check` it only compares and fails when the file is outdated. */
import { readFile, writeFile } from "node:fs/promises";
import type { HttpDeps } from "#http/http-deps.ts";
import { buildServer } from "#http/server.ts";
import { openLog } from "#platform/log.ts";
import { describeRoutes } from "./openapi/describe-routes.ts";

const FILE = new URL("../openapi.json", import.meta.url);
const PUBLIC_URL = "http://127.0.0.1:8080";

/** The routes are only described here, never called; using one of these is a mistake. */
const unused: never = new Proxy({} as never, {
  get: () => {
    throw new Error("describing the API needs no service");
  },
});

/** A group of dependencies, none of which is used. */
const group: never = new Proxy({} as never, { get: () => unused });

const deps: HttpDeps = {
  server: {
    db: unused,
    systemDb: unused,
    log: openLog("silent", "openapi"),
    publicUrl: PUBLIC_URL,
    trustProxy: false,
    metrics: unused,
    serviceMetrics: unused,
    workersMetrics: unused,
    metricsToken: null,
    stopping: new AbortController().signal,
  },
  access: {
    db: unused,
    systemDb: unused,
    rates: unused,
    sessions: unused,
    secretBox: unused,
    instance: null,
    publicUrl: PUBLIC_URL,
    corsOrigins: [],
  },
  entrance: { db: unused, sessions: unused, signUp: "invite", oidc: null, trustProxy: false },
  account: group,
  extraction: group,
  lists: group,
  tasks: group,
  events: group,
  webhooks: group,
  scoring: group,
  batches: group,
  inboxes: group,
  uploads: group,
  positions: group,
};
const app = await buildServer(deps, (each) => describeRoutes(each, PUBLIC_URL));
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
