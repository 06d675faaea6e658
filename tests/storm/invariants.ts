/** What has to be true after a storm, whatever happened in it. */
import { readdir } from "node:fs/promises";
import path from "node:path";
import { expect } from "vitest";
import type { FigureName } from "../faults/figures.ts";
import { openFiles, processesBelow } from "../support/process-table.ts";
import type { Happened } from "./chaos.ts";
import type { Ledger } from "./ledger.ts";
import type { Load } from "./load.ts";
import type { World } from "./world.ts";

/** A check's title begins with the cases that it proves; see tests/faults/catalogue.ts. */
export type Check = { title: string; problem: string | null; figure: { name: FigureName; text: string } | null };

/** After a fault of the database or the disk, answers of 5xx are expected for so long. */
const EXCUSED_MS = 10_000;
const FILES_OPEN_MAX = 200;

type Row = Record<string, unknown>;

export async function checkAll(world: World, ledger: Ledger, load: Load, happened: readonly Happened[]): Promise<Check[]> {
  const rows = (text: string) => world.database.query<Row>(text);
  const kills = happened.filter(({ name }) => name.includes("killed") || name === "worker stopped").length;
  const restarts = happened.filter(({ name }) => name === "database restarted").length;
  const told = `${ledger.accepted.length} accepted, ${kills} kills and stops, ${restarts} database restarts`;
  const checks: [title: string, check: () => Promise<void>, figure?: FigureName][] = [
    [`J01, J07, J08: everything accepted has ended, once (${told})`, () => allEnded(ledger, rows), "lost"],
    ["J31: every batch counts what it was given", () => batchesCount(ledger, rows)],
    [`W14, W21: every webhook was acknowledged under one id with one body, or is dead and visible`, () => webhooks(ledger, rows), "once"],
    ["J06: what was repeated after a lost answer was done once", () => nothingTwice(ledger, rows)],
    ["J27: documents on the disk are those of the rows", () => documents(world, rows)],
    ["F21: temporary folders belong to living readers", () => temporaryFolders(world)],
    ["Z10: 5xx came with faults of database and disk only", () => excusedOnly(load, happened)],
    ["open files, connections and processes are few again", () => handles(world, rows)],
    ["no process ended by an error of its own", () => noOwnDeaths(world)],
  ];
  const results: Check[] = [];
  for (const [title, check, name] of checks) {
    const problem = await check().then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    results.push({ title, problem, figure: name ? { name, text: `${problem ?? "none"}; ${told}` } : null });
  }
  return results;
}

type Ask = (text: string) => Promise<Row[]>;
const idsOf = (rows: Row[]) => rows.map(({ id }) => String(id)).sort();

/** Broken documents fail for what they are; a healthy one only when it was there at three deaths of a worker. */
async function allEnded(ledger: Ledger, rows: Ask): Promise<void> {
  const ended = await rows(
    "SELECT id FROM tasks WHERE finished_at IS NOT NULL UNION ALL SELECT id FROM batches WHERE completed_at IS NOT NULL",
  );
  isEmpty(
    missing(
      ledger.accepted.map(({ id }) => id),
      idsOf(ended),
    ),
  );
  const odd = await rows(`SELECT id, error->>'code' AS code, crashes FROM tasks WHERE state = 'failed'
    AND NOT (error->>'code' = 'corrupt_document' OR crashes >= 3 OR request->>'provider' = 'openai')`);
  isEmpty(odd);
  isEmpty(await rows("SELECT id FROM tasks WHERE (state = 'completed') <> (result IS NOT NULL)"));
}

async function batchesCount(ledger: Ledger, rows: Ask): Promise<void> {
  const wrong = await rows(`SELECT b.id FROM batches b WHERE successful_count + failed_count <> total_documents
    OR successful_count <> (SELECT count(*) FROM batch_entries e WHERE e.batch_id = b.id AND state = 'succeeded')
    OR failed_count <> (SELECT count(*) FROM batch_entries e WHERE e.batch_id = b.id AND state = 'failed')`);
  isEmpty(wrong);
  const [sum] = await rows("SELECT coalesce(sum(total_documents), 0)::int AS n FROM batches");
  expect(sum?.n).toBe(ledger.accepted.filter(({ kind }) => kind === "job").reduce((n, { files }) => n + files, 0));
}

