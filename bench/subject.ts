/** The service under test, as `npm start` runs it, and the documents it reads. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { LiteParse } from "@llamaindex/liteparse";
import type { Client } from "../tests/support/client.ts";
import { clientOf, type Processes, startProcesses } from "../tests/support/processes.ts";
import { timed } from "./report.ts";

export type Subject = { client: Client; processes: Processes; dataDir: string; [Symbol.asyncDispose](): Promise<void> };

export async function startSubject(env: Record<string, string> = {}): Promise<Subject> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "winnow-bench-"));
  const processes = await startProcesses(dataDir, env);
  const client = await clientOf(processes, dataDir);
  return {
    client,
    processes,
    dataDir,
    async [Symbol.asyncDispose]() {
      await processes.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export const SCHEMA = {
  fields: [
    { name: "invoice_number", type: "string" },
    { name: "invoice_date", type: "date" },
    { name: "due_date", type: "date" },
    { name: "seller_name", type: "string" },
    { name: "total", type: "currency" },
    {
      name: "line_items",
      type: "table",
      fields: [
        { name: "description" },
        { name: "quantity", type: "number" },
        { name: "unit_price", type: "number" },
        { name: "amount", type: "number" },
      ],
    },
  ],
};

/** The sample invoices in turn, two pages each; a comment at the end makes every file different. */
export async function invoices(count: number): Promise<Buffer[]> {
  const files = await Promise.all(
    ["invoice-en.pdf", "invoice-de.pdf"].map((name) => readFile(new URL(`../samples/${name}`, import.meta.url))),
  );
  return Array.from({ length: count }, (_, index) =>
    Buffer.concat([files[index % files.length] ?? Buffer.alloc(0), Buffer.from(`\n% ${index}\n`)]),
  );
}

/** Scans of one page: a photographed receipt and a filled-in form. */
export const scans = (): Promise<Buffer[]> =>
  Promise.all(["receipt-photo.jpg", "form-scan.png"].map((name) => readFile(new URL(`../samples/${name}`, import.meta.url))));

/**
 * Documents per second: `count` are submitted as fast as they are accepted, `files` in turn; the clock stops when the last is completed.
 */
export async function documentRate(client: Client, files: readonly Buffer[], count: number): Promise<number> {
  const ids: string[] = [];
  const seconds = await timed(1, 1, async () => {
    await timed(count, 8, async (index) => {
      const file = files[index % files.length] ?? Buffer.alloc(0);
      ids.push(await client.submit({ file_content: file.toString("base64"), extraction_schema: SCHEMA, cache: "off" }));
    });
    for (const id of ids) {
      const { status, error } = await client.wait(id, 60);
      if (status !== "completed") throw new Error(`task ${id} is ${status}: ${error?.message}`);
    }
  });
  return count / seconds;
}

/** Resident memory of a process in MB: now, and the highest so far. */
export async function memoryOf(pid: number): Promise<{ nowMb: number; peakMb: number }> {
  const text = await readFile(`/proc/${pid}/status`, "utf8");
  const read = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? 0) / 1024;
  return { nowMb: read("VmRSS"), peakMb: read("VmHWM") };
}

/** Raw liteparse with the options that the service needs: word boxes, colours, form fields and rulings. */
export async function rawParser(poolSize: number): Promise<LiteParse> {
  const parser = new LiteParse({
    poolSize,
    quiet: true,
    ocrEnabled: false,
    emitWordBoxes: true,
    extractTextMetadata: true,
    extractFormFields: true,
    extractVectorGraphics: true,
  });
  await parser.warmUp();
  return parser;
}
