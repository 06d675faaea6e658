/** `winnow learn FOLDER`: sends documents with known answers to a server and reviews each with them, so that the next ones are read so. */
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Json } from "#contract/json.ts";
import { child, valueAt } from "#contract/pointer.ts";
import type { Field } from "#contract/schema/field.ts";
import type { TaskRecord } from "#contract/task.ts";
import { inherited, text } from "#platform/env.ts";
import { UsageError } from "./failures.ts";
import { findLabelledFiles, type LabelledFile } from "./measure/labelled-files.ts";
import type { CommandOutput } from "./output.ts";
import { openProgress } from "./progress.ts";

type Options = { template?: string; url?: string };
/** `corrected`: values of the document that were not read as its label says; null where it was not learned from. */
type Learned = { file: string; task_id: string | null; values: number; corrected: number | null; error: string | null };

const DEFAULT_URL = "http://127.0.0.1:8080";
const WAIT_SECONDS = 60;

/** Throws UsageError without a key, and for a folder without labelled files. */
export async function learn(folder: string, options: Options, signal: AbortSignal): Promise<CommandOutput> {
  const { files, notes } = await findLabelledFiles(folder);
  const env = inherited({});
  const key = text(env, "WINNOW_API_KEY");
  if (key === null) throw new UsageError("Set WINNOW_API_KEY to a key of the server: `winnow keys create --name learn` makes one.");
  const named = options.url ?? text(env, "WINNOW_URL") ?? DEFAULT_URL;
  const server = { url: named.endsWith("/") ? named.slice(0, -1) : named, key, signal };
  const learned: Learned[] = [];
  {
    using progress = openProgress(files.length, files[0]?.file ?? "");
    for (const [i, file] of files.entries()) {
      learned.push(await learnOne(server, file, options.template));
      progress.advance(files[i + 1]?.file ?? "");
    }
  }
  const failed = learned.filter(({ error }) => error !== null);
  const lines = learned.map(({ file, values, corrected, error }) =>
    error === null ? `${file}  learned, ${corrected} of ${values} values put right` : `${file}  not learned from: ${error}`,
  );
  return {
    record: { learned: learned.length - failed.length, failed: failed.length, files: learned },
    lines,
    notes,
    ...(failed.length > 0 ? { exitCode: 1 } : {}),
  };
}

type Server = { url: string; key: string; signal: AbortSignal };

async function learnOne(server: Server, { file, path, schema, label }: LabelledFile, template: string | undefined): Promise<Learned> {
  const values = correctionsOf(schema.fields, label as Json);
  const nothing = { file, task_id: null, values: Object.keys(values).length, corrected: null };
  const content = (await readFile(path)).toString("base64");
  const plan = template === undefined ? { extraction_schema: schema } : { template_id: template };
  const accepted = await call<{ task_id: string }>(server, "extract-async", {
    ...plan,
    document: { file_content: content, filename: file },
  });
  if ("error" in accepted) return { ...nothing, error: accepted.error };
  const task = await ended(server, accepted.value.task_id);
  if ("error" in task) return { ...nothing, task_id: accepted.value.task_id, error: task.error };
  const { task_id, status, message, data } = task.value;
  if (status !== "completed") return { ...nothing, task_id, error: message };
  const reviewed = await call(server, `tasks/${task_id}/review`, { corrections: values, done: true });
  if ("error" in reviewed) return { ...nothing, task_id, error: reviewed.error };
  const corrected = Object.entries(values).filter(([pointer, value]) => !isDeepStrictEqual(valueAt(data, pointer) ?? null, value)).length;
  return { ...nothing, task_id, corrected, error: null };
}

async function ended(server: Server, taskId: string): Promise<Answer<TaskRecord>> {
  for (;;) {
    const task = await call<TaskRecord>(server, `tasks/${taskId}?wait=${WAIT_SECONDS}`);
    if ("error" in task || task.value.completed_at !== null) return task;
  }
}

/** The values of a label by their JSON pointers: those of objects one by one, lists and tables as wholes. What it does not mention is left as read. */
function correctionsOf(fields: readonly Field[], label: Json, above = ""): Record<string, Json> {
  if (label === null || typeof label !== "object" || Array.isArray(label)) return {};
  const entries = fields.flatMap(({ name, type, fields: inner = [] }): [string, Json][] => {
    const value = Object.hasOwn(label, name) ? label[name] : undefined;
    if (value === undefined) return [];
    const pointer = child(above, name);
    return type === "object" ? Object.entries(correctionsOf(inner, value, pointer)) : [[pointer, value]];
  });
  return Object.fromEntries(entries);
}

type Answer<T> = { value: T } | { error: string };

/** `path` is below the extractor's base. A rate limit is waited for. Rejects when the server cannot be reached. */
async function call<T>({ url, key, signal }: Server, path: string, body?: object): Promise<Answer<T>> {
  const address = `${url}/api/extractor/v1/${path}`;
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  for (;;) {
    const request = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
    const answer = await fetch(address, { ...request, signal }).catch((cause: unknown) => {
      signal.throwIfAborted();
      throw new UsageError(`There is no server at ${url}: start it with \`winnow start\`, or name another with --url.`, { cause });
    });
    const json = (await answer.json().catch(() => ({}))) as T & { retry_after?: number; error?: { message?: string } };
    if (answer.ok) return { value: json };
    if (answer.status === 401) throw new UsageError("The server refuses the key in WINNOW_API_KEY.");
    if (answer.status !== 429) return { error: json.error?.message ?? `the server answered ${answer.status}` };
    await sleep(1_000 * (json.retry_after ?? 1), undefined, { signal });
  }
}