async function webhooks(ledger: Ledger, rows: Ask): Promise<void> {
  const asked = ledger.accepted.filter(({ hook }) => hook !== null);
  const deliveries = await rows("SELECT coalesce(task_id, batch_id) AS id, webhook_id, state FROM deliveries");
  expect(idsOf(deliveries)).toEqual(asked.map(({ id }) => id).sort());
  isEmpty(deliveries.filter(({ state }) => state !== "delivered" && state !== "dead"));
  const delivered = new Map(deliveries.filter(({ state }) => state === "delivered").map(({ id, webhook_id }) => [id, webhook_id]));
  const seen = new Map<string, Set<string>>();
  for (const { path: at, webhookId, sha256 } of ledger.acknowledged)
    seen.set(at, (seen.get(at) ?? new Set()).add(`${webhookId} ${sha256}`));
  isEmpty([...seen].filter(([, variants]) => variants.size > 1));
  const silent = asked.filter(({ id, hook }) => delivered.has(id) && !seen.has(hook ?? ""));
  isEmpty(silent);
}

async function nothingTwice(ledger: Ledger, rows: Ask): Promise<void> {
  const there = idsOf(await rows("SELECT id FROM tasks UNION ALL SELECT id FROM batches"));
  isEmpty(missing(there, ledger.accepted.map(({ id }) => id).sort()));
  expect(new Set(ledger.accepted.map(({ id }) => id)).size).toBe(ledger.accepted.length);
}

async function documents(world: World, rows: Ask): Promise<void> {
  const kept = await rows(
    "SELECT blob_key AS id FROM tasks WHERE blob_key IS NOT NULL UNION SELECT blob_key FROM batch_entries WHERE blob_key IS NOT NULL UNION SELECT blob_key FROM stored_resumes",
  );
  const folder = path.join(world.folder, "documents");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  isEmpty(missing(idsOf(kept), files.sort()));
  isEmpty(missing(files, idsOf(kept)));
}

async function temporaryFolders(world: World): Promise<void> {
  const { workers, api } = await world.service.pids();
  const folders = (await readdir(world.temporary, { recursive: true })).filter((name) => /reader-\d+-\w+$/.test(name));
  const alive = [...workers, ...api].map(String);
  isEmpty(folders.filter((name) => !alive.includes(/reader-(\d+)-/.exec(name)?.[1] ?? "")));
}

async function excusedOnly(load: Load, happened: readonly Happened[]): Promise<void> {
  const excuses = happened.filter((each) => each.excuses);
  const alone = load.failures.filter(({ at }) => !excuses.some(({ from, to }) => at >= from && at <= to + EXCUSED_MS));
  isEmpty(alone);
}

async function handles(world: World, rows: Ask): Promise<void> {
  const { workers, api } = await world.service.pids();
  for (const pid of [...workers, ...api]) expect(await openFiles(pid)).toBeLessThan(FILES_OPEN_MAX);
  const [connections] = await rows("SELECT count(*)::int AS n FROM pg_stat_activity WHERE backend_type = 'client backend'");
  expect(connections?.n).toBeLessThan(60);
  isEmpty((await processesBelow(world.service.supervisor.pid ?? 0)).filter(({ isZombie }) => isZombie));
}

async function noOwnDeaths(world: World): Promise<void> {
  const lines = world.output().split("\n");
  const ends = lines.keys().filter((at) => /unhandled|uncaught|FATAL ERROR/i.test(lines[at] ?? ""));
  isEmpty([...ends].map((at) => lines.slice(at, at + 8).join("\n")));
  isEmpty(lines.filter((line) => /"msg":"a process died/.test(line) && !/"signal":"SIGKILL"/.test(line)));
}

function isEmpty(list: readonly unknown[]): void {
  if (list.length > 0) throw new Error(`${list.length} of them: ${JSON.stringify(list.slice(0, 5))}`);
}

const missing = (wanted: string[], there: string[]): string[] => {
  const has = new Set(there);
  return wanted.filter((each) => !has.has(each));
};
