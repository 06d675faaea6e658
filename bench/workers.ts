/** Throughput of one, two and four worker processes, for documents with text and for scans, and what each worker holds in memory. */
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { type Finding, quantile, timed } from "./report.ts";
import { invoices, memoryOf, SCHEMA, type Subject, startSubject } from "./subject.ts";

const COUNTS = [1, 2, 4];
const DOCUMENTS = 300;
const SCANS = 12;
/** Until V8 has compiled what is used most. */
const WARM_UP = 60;

export async function workers(): Promise<Finding> {
  const text = await invoices(50);
  const scans = await Promise.all(
    ["receipt-photo.jpg", "form-scan.png"].map((name) => readFile(new URL(`../samples/${name}`, import.meta.url))),
  );
  const details: Record<string, number> = { cores: availableParallelism() };
  const perSecond = new Map<number, { text: number; scans: number }>();
  for (const count of COUNTS) {
    await using subject = await startSubject({ WINNOW_WORKERS: String(count) });
    await rateOf(subject, text, WARM_UP);
    await rateOf(subject, scans, 2 * count);
    const rates = {
      text: Math.max(await rateOf(subject, text, DOCUMENTS), await rateOf(subject, text, DOCUMENTS)),
      scans: await rateOf(subject, scans, SCANS),
    };
    perSecond.set(count, rates);
    details[`${count}: documents with text/s`] = rates.text;
    details[`${count}: scans/s`] = rates.scans;
    details[`${count}: MB of a worker, median`] = quantile(await workerMegabytes(subject), 0.5);
  }
  const [one, two] = [perSecond.get(1), perSecond.get(2)];
  if (!one || !two) throw new Error("one and two workers are measured");
  return {
    name: "scans/s, 2 workers / 1",
    value: two.scans / one.scans,
    unit: "ratio",
    target: { kind: "at least", value: 1.8 },
    details: { "documents with text/s, 2 workers / 1": two.text / one.text, ...details },
  };
}

/** All are submitted as fast as they are taken; the clock stops when the last is completed. */
async function rateOf({ client }: Subject, files: readonly Buffer[], count: number): Promise<number> {
  const ids: string[] = [];
  const seconds = await timed(1, 1, async () => {
    await timed(count, 8, async (index) => {
      const file = files[index % files.length] ?? Buffer.alloc(0);
      ids.push(await client.submit({ file_content: file.toString("base64"), extraction_schema: SCHEMA, cache: "off" }));
    });
    for (const id of ids) {
      const { status, error } = await client.wait(id, 60);
      if (status !== "completed") throw new Error(`task ${id} is ${status}: ${error?.message}`);
    }
  });
  return count / seconds;
}

/** Resident, of the worker processes without the readers that they start. */
async function workerMegabytes({ processes }: Subject): Promise<number[]> {
  const { workers: pids } = await processes.pids();
  return (await Promise.all(pids.map(memoryOf))).map(({ nowMb }) => nowMb);
}
