/** One look at everything a service holds: memory, files, connections, queues. */
import { readdir } from "node:fs/promises";
import { residentBytes } from "../support/memory.ts";
import { openFiles, processesBelow, type Row, readersBelow } from "../support/process-table.ts";
import type { Processes } from "../support/processes.ts";

/** Numbers by what they count; `rss` and `heap` in bytes. Processes that are always there have names of their own. */
export type Sample = { atMs: number; values: Record<string, number>; pids: number[]; zombies: number };

/** Backends that serve somebody; the server's own processes have other titles. */
const SERVES_A_CLIENT = /^postgres: winnow .*(\[local\]|\(\d+\)) /;
const METRICS = {
  "tasks waiting or running": /^winnow_tasks\{.*\} (\d+)$/gm,
  "résumés waiting": /^winnow_resumes (\d+)$/gm,
  "webhooks waiting or dead": /^winnow_webhook_deliveries\{.*\} (\d+)$/gm,
  "heap API": /^winnow_nodejs_heap_size_used_bytes\{process="api"\} (\d+)$/gm,
  "heap worker 1": /^winnow_nodejs_heap_size_used_bytes\{process="worker 1"\} (\d+)$/gm,
};

/** `temporary`: the folder of the service's temporary files. */
export async function look(service: Processes, temporary: string): Promise<Sample> {
  const rows = await processesBelow(service.supervisor.pid ?? 0);
  const lasting = named(rows);
  const readers = await readersBelow(service.supervisor.pid ?? 0);
  const values: Record<string, number> = await metrics(service.url);
  for (const [name, { pid }] of lasting) {
    values[`rss ${name}`] = await residentBytes(pid);
    values[`files ${name}`] = await openFiles(pid);
  }
  values.readers = readers.length;
  values["rss readers"] = (await Promise.all(readers.map(({ pid }) => residentBytes(pid)))).reduce((sum, bytes) => sum + bytes, 0);
  values.connections = rows.filter(({ command }) => SERVES_A_CLIENT.test(command)).length;
  values["temporary files"] = (await readdir(temporary, { recursive: true })).length;
  return {
    atMs: Date.now(),
    values,
    pids: lasting.map(([, { pid }]) => pid),
    zombies: rows.filter(({ isZombie }) => isZombie).length,
  };
}

/** The supervisor, the API, the workers in the order of their start, and PostgreSQL's first process. */
function named(rows: Row[]): [name: string, row: Row][] {
  const workers = rows.filter(({ command }) => command.includes("worker-process.ts")).sort((a, b) => a.pid - b.pid);
  const first = (part: string, name: string): [string, Row][] => {
    const row = rows.find(({ command }) => command.includes(part));
    return row ? [[name, row]] : [];
  };
  const postgres = rows.find(({ command, parent }) => parent === rows[0]?.pid && command.includes("postgres"));
  return [
    ...first("main/start.ts", "supervisor"),
    ...first("api-process.ts", "API"),
    ...workers.map((row, i): [string, Row] => [`worker ${i + 1}`, row]),
    ...(postgres ? [["PostgreSQL", postgres] as [string, Row]] : []),
  ];
}

async function metrics(url: string): Promise<Record<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const sum = (pattern: RegExp) => [...text.matchAll(pattern)].reduce((total, [, count]) => total + Number(count), 0);
  return Object.fromEntries(Object.entries(METRICS).map(([name, pattern]) => [name, sum(pattern)]));
}
