/**
 * Starts as `npm start` makes them, on an empty and on an existing data folder: time to ready and to the first document, and what the
 * service uses while it has nothing to do. `npm run bench -- starts --against DIR` takes turns with the checkout in DIR.
 */
import { mkdtemp, mkdtempDisposable, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { processesBelow } from "../tests/support/process-table.ts";
import { clientOf, type Processes, startProcesses } from "../tests/support/processes.ts";
import { cpuSeconds } from "./cpu-seconds.ts";
import { type Finding, quantile } from "./report.ts";
import { invoices, SCHEMA } from "./subject.ts";

const EMPTY_STARTS = 3;
const STARTS = 5;
/** How many of the starts on an existing folder are followed until they are idle: memory and CPU vary little. */
const IDLE_STARTS = 1;
/** Work of the start and the garbage collection after it are over by then. */
const SETTLE_MS = 15_000;
const IDLE_SECONDS = 20;

type Figures = Record<string, number>;
/** A checkout, with the folder and key of its latest first start. */
type Checkout = { prefix: string; entry: string; folder: string; key: string; empty: Figures[]; existing: Figures[] };

export async function starts(against?: string): Promise<Finding> {
  const own = checkout("", path.resolve(import.meta.dirname, ".."));
  const all = [...(against === undefined ? [] : [checkout("other checkout: ", path.resolve(against))]), own];
  for (const each of all) each.empty.push(await startUncompiled(each));
  for (let i = 0; i < EMPTY_STARTS; i++) for (const each of all) each.empty.push(await startEmpty(each));
  for (let i = 0; i < STARTS; i++) for (const each of all) each.existing.push(await startExisting(each, i < IDLE_STARTS));
  for (const { folder } of all) await rm(folder, { recursive: true, force: true });
  const details = all.flatMap(({ prefix, empty, existing }) => [
    ...Object.entries(medians(empty)).map(([key, value]) => [`${prefix}${key}`, value]),
    ...Object.entries(medians(existing)).map(([key, value]) => [`${prefix}${key}`, value]),
  ]);
  const { [READY]: value = Number.NaN } = medians(own.existing);
  return { name: READY, value, unit: "ms", target: { kind: "at most", value: 1_500 }, details: Object.fromEntries(details) };
}

const READY = "ready on an existing folder";

const checkout = (prefix: string, root: string): Checkout => ({
  prefix,
  entry: path.join(root, "src/main/start.ts"),
  folder: "",
  key: "",
  empty: [],
  existing: [],
});

/** As the first start after an installation, which compiles all code. */
async function startUncompiled(each: Checkout): Promise<Figures> {
  await using cache = await mkdtempDisposable(path.join(tmpdir(), "winnow-bench-"));
  const { readyMs } = await startOnEmpty(each, { NODE_COMPILE_CACHE: cache.path });
  return { "first start, on an empty folder, ms": readyMs };
}

async function startEmpty(each: Checkout): Promise<Figures> {
  const { readyMs, cpuMs } = await startOnEmpty(each);
  return { "ready on an empty folder, ms": readyMs, "CPU of that, ms": cpuMs };
}

async function startOnEmpty(each: Checkout, env: Record<string, string> = {}): Promise<{ readyMs: number; cpuMs: number }> {
  await rm(each.folder, { recursive: true, force: true });
  each.folder = await mkdtemp(path.join(tmpdir(), "winnow-bench-"));
  const { processes, readyMs, cpuMs } = await start(each, env);
  each.key = (await clientOf(processes, each.folder)).apiKey ?? "";
  await processes.stop();
  return { readyMs, cpuMs };
}

async function startExisting(each: Checkout, alsoIdle: boolean): Promise<Figures> {
  const { processes, readyMs, cpuMs } = await start(each);
  const before = alsoIdle ? await idle(processes, "idle") : {};
  const documentMs = await firstDocument(processes.url, each.key);
  const after = alsoIdle ? await idle(processes, "idle after a document") : {};
  await processes.stop();
  return { [READY]: readyMs, "CPU of a start on it, ms": cpuMs, "first document after that, ms": documentMs, ...before, ...after };
}

/** `cpuMs`: of all its processes until then; unlike the time it does not depend on what else the machine does. */
async function start(
  { folder, entry }: Checkout,
  env: Record<string, string> = {},
): Promise<{ processes: Processes; readyMs: number; cpuMs: number }> {
  const began = performance.now();
  const processes = await startProcesses(folder, { WINNOW_WORKERS: "2", ...env }, [entry]);
  const readyMs = performance.now() - began;
  const rows = await processesBelow(processes.supervisor.pid ?? 0);
  return { processes, readyMs, cpuMs: 1000 * sum(await Promise.all(rows.map(({ pid }) => cpuSeconds(pid)))) };
}

/** From its submission to its result, in ms. */
async function firstDocument(url: string, key: string): Promise<number> {
  const [file] = await invoices(1);
  const began = performance.now();
  const call = async (where: string, body?: object) => {
    const headers = { authorization: key, "content-type": "application/json" };
    const answer = await fetch(
      `${url}/api/extractor/v1${where}`,
      body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers },
    );
    const record: { task_id: string; status: string } = JSON.parse(await answer.text());
    return record;
  };
  const asked = { file_content: file?.toString("base64"), extraction_schema: SCHEMA, cache: "off" };
  const { task_id } = await call("/extract-async", asked);
  const { status } = await call(`/tasks/${task_id}?wait=60`);
  if (status !== "completed") throw new Error(`task ${task_id} is ${status}`);
  return performance.now() - began;
}

