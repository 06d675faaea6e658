/** The API process under load: event-loop delay while all workers are busy, and memory while 10 MB documents come in. */
import { type Finding, timed } from "./report.ts";
import { invoices, memoryOf, SCHEMA, startSubject } from "./subject.ts";

const BUSY_DOCUMENTS = 400;
const LARGE_SUBMISSIONS = 20;
const TEN_MB = 10 * 1024 * 1024;

export async function eventLoop(): Promise<Finding> {
  const files = await invoices(50);
  await using subject = await startSubject();
  const { client } = subject;
  await delayP99(client.url);
  const ids: string[] = [];
  await timed(BUSY_DOCUMENTS, 8, async (index) => {
    const file = files[index % files.length] ?? Buffer.alloc(0);
    ids.push(await client.submit({ file_content: file.toString("base64"), extraction_schema: SCHEMA, cache: "off" }));
  });
  for (const id of ids) await client.wait(id, 60);
  return {
    name: "API event-loop delay p99, busy",
    value: await delayP99(client.url),
    unit: "ms",
    target: { kind: "at most", value: 25 },
    details: { documents: BUSY_DOCUMENTS, "sampling interval ms": 10 },
  };
}

/** The delay since the last call, as the API itself measures it; the interval of the sampling is part of it. */
async function delayP99(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const [, seconds] = /^winnow_nodejs_eventloop_lag_p99_seconds\{process="api[^"]*"\} (\S+)/m.exec(text) ?? [];
  if (seconds === undefined) throw new Error("the API's metrics do not tell its event-loop delay");
  return 1_000 * Number(seconds);
}

export async function largeBodies(): Promise<Finding> {
  const [small] = await invoices(1);
  await using subject = await startSubject();
  const { client, processes } = subject;
  const pid = (await processes.pids()).api[0] ?? 0;
  const before = await memoryOf(pid);
  // Bytes after the end of a PDF are ignored by readers.
  const large = Buffer.concat([small ?? Buffer.alloc(0), Buffer.alloc(TEN_MB - (small?.length ?? 0), 0x0a)]);
  const body = JSON.stringify({ file_content: large.toString("base64"), extraction_schema: SCHEMA, cache: "off" });
  const headers = { authorization: client.apiKey ?? "", "content-type": "application/json" };
  const seconds = await timed(LARGE_SUBMISSIONS, LARGE_SUBMISSIONS, async () => {
    const answer = await fetch(`${client.url}/api/extractor/v1/extract-async`, { method: "POST", headers, body });
    if (answer.status !== 200) throw new Error(`extract-async answered ${answer.status}`);
    await answer.arrayBuffer();
  });
  return {
    name: "API peak memory, 20 x 10 MB at once",
    value: (await memoryOf(pid)).peakMb,
    unit: "MB",
    target: null,
    details: { "before MB": before.nowMb, seconds },
  };
}
