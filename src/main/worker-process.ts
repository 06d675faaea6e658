/** One worker process. Tells its parent what it holds, so that the parent can release it; ends when the parent is gone. */
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
import { onStop } from "./on-stop.ts";

/** Running jobs may end within this time after a stop; the rest is given back. */
const GRACE_MS = 20_000;
/** So that a résumé of a batch that is being read does not keep a single document from the processor. */
const BATCH_NICE = 9;

startBeating();
await takeHandover();
const config = readConfig();
// Callers wait for answers of the API in milliseconds, for results longer: where both want the same core, answers come first. Readers inherit it.
// One that gives way already, such as below systemd's Nice=, keeps to that: without root it may not take it back.
if (config.workerNice > getPriority()) setPriority(config.workerNice);
const batchNice = config.workerNice > 0 ? BATCH_NICE : 0;
const { deps, stack } = await composed(openLog(config.logLevel, "worker"), (own) => composeWorker(config, own, { batchNice }));
stack.use(maintainAsLeader(config, deps));
stack.use(startMaintenance(deps.log, childDirMaintenance(config.readerDirs)));
const worker = runWorker(deps, await openJobs(deps), {
  onClaim: (name, claim) => process.send?.({ kind: "claim", name, claim }),
  onSettle: (name, claim) => process.send?.({ kind: "settle", name, claim }),
});
flushCompileCache();
process.send?.({ kind: "ready" });
stack.use(startMetricsReporter(deps.metrics, (metrics) => process.send?.({ kind: "metrics", metrics })));

onStop(async () => {
  await worker.stop(GRACE_MS);
  await stack.disposeAsync();
});
