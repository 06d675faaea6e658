/** Idle latency from submit to the completed record, against a raw parse of the same file. */
import { type Finding, quantile } from "./report.ts";
import { invoices, rawParser, SCHEMA, startSubject } from "./subject.ts";

const ROUNDS = 60;

export async function latency(): Promise<Finding> {
  const files = await invoices(10);
  await using subject = await startSubject();
  const parser = await rawParser(1);
  const raw: number[] = [];
  const whole: number[] = [];
  for (let round = -10; round < ROUNDS; round++) {
    const file = files[Math.abs(round) % files.length] ?? Buffer.alloc(0);
    const t0 = performance.now();
    await parser.parse(file);
    const t1 = performance.now();
    const task = await subject.client.extract({ file_content: file.toString("base64"), extraction_schema: SCHEMA, cache: "off" });
    const t2 = performance.now();
    if (task.status !== "completed") throw new Error(`the task is ${task.status}`);
    if (round < 0) continue;
    raw.push(t1 - t0);
    whole.push(t2 - t1);
  }
  parser.close();
  return {
    name: "idle latency over raw parse",
    value: quantile(whole, 0.5) - quantile(raw, 0.5),
    unit: "ms (median)",
    target: { kind: "at most", value: 40 },
    details: { "winnow p50 ms": quantile(whole, 0.5), "winnow p95 ms": quantile(whole, 0.95), "liteparse p50 ms": quantile(raw, 0.5) },
  };
}
