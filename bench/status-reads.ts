/** Reads the status of a completed task, compared with a bare route that reads the same record from one row of the same database. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { embeddedConnection } from "#platform/postgres/embedded-postgres.ts";
import { asker } from "./asker.ts";
import { cpuSeconds } from "./cpu-seconds.ts";
import { type Finding, timed } from "./report.ts";
import { invoices, SCHEMA, startSubject } from "./subject.ts";

const READS = 4_000;
const WIDTH = 16;
const ROUNDS = 3;

export async function statusReads(): Promise<Finding> {
  await using subject = await startSubject({ WINNOW_WORKERS: "1" });
  const { client, processes } = subject;
  const [file = Buffer.alloc(0)] = await invoices(1);
  const { task_id } = await client.extract({ file_content: file.toString("base64"), extraction_schema: SCHEMA });
  const ask = asker(client.apiKey ?? "");
  const url = `${client.url}/api/extractor/v1/tasks/${task_id}`;
  const record = await ask("GET", url);
  const connection = JSON.stringify(embeddedConnection(`${subject.dataDir}/postgres`));
  const bare = fork(new URL("bare-server.ts", import.meta.url), [connection, record]);
  const [bareUrl] = await once(bare, "message");
  const subjects = {
    bare: { url: `${bareUrl}/`, pid: bare.pid ?? 0 },
    winnow: { url, pid: (await processes.pids()).api[0] ?? 0 },
  };
  const rates = { bare: { perSecond: 0, perCoreSecond: 0 }, winnow: { perSecond: 0, perCoreSecond: 0 } };
  for (let round = 0; round <= ROUNDS; round++) {
    for (const name of ["bare", "winnow"] as const) {
      const { url, pid } = subjects[name];
      const before = await cpuSeconds(pid);
      const seconds = await timed(READS, WIDTH, () => ask("GET", url));
      const spent = (await cpuSeconds(pid)) - before;
      if (round === 0) continue;
      rates[name].perSecond = Math.max(rates[name].perSecond, READS / seconds);
      rates[name].perCoreSecond = Math.max(rates[name].perCoreSecond, READS / spent);
    }
  }
  bare.kill();
  return {
    name: "status reads / bare route",
    value: rates.winnow.perCoreSecond / rates.bare.perCoreSecond,
    unit: "ratio per core",
    target: null,
    details: {
      "winnow/s": rates.winnow.perSecond,
      "bare/s": rates.bare.perSecond,
      "winnow/s of its process's core": rates.winnow.perCoreSecond,
      "bare/s of its process's core": rates.bare.perCoreSecond,
      "record kB": record.length / 1024,
    },
  };
}
