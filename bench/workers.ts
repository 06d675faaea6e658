/** Throughput of one, two and four worker processes, for documents with text and for scans, and the memory of each worker. */
import { execFile } from "node:child_process";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { processesBelow } from "../tests/support/process-table.ts";
import { type Finding, quantile } from "./report.ts";
import { documentRate, invoices, memoryOf, type Subject, scans, startSubject } from "./subject.ts";

const DOCUMENTS = 300;
const SCANS = 24;
/** Documents before the measurement, until V8 has compiled the hot code. */
const WARM_UP = 60;

type Rates = { text: number; scans: number; workerMb: number };

/**
 * A worker with its reader, API and database uses more than one core. So one worker is measured twice: on all cores, and with the whole
 * service on one core, the baseline for two workers on two cores.
 */
export async function workers(): Promise<Finding> {
  const onOneCore = await ratesOf(1, { onOneCore: true });
  const [one, two, four] = [await ratesOf(1), await ratesOf(2), await ratesOf(4)];
  const named = { "1, all on one core": onOneCore, "1": one, "2": two, "4": four };
  const details = Object.entries(named).flatMap(([name, rates]) => [
    [`${name}: documents with text/s`, rates.text],
    [`${name}: scans/s`, rates.scans],
    [`${name}: MB of a worker, median`, rates.workerMb],
  ]);
  return {
    name: "scans/s, 2 workers / 1 on one core",
    value: two.scans / onOneCore.scans,
    unit: "ratio",
    target: { kind: "at least", value: 1.8 },
    details: {
      "documents with text/s, 2 workers / 1 on one core": two.text / onOneCore.text,
      "scans/s, 2 workers / 1": two.scans / one.scans,
      "documents with text/s, 2 workers / 1": two.text / one.text,
      cores: availableParallelism(),
      ...Object.fromEntries(details),
    },
  };
}

async function ratesOf(count: number, { onOneCore = false } = {}): Promise<Rates> {
  const [text, pictures] = [await invoices(50), await scans()];
  await using subject = await startSubject({ WINNOW_WORKERS: String(count) });
  if (onOneCore) await pinToOneCore(subject);
  await documentRate(subject.client, text, WARM_UP);
  await documentRate(subject.client, pictures, 2 * count);
  return {
    text: Math.max(await documentRate(subject.client, text, DOCUMENTS), await documentRate(subject.client, text, DOCUMENTS)),
    scans: Math.max(await documentRate(subject.client, pictures, SCANS), await documentRate(subject.client, pictures, SCANS)),
    workerMb: quantile(await workerMegabytes(subject), 0.5),
  };
}

/** Pins all threads of all its processes; processes started later inherit it. */
async function pinToOneCore({ processes }: Subject): Promise<void> {
  for (const { pid } of await processesBelow(processes.supervisor.pid ?? 0))
    await promisify(execFile)("taskset", ["-acp", "0", String(pid)]);
}

/** Resident memory of the worker processes without their readers, in MB. */
async function workerMegabytes({ processes }: Subject): Promise<number[]> {
  const { workers: pids } = await processes.pids();
  return (await Promise.all(pids.map(memoryOf))).map(({ nowMb }) => nowMb);
}
