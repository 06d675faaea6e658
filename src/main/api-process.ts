/** One API process. Notifies its parent when it listens; ends when the parent is gone. */
import { flushCompileCache } from "node:module";
import { ownerExists } from "#accounts/accounts.store.ts";
import { createLink } from "#accounts/links.ts";
import { childDirMaintenance } from "#documents/pool/child-dirs.ts";
import { buildServer } from "#http/server.ts";
import { readConfig } from "#platform/config.ts";
import { openLog } from "#platform/log.ts";
import type { Db } from "#platform/postgres/db.ts";
import type { NodeNotice } from "#platform/postgres/node-notices.ts";
import { takeHandover } from "#platform/process/environment.ts";
import { startMaintenance } from "#platform/process/maintenance.ts";
import type { ChildMessage, WorkersMetrics } from "./child.ts";
import { composed } from "./compose.ts";
import { composeApi, openApiReader } from "./compose-api.ts";
import { startBeating } from "./heartbeat.ts";
import { maintainAsLeader } from "./maintenance.ts";
import { nodeLink } from "./node-link.ts";
import { onStop } from "./on-stop.ts";
import { trimWhenQuiet } from "./trim.ts";

/** Time for load balancers, if any, to notice that we are not ready. */
const DRAIN_MS = 500;

/**
 * Length of the accept queue. Node accepts one connection per turn of its loop; with its default of 511, clients of a full queue retry only
 * after seconds.
 */
const BACKLOG = 4_096;

startBeating();
await takeHandover();
const config = readConfig();
const stopping = new AbortController();
const { deps, stack } = await composed(openLog(config.logLevel, "api"), (own) =>
  composeApi(config, () => own.use(openApiReader(config)), stopping.signal, own, nodeLink()),
);
const { log, publicUrl, workersMetrics } = deps.http.server;
stack.use(maintainAsLeader(config, deps.maintenance));
stack.use(startMaintenance(log, childDirMaintenance(config.readerDirs)));
process.on("message", (message: WorkersMetrics | NodeNotice) => {
  if (message.kind === "metrics") workersMetrics.set(message.process, message.metrics);
});
const app = await buildServer(deps.http);
await app.listen({ host: config.host, port: config.port, backlog: BACKLOG });
flushCompileCache();
// Created as soon as pages are served, so that a visitor may become the owner before the workers are ready.
const ownerLink = await ownerLinkOf(deps.http.server.systemDb, publicUrl);
process.send?.({ kind: "ready", url: publicUrl, ownerLink } satisfies ChildMessage);
log.info({ url: publicUrl }, "listening");
trimWhenQuiet();

onStop(async () => {
  stopping.abort();
  await new Promise((resolve) => setTimeout(resolve, DRAIN_MS));
  await app.close();
  await stack.disposeAsync();
});

async function ownerLinkOf(db: Db, url: string): Promise<string | null> {
  return (await ownerExists(db)) ? null : (await createLink(db, url, { kind: "owner" })).url;
}