/** Memory after a pause, in MB, of all processes and of PostgreSQL among them; CPU of a second, in ms. */
async function idle({ supervisor }: Processes, name: string): Promise<Figures> {
  await sleep(SETTLE_MS);
  const rows = await processesBelow(supervisor.pid ?? 0);
  const isPostgres = ({ command }: { command: string }) => command.includes("postgres");
  const cpuNow = async () => {
    const each = await Promise.all(rows.map(async (row) => ({ isPostgres: isPostgres(row), seconds: await cpuSeconds(row.pid) })));
    return [true, false].map((which) => sum(each.map((one) => (one.isPostgres === which ? one.seconds : 0))));
  };
  const [database = 0, ours = 0] = await cpuNow();
  await sleep(IDLE_SECONDS * 1000);
  const [databaseLater = 0, oursLater = 0] = await cpuNow();
  const memory = await Promise.all(rows.map(async (row) => ({ isPostgres: isPostgres(row), ...(await memoryOf(row.pid)) })));
  const postgres = memory.filter((one) => one.isPostgres);
  return {
    [`${name}: PSS MB`]: sum(memory.map(({ pss }) => pss)),
    [`${name}: RSS MB`]: sum(memory.map(({ rss }) => rss)),
    [`${name}: PSS MB of PostgreSQL`]: sum(postgres.map(({ pss }) => pss)),
    [`${name}: processes`]: rows.length,
    [`${name}: CPU ms/s`]: (1000 * (oursLater - ours)) / IDLE_SECONDS,
    [`${name}: CPU ms/s of PostgreSQL`]: (1000 * (databaseLater - database)) / IDLE_SECONDS,
  };
}

/** Its share of memory and its resident memory, in MB. A page that several processes have counts in part for each of them. */
async function memoryOf(pid: number): Promise<{ pss: number; rss: number }> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  const read = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? 0) / 1024;
  return { pss: read("Pss"), rss: read("Rss") };
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

/** Of each figure, over the runs that have it. */
function medians(runs: Figures[]): Figures {
  const keys = [...new Set(runs.flatMap((run) => Object.keys(run)))];
  return Object.fromEntries(
    keys.map((key) => {
      const values = runs.flatMap((run) => run[key] ?? []);
      return [key, quantile(values, 0.5)];
    }),
  );
}
