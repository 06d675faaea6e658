/** `npm run demo`: starts the whole service, sends it the sample documents over HTTP, prints the results, and stops it. */
import type { TaskRecord } from "#contract/task.ts";
import { RESUMES, readBeside, readSample, SAMPLES, type Sample, SLIPS } from "../samples/list.ts";
import { call } from "./demo/call.ts";
import { correct } from "./demo/correcting.ts";
import { line, printRecord, seconds } from "./demo/print.ts";
import { recruit } from "./demo/recruiting.ts";
import { type DemoService, startDemoService } from "./demo/service.ts";

/** Longest wait for a document, in seconds; the service responds as soon as it is done. */
const WAIT_SECONDS = 60;
/** The documents, the slips, the résumés and the job ad. */
const COUNT = SAMPLES.length + SLIPS.length + RESUMES.length + 1;
/** Exit codes by signal, as shells count them. */
const EXIT_CODES: Partial<Record<NodeJS.Signals, number>> = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

const stopping = new AbortController();
for (const [signal, code] of Object.entries(EXIT_CODES)) {
  process.on(signal, () => {
    process.exitCode = code;
    stopping.abort(new Error("Stopped."));
  });
}

try {
  await demo(stopping.signal);
} catch (error) {
  process.exitCode ||= 1;
  process.stderr.write(
    `\n${stopping.signal.aborted ? "Stopped; nothing is left running." : error instanceof Error ? error.message : String(error)}\n`,
  );
}

async function demo(signal: AbortSignal): Promise<void> {
  line("Winnow reads documents and answers with values that point back at the page they came from.");
  line("This starts the whole service on this machine – API, workers and a PostgreSQL of its own, in a temporary folder –");
  line(`sends it ${COUNT} sample files over HTTP and prints its answers. No account, no key, no network needed.`);
  const start = performance.now();
  let done: number;
  {
    await using service = await startDemoService(signal);
    line(`\nThe service is ready at ${service.url} after ${seconds(performance.now() - start)}, with an API key for this demo.`);
    const sent = performance.now();
    const taskIds = await Promise.all(SAMPLES.map((sample) => submit(service, sample)));
    for (const [i, sample] of SAMPLES.entries()) {
      const record = await completed(service, taskIds[i] ?? "", sample);
      printRecord(`${i + 1}  samples/${sample.file}: ${sample.what}`, record);
    }
    await correct(service);
    await recruit(service);
    done = performance.now() - sent;
  }
  line(`\nAll ${COUNT} files were read in ${seconds(done)}. The service is stopped and its folder is gone.`);
  line("\nWhat next:");
  line("  npx winnow start                          run it: http://127.0.0.1:8080, reference at /docs");
  line("  npx winnow keys create --name me          a key of your own, also while it runs");
  line("  npx winnow extract FILE --schema SCHEMA   read one file, no server; schemas: samples/*.schema.json");
  line("  npx winnow evaluate FILE --job AD         score one résumé for a job ad: samples/job-ad.txt");
  line("  README.md                                 sending documents, schemas, webhooks, running it for real");
}

/** Returns the task's id. */
async function submit(service: DemoService, sample: Sample): Promise<string> {
  const document = { file_content: (await readSample(sample)).toString("base64"), filename: sample.file };
  const body = { document, extraction_schema: await readBeside(sample, "schema") };
  const answer = await call<{ task_id: string }>(service, "extractor/v1/extract-async", body);
  return answer.task_id;
}

async function completed(service: DemoService, taskId: string, { file }: Sample): Promise<TaskRecord> {
  const late = Date.now() + WAIT_SECONDS * 1000;
  for (;;) {
    const record = await call<TaskRecord>(service, `extractor/v1/tasks/${taskId}?wait=${WAIT_SECONDS}`);
    if (record.status === "completed") return record;
    if (record.error) throw new Error(`samples/${file} was not read: ${record.error.code}: ${record.error.message}`);
    if (Date.now() > late) throw new Error(`samples/${file} was not read: it is still ${record.stage} after ${WAIT_SECONDS} s.`);
  }
}
