/** Sends every file of a folder of broken, encrypted and bomb-like documents through the service and counts how each ended. */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { timed } from "./report.ts";
import { memoryOf, SCHEMA, startSubject } from "./subject.ts";

const WIDTH = 6;
const WAIT_SECONDS = 60;

/** `--data DIR` holds `hostile/files`. Exits 1 when a task ended with `internal` or not at all, or when a process died. */
export async function hostile(argv: string[]): Promise<void> {
  const { values } = parseArgs({ args: argv, options: { data: { type: "string" } } });
  if (!values.data) throw new Error("use: hostile --data DIR");
  const folder = path.join(values.data, "hostile/files");
  const files = await readdir(folder);
  await using subject = await startSubject();
  const { client, processes } = subject;
  const before = await processes.pids();
  const outcomes = new Map<string, string[]>();
  const note = (outcome: string, file: string) => outcomes.set(outcome, [...(outcomes.get(outcome) ?? []), file]);
  const seconds = await timed(files.length, WIDTH, async (index) => {
    const file = files[index] ?? "";
    const content = (await readFile(path.join(folder, file))).toString("base64");
    const answer = await client.post("/v1/extract-async", { file_content: content, extraction_schema: SCHEMA, cache: "off" });
    if (answer.status !== 200) return note(`refused ${answer.status} ${answer.json?.error_code}`, file);
    let task = await client.wait(answer.json.task_id, WAIT_SECONDS);
    if (task.completed_at === null) task = await client.wait(task.task_id, WAIT_SECONDS);
    note(task.status === "completed" ? "completed" : `${task.status} ${task.error?.code ?? ""}`, file);
  });
  const after = await processes.pids();
  const memory = await Promise.all([...after.api, ...after.workers].map(memoryOf));
  for (const [outcome, names] of [...outcomes].sort((a, b) => b[1].length - a[1].length)) {
    process.stdout.write(
      `${String(names.length).padStart(5)}  ${outcome}${/internal|processing|retrying|500/.test(outcome) ? `  ${names.join(" ")}` : ""}\n`,
    );
  }
  const alive = JSON.stringify(before) === JSON.stringify(after);
  process.stdout.write(
    `${files.length} files in ${seconds.toFixed(0)} s; API and workers ${alive ? "kept their processes" : "DIED and were started again"}; `,
  );
  process.stdout.write(`peak memory ${memory.map(({ peakMb }) => `${Math.round(peakMb)} MB`).join(", ")}\n`);
  const bad = [...outcomes.keys()].some((outcome) => /internal|processing|retrying|500/.test(outcome));
  if (bad || !alive) process.exitCode = 1;
}
