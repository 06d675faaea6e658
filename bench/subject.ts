/** The service under test, as `npm start` runs it, and the documents it reads. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Client } from "../tests/support/client.ts";
import { pdfOf } from "../tests/support/pdf.ts";
import { clientOf, type Processes, startProcesses } from "../tests/support/processes.ts";

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

/** Invoices of one page and thirty lines, each with its own number and amounts. */
export async function invoices(count: number): Promise<Buffer[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => invoice(index)));
}

function invoice(index: number): Promise<Buffer> {
  const rows = Array.from({ length: 30 }, (_, row) => {
    const quantity = 1 + ((index + row) % 9);
    const price = 3 + row + (index % 50) / 100;
    return {
      y: 280 + row * 16,
      cells: [`Article ${row + 1} of delivery ${index}`, String(quantity), price.toFixed(2), (quantity * price).toFixed(2)],
    };
  });
  const total = rows.reduce((sum, { cells }) => sum + Number(cells[3]), 0);
  const columns = [50, 300, 380, 470];
  return pdfOf([
    [
      { text: "Example Trading Ltd", y: 40, size: 18 },
      { text: "12 Harbour Street, Bristol BS1 4DJ", y: 64 },
      { text: "INVOICE", y: 110, size: 20 },
      { text: `Invoice number: EX-${10_000 + index}`, y: 150 },
      { text: "Invoice date: 3 April 2026", y: 168 },
      { text: "Due date: 3 May 2026", y: 186 },
      ...["Description", "Quantity", "Unit price", "Amount"].map((text, i) => ({ text, x: columns[i] ?? 0, y: 256 })),
      ...rows.flatMap(({ y, cells }) => cells.map((text, i) => ({ text, x: columns[i] ?? 0, y }))),
      { text: "Total", x: 380, y: 780, size: 12 },
      { text: `EUR ${total.toFixed(2)}`, x: 450, y: 780, size: 12 },
    ],
  ]);
}

/** Resident memory of a process in MB: now, and the highest so far. */
export async function memoryOf(pid: number): Promise<{ nowMb: number; peakMb: number }> {
  const text = await readFile(`/proc/${pid}/status`, "utf8");
  const read = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? 0) / 1024;
  return { nowMb: read("VmRSS"), peakMb: read("VmHWM") };
}
