/** The part of the demo on corrections: a layout that nobody can know is read wrong, corrected once, and then read right. */

import type { z } from "zod";
import type { TaskRecord } from "#contract/task.ts";
import type { TemplateMemory, TemplateRecord } from "#contract/templates.ts";
import { readBeside, readSample, SLIPS } from "../../samples/list.ts";
import { call } from "./call.ts";
import { dim, line, seconds, title } from "./print.ts";
import type { DemoService } from "./service.ts";

const WAIT_SECONDS = 60;
const POLL_MS = 50;
const LEARN_MS_MAX = 30_000;

export async function correct(service: DemoService): Promise<void> {
  title("samples/slip-1.pdf to slip-4.pdf: a layout with labels of its own, corrected once");
  const [first, ...others] = SLIPS;
  if (!first) return;
  const extraction_schema = await readBeside({ ...first, file: "slip.pdf" }, "schema");
  const { template_id } = await call<TemplateRecord>(service, "extractor/v1/templates", { name: "Slips", extraction_schema });
  const record = await read(service, template_id, first.file);
  print(first.file, record, first.values, "read for the first time");
  const corrections = Object.fromEntries(Object.entries(first.values).map(([name, value]) => [`/${name}`, value]));
  const start = performance.now();
  await call(service, `extractor/v1/tasks/${record.task_id}/review`, { corrections, done: true });
  await learned(service, template_id);
  line(dim(`  corrected once; learned after ${seconds(performance.now() - start)}`));
  for (const { file, values } of others) {
    const next = await read(service, template_id, file);
    print(file, next, values, next.memory ? "read as the first was corrected" : "read without memory");
  }
}

async function read(service: DemoService, template_id: string, file: string): Promise<TaskRecord> {
  const document = { file_content: (await readSample({ file })).toString("base64"), filename: file };
  const { task_id } = await call<{ task_id: string }>(service, "extractor/v1/extract-async", { template_id, document });
  const record = await call<TaskRecord>(service, `extractor/v1/tasks/${task_id}?wait=${WAIT_SECONDS}`);
  if (record.status !== "completed") throw new Error(`samples/${file} was not read: ${record.message}`);
  return record;
}

async function learned(service: DemoService, template: string): Promise<void> {
  const late = performance.now() + LEARN_MS_MAX;
  for (;;) {
    const { layouts } = await call<z.infer<typeof TemplateMemory>>(service, `extractor/v1/templates/${template}/memory`);
    if (layouts.length > 0) return;
    if (performance.now() > late) throw new Error("The review was not learned from.");
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function print(file: string, { data }: TaskRecord, values: Record<string, unknown>, how: string): void {
  const names = Object.keys(values);
  const right = names.filter((name) => JSON.stringify(data?.[name]) === JSON.stringify(values[name]));
  line(`  ${file}  ${right.length} of ${names.length} right, ${how}`);
  line(dim(`    ${names.map((name) => `${name} ${short(data?.[name])}${right.includes(name) ? "" : " ✗"}`).join(" · ")}`));
}

const short = (value: unknown): string =>
  Array.isArray(value) ? `${value.length} ${value.length === 1 ? "row" : "rows"}` : value == null ? "–" : String(value);
