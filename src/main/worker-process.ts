/** One worker process. Reports the claims it holds to its parent, so that the parent can release them; ends when the parent is gone. */
import { flushCompileCache } from "node:module";
import { getPriority, setPriority } from "node:os";
import { childDirMaintenance } from "#documents/pool/child-dirs.ts";
import { readConfig } from "#platform/config.ts";
import { openLog } from "#platform/log.ts";
import { takeHandover } from "#platform/process/environment.ts";
import { startMaintenance } from "#platform/process/maintenance.ts";
import { openJobs } from "#worker/open-jobs.ts";
import { runWorker } from "#worker/run.ts";
import { composed, composeWorker } from "./compose.ts";
import { startBeating } from "./heartbeat.ts";
import { maintainAsLeader } from "./maintenance.ts";
import { startMetricsReporter } from "./metrics-reporter.ts";
import { nodeLink } from "./node-link.ts";
import { onStop } from "./on-stop.ts";
import { trimWhenQuiet } from "./trim.ts";
import { FIRST_WORKER } from "./worker-names.ts";

/** Running jobs get this long after a stop; the rest is returned to the queue. */
const GRACE_MS = 20_000;
/** So that reading a batch's résumé does not take the CPU from a single document. */
const BATCH_NICE = 9;

startBeating();
await takeHandover();
const config = readConfig();
// Callers wait milliseconds for API responses and longer for results, so workers yield the CPU to the API. Readers inherit the niceness. A
// higher niceness, such as from systemd's Nice=, is kept, because without root it cannot be lowered again.
if (config.workerNice > getPriority()) setPriority(config.workerNice);
const batchNice = config.workerNice > 0 ? BATCH_NICE : 0;
const { deps, stack } = await composed(openLog(config.logLevel, "worker"), (own) =>
  composeWorker(config, own, { batchNice, link: nodeLink() }),
);
// A second candidate besides the node's API is enough; a node without one has one of its own.
if (config.process === FIRST_WORKER) stack.use(maintainAsLeader(config, deps));
stack.use(startMaintenance(deps.log, childDirMaintenance(config.readerDirs)));
const worker = runWorker(deps, await openJobs(deps), {
  onClaim: (name, claim) => process.send?.({ kind: "claim", name, claim }),
  onSettle: (name, claim) => process.send?.({ kind: "settle", name, claim }),
});
flushCompileCache();
process.send?.({ kind: "ready" });
stack.use(startMetricsReporter(deps.metrics, (metrics) => process.send?.({ kind: "metrics", metrics })));
trimWhenQuiet();

onStop(async () => {
  await worker.stop(GRACE_MS);
  await stack.disposeAsync();
});
