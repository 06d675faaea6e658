/** Documents per second end to end, against raw liteparse on the same files and cores. */
import { availableParallelism } from "node:os";
import { type Finding, timed } from "./report.ts";
import { documentRate, invoices, rawParser, startSubject } from "./subject.ts";

const DOCUMENTS = 400;

export async function throughput(): Promise<Finding> {
  const files = await invoices(50);
  const raw = Math.max(await rawRate(files, DOCUMENTS), await rawRate(files, DOCUMENTS));
  await using subject = await startSubject();
  await documentRate(subject.client, files, 60);
  const winnow = Math.max(await documentRate(subject.client, files, DOCUMENTS), await documentRate(subject.client, files, DOCUMENTS));
  return {
    name: "documents/s / raw liteparse",
    value: winnow / raw,
    unit: "ratio",
    target: { kind: "at least", value: 0.75 },
    details: { "winnow/s": winnow, "liteparse/s": raw, cores: availableParallelism() },
  };
}

/** Files per second, `count` in total: a pool of one process per core with word boxes, as the service needs them. */
export async function rawRate(files: readonly Buffer[], count: number): Promise<number> {
  const parser = await rawParser(availableParallelism());
  const seconds = await timed(count, availableParallelism() * 2, (index) => parser.parse(files[index % files.length] ?? Buffer.alloc(0)));
  parser.close();
  return count / seconds;
}
