/** `winnow learn FOLDER|CSV`: sends documents with known answers to a server and reviews each with them, so that the next ones are read so. */
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { findLabelledFiles, type LabelledFile } from "#cli/measure/labelled-files.ts";
import type { CommandOutput } from "#cli/output.ts";
import { openProgress } from "#cli/progress.ts";
import { type Answer, call, type Server, serverOf } from "#cli/server.ts";
import type { Json } from "#contract/json.ts";
import { child, valueAt } from "#contract/pointer.ts";
import type { Field } from "#contract/schema/field.ts";
import type { TaskRecord } from "#contract/task.ts";
import { findAnsweredFiles, type Unusable } from "./answered-files.ts";

type Options = { template?: string; url?: string };
/** `corrected`: values of the document that were not read as its label says; null where it was not learned from. */
type Learned = { file: string; task_id: string | null; values: number; corrected: number | null; error: string | null };

const WAIT_SECONDS = 60;

const CSV = /\.csv$/i;

/** `source`: a folder with labelled files, or a CSV file. Throws UsageError without a key, and for a source without answers. */
export async function learn(source: string, options: Options, signal: AbortSignal): Promise<CommandOutput> {
  const server = serverOf(options.url, "learn", signal);
  const { files, notes } = CSV.test(source) ? await findAnsweredFiles(server, source, options.template) : await findLabelledFiles(source);
  const learned: Learned[] = [];
  {
    using progress = openProgress(files.length, files[0]?.file ?? "");
    for (const [i, file] of files.entries()) {
      learned.push("error" in file ? unusable(file) : await learnOne(server, file, options.template));
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

const unusable = ({ file, error }: Unusable): Learned => ({ file, task_id: null, values: 0, corrected: null, error });

async function learnOne(server: Server, { file, path, schema, label }: LabelledFile, template: string | undefined): Promise<Learned> {
  const values = correctionsOf(schema.fields, label as Json);
  const nothing = { file, task_id: null, values: Object.keys(values).length, corrected: null };
  const content = (await readFile(path)).toString("base64");
  const plan = template === undefined ? { extraction_schema: schema } : { template_id: template };
  const accepted = await call<{ task_id: string }>(server, "extract-async", {
    ...plan,
    document: { file_content: content, filename: basename(path) },
  });
  if ("error" in accepted) return { ...nothing, error: accepted.error };
  const task = await ended(server, accepted.value.task_id);
  if ("error" in task) return { ...nothing, task_id: accepted.value.task_id, error: task.error };
  const { task_id, status, message, data } = task.value;
  if (status !== "completed") return { ...nothing, task_id, error: message };
  const reviewed = await call(server, `tasks/${task_id}/review`, { corrections: values, done: true });
  if ("error" in reviewed) return { ...nothing, task_id, error: reviewed.error };
  const corrected = Object.entries(values).filter(([pointer, value]) => !isRead(value, valueAt(data, pointer) ?? null)).length;
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

/** An amount without a currency is read with any; of a list a value that is not mentioned is none. */
function isRead(answer: Json, read: Json): boolean {
  if (Array.isArray(answer))
    return Array.isArray(read) && answer.length === read.length && answer.every((each, i) => isRead(each, read[i] ?? null));
  if (typeof answer === "number" && isObject(read)) return read.amount === answer;
  if (!isObject(answer) || !isObject(read)) return answer === read;
  return [...new Set([...Object.keys(answer), ...Object.keys(read)])].every((name) => isRead(own(answer, name), own(read, name)));
}

const isObject = (value: Json): value is Record<string, Json> => value !== null && typeof value === "object" && !Array.isArray(value);
const own = (from: Record<string, Json>, name: string): Json => (Object.hasOwn(from, name) ? (from[name] ?? null) : null);
