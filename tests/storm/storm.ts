/** One storm: load, trouble, then peace, and the check of what has to be true. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { forgetOrphans } from "#extraction/maintenance.ts";
import { openBlobs } from "#platform/blobs/open-blobs.ts";
import { openDb } from "#platform/postgres/db.ts";
import { forgetOrphanResumes } from "#recruiting/batches/maintenance.ts";
import { type Happened, makeTrouble } from "./chaos.ts";
import { type Check, checkAll } from "./invariants.ts";
import { Ledger } from "./ledger.ts";
import { startLoad } from "./load.ts";
import { randomFrom } from "./random.ts";
import { startWorld, type World } from "./world.ts";

/** `folder` is kept: a storm that was stopped goes on in it. */
export type StormOptions = { folder: string; minutes: number; seed: number; perSecond: number; tell(line: string): void };

const KEEP_MS = 2_000;
/** For what still runs or waits for its retry when the trouble is over. */
const PEACE_MS_MAX = 240_000;

export async function storm({ folder, minutes, seed, perSecond, tell }: StormOptions): Promise<Check[]> {
  const ledger = new Ledger(folder);
  const earlier = ledger.progress();
  // What was already drawn is not drawn again.
  const random = randomFrom((earlier?.seed ?? seed) + (earlier?.elapsedMs ?? 0));
  await using world = await startWorld(ledger, seed, random);
  const { progress } = world;
  const load = await startLoad(world, ledger, random, perSecond);
  const happened: Happened[] = [];
  const ending = new AbortController();
  const from = Date.now() - progress.elapsedMs;
  const keep = setInterval(() => ledger.keepProgress({ ...progress, elapsedMs: Date.now() - from }), KEEP_MS);
  const timer = setTimeout(() => ending.abort(), minutes * 60_000 - progress.elapsedMs);
  try {
    await makeTrouble(world, random, ending.signal, (each) => {
      happened.push(each);
      tell(
        `${((each.to - from) / 1000).toFixed(0).padStart(5)} s  ${each.name} (${((each.to - each.from) / 1000).toFixed(1)} s)  accepted ${ledger.accepted.length}`,
      );
    });
    await load.stop();
    const peaceMs = await peace(world);
    tell(`all quiet after ${(peaceMs / 1000).toFixed(1)} s; answers ${JSON.stringify(Object.fromEntries(load.answers))}`);
    tell(`${await forgetAllOrphans(world)} documents of no row were swept`);
    return await checkAll(world, ledger, load, happened);
  } finally {
    writeFileSync(path.join(folder, "service.log"), world.output());
    clearInterval(keep);
    clearTimeout(timer);
  }
}

/** Waits until nothing is unfinished; how long that took. Too long is found by the checks. */
async function peace(world: World): Promise<number> {
  const from = Date.now();
  while (Date.now() - from < PEACE_MS_MAX) {
    if ((await unfinished(world).catch(() => 1)) === 0) break;
    await sleep(250);
  }
  return Date.now() - from;
}

/** What processes left that died between a document and its row; a service sweeps it when it is two hours old. */
async function forgetAllOrphans(world: World): Promise<number> {
  await using opened = openDb(world.database.connection, { connectionsMax: 1, name: "storm", role: null, onError: () => undefined });
  const deps = { db: opened.db, blobs: openBlobs({ kind: "files", folder: path.join(world.folder, "documents") }) };
  return (await forgetOrphans(deps, 0)) + (await forgetOrphanResumes(deps, 0));
}

async function unfinished({ database }: World): Promise<number> {
  const [row] = await database.query<{ n: number }>(`SELECT (SELECT count(*) FROM tasks WHERE finished_at IS NULL)::int
    + (SELECT count(*) FROM batches WHERE completed_at IS NULL)::int + (SELECT count(*) FROM deliveries WHERE state = 'pending')::int AS n`);
  return row?.n ?? 0;
}
