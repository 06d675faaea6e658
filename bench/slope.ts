/**
 * Growth of memory of API and workers over 5,000 documents, from the first fifth to the last, after 3,000 in which their heaps reach their
 * size.
 */
import { type Finding, timed } from "./report.ts";
import { invoices, memoryOf, SCHEMA, startSubject } from "./subject.ts";

const WARM_UP = 3_000;
const DOCUMENTS = 5_000;
const BATCH = 250;

export async function slope(): Promise<Finding> {
  const files = await invoices(50);
  await using subject = await startSubject();
  const { client, processes } = subject;
  const { api, workers } = await processes.pids();
  const samples: number[] = [];
  for (let done = 0; done < WARM_UP + DOCUMENTS; done += BATCH) {
    await timed(BATCH, 12, async (index) => {
      const file = files[index % files.length] ?? Buffer.alloc(0);
      const task = await client.extract({ file_content: file.toString("base64"), extraction_schema: SCHEMA, cache: "off" });
      if (task.status !== "completed") throw new Error(`a task is ${task.status}`);
    });
    const memory = await Promise.all([...api, ...workers].map(memoryOf));
    samples.push(memory.reduce((sum, { nowMb }) => sum + nowMb, 0));
  }
  const warm = samples.slice(WARM_UP / BATCH);
  const fifth = Math.max(1, Math.floor(warm.length / 5));
  const mean = (part: number[]) => part.reduce((sum, value) => sum + value, 0) / part.length;
  const first = mean(warm.slice(0, fifth));
  const last = mean(warm.slice(-fifth));
  return {
    name: "memory growth over 5,000 documents",
    value: (100 * (last - first)) / first,
    unit: "%",
    target: { kind: "at most", value: 2 },
    details: { "first MB": first, "last MB": last, "all samples MB": samples.map(Math.round).join(" ") },
  };
}
