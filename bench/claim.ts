/** Time to take a job with 0, 10,000 and 100,000 queued. */

import { openLog } from "#platform/log.ts";
import { openDb } from "#platform/postgres/db.ts";
import { embeddedConnection } from "#platform/postgres/embedded-postgres.ts";
import { openNotifications } from "#platform/postgres/listen.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import { openQueue } from "#platform/queue/queue.ts";
import { type Finding, quantile } from "./report.ts";
import { startSubject } from "./subject.ts";

const ROUNDS = 200;
const DEPTHS = [0, 10_000, 100_000];

export async function claim(): Promise<Finding> {
  await using subject = await startSubject({ WINNOW_WORKERS: "1" });
  const { workers } = await subject.processes.pids();
  for (const pid of workers) process.kill(pid, "SIGSTOP");
  const log = openLog("silent", "bench");
  const connection = embeddedConnection(`${subject.dataDir}/postgres`);
  await using stack = new AsyncDisposableStack();
  const { db } = stack.use(openDb(connection, { connectionsMax: 2, name: "bench", role: null, onError: () => undefined }));
  const notifications = stack.use(await openNotifications(connection, log));
  const queue = stack.use(await openQueue({ db, notifications, log }));
  const { boss } = queue;
  const medians: Record<string, number> = {};
  let queued = 0;
  for (const depth of DEPTHS) {
    for (; queued < depth; queued += 1_000) {
      const jobs = Array.from({ length: 1_000 }, (_, i) => ({
        data: { taskId: "none", run: 1 },
        group: { id: `acct_${i % 50}` },
        priority: -1_000,
      }));
      await boss.insert("process-extraction", jobs);
    }
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await transaction(db, (tx) => queue.send(tx, "process-extraction", { taskId: "none", run: 1 }, { accountId: "acct_bench" }));
      const t0 = performance.now();
      const [job] = await boss.fetch("process-extraction");
      times.push(performance.now() - t0);
      if (!job) throw new Error("no job was taken");
      await boss.complete("process-extraction", job.id);
    }
    medians[String(depth)] = quantile(times, 0.5);
  }
  for (const pid of workers) process.kill(pid, "SIGCONT");
  return {
    name: "claim time, 100,000 queued / empty",
    value: (medians["100000"] ?? 0) / (medians["0"] ?? 1),
    unit: "ratio",
    target: { kind: "at most", value: 2 },
    details: Object.fromEntries(Object.entries(medians).map(([depth, ms]) => [`${depth} queued ms`, ms])),
  };
}
