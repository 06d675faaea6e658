/**
 * Submit rate compared with a bare Fastify route that parses the same body and inserts one row into the same database, and one that also
 * stores the document.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { embeddedConnection } from "#platform/postgres/embedded-postgres.ts";
import { type Finding, timed } from "./report.ts";
import { invoices, SCHEMA, startSubject } from "./subject.ts";

const REQUESTS = 600;
const WIDTH = 16;

export async function submit(): Promise<Finding> {
  // The workers of the subject are stopped, so that only submitting is measured.
  await using subject = await startSubject({ WINNOW_WORKERS: "1" });
  const { workers } = await subject.processes.pids();
  for (const pid of workers) process.kill(pid, "SIGSTOP");
  const bare = fork(new URL("bare-server.ts", import.meta.url), [JSON.stringify(embeddedConnection(`${subject.dataDir}/postgres`))]);
  const [bareUrl] = await once(bare, "message");
  const bodies = (await invoices(20)).map((pdf) =>
    JSON.stringify({ file_content: pdf.toString("base64"), extraction_schema: SCHEMA, cache: "off" }),
  );
  const headers = { authorization: subject.client.apiKey ?? "", "content-type": "application/json" };
  const post = (url: string) => async (index: number) => {
    const answer = await fetch(url, { method: "POST", headers, body: bodies[index % bodies.length] ?? "" });
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
  };
  const urls = { bare: `${bareUrl}/`, keeping: `${bareUrl}/kept`, winnow: `${subject.client.url}/api/extractor/v1/extract-async` };
  const rates = { bare: 0, keeping: 0, winnow: 0 };
  for (const round of [0, 1, 2]) {
    for (const name of ["bare", "keeping", "winnow"] as const) {
      const rate = REQUESTS / (await timed(REQUESTS, WIDTH, post(urls[name])));
      if (round > 0) rates[name] = Math.max(rates[name], rate);
    }
  }
  bare.disconnect();
  for (const pid of workers) process.kill(pid, "SIGCONT");
  return {
    name: "submit rate / bare route",
    value: rates.winnow / rates.bare,
    unit: "ratio",
    target: { kind: "at least", value: 0.6 },
    details: {
      "ratio to the one that keeps the document": rates.winnow / rates.keeping,
      "winnow/s": rates.winnow,
      "bare/s": rates.bare,
      "keeping the document/s": rates.keeping,
      "body kB": (bodies[0]?.length ?? 0) / 1024,
    },
  };
}
