/** Throughput of one, two and four worker processes, for documents with text and for scans, and what each worker holds in memory. */
import { availableParallelism } from "node:os";
import { type Finding, quantile } from "./report.ts";
import { documentRate, invoices, memoryOf, type Subject, scans, startSubject } from "./subject.ts";

const COUNTS = [1, 2, 4];
const DOCUMENTS = 300;
const SCANS = 12;
/** Until V8 has compiled what is used most. */
const WARM_UP = 60;

export async function workers(): Promise<Finding> {
  const text = await invoices(50);
  const pictures = await scans();
  const details: Record<string, number> = { cores: availableParallelism() };
  const perSecond = new Map<number, { text: number; scans: number }>();
  for (const count of COUNTS) {
    await using subject = await startSubject({ WINNOW_WORKERS: String(count) });
    await documentRate(subject.client, text, WARM_UP);
    await documentRate(subject.client, pictures, 2 * count);
    const rates = {
      text: Math.max(await documentRate(subject.client, text, DOCUMENTS), await documentRate(subject.client, text, DOCUMENTS)),
      scans: await documentRate(subject.client, pictures, SCANS),
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

/** Resident, of the worker processes without the readers that they start. */
async function workerMegabytes({ processes }: Subject): Promise<number[]> {
  const { workers: pids } = await processes.pids();
  return (await Promise.all(pids.map(memoryOf))).map(({ nowMb }) => nowMb);
}
