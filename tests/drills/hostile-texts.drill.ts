/** Hostile texts of one account, beside another one's evaluations. Wants the machine to itself. `DRILL_SECONDS` says how long (600). */
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../support/client.ts";
import { figure } from "../support/figure.ts";
import { hostileRequests, resumeText } from "../support/hostile-requests.ts";
import { residentBytes } from "../support/memory.ts";
import { type Asked, countByStatus, openLoad, quantileMs } from "../support/open-load.ts";
import { type OwnProcesses, startOwnProcesses } from "../support/own-processes.ts";
import { clientOf } from "../support/processes.ts";
import { RESUME_TEXT } from "../support/resumes.ts";

const SECONDS = Number(process.env.DRILL_SECONDS ?? 600);
const IDLE_SECONDS = Math.min(60, SECONDS);
const HOSTILE_PER_SECOND = 20;
const OTHERS_PER_SECOND = 5;
/** Up to a tenth of a second an answer feels instant (Nielsen, Usability Engineering, 1993, chapter 5). */
const INSTANT_MS = 100;
/** What is still under way when the load ends. */
const REST_MS_MAX = 300_000;

let own: OwnProcesses;
let other: Client;
beforeAll(async () => {
  own = await startOwnProcesses();
  other = await clientOf(own.processes, own.dataDir, { env: { DATABASE_URL: own.databaseUrl }, email: "other@example.com" });
});
afterAll(() => own?.[Symbol.asyncDispose]());

/** Each differs in a word, so that no answer is one that was kept. */
const evaluate = async (i: number) => (await other.post("/recruit/evaluate", resumeText(`${RESUME_TEXT}\nPython ${i}`))).status;
const health = async () => (await other.get("/healthz")).status;
/** How often the kernel ended a process for want of memory. */
const oomKills = async () => Number(/^oom_kill (\d+)$/m.exec(await readFile("/proc/vmstat", "utf8"))?.[1] ?? 0);
const told = (asked: readonly Asked[]) =>
  `${Math.round(quantileMs(asked, 0.5))} ms, p99 ${Math.round(quantileMs(asked, 0.99))} ms (${JSON.stringify(countByStatus(asked))})`;

test(`H01: beside ${HOSTILE_PER_SECOND} hostile texts a second of one account, another's evaluations and /healthz are answered as ever`, {
  timeout: (SECONDS + IDLE_SECONDS) * 1000 + REST_MS_MAX,
}, async () => {
  const requests = hostileRequests();
  const hostile = async (i: number) => {
    const { path, body } = requests[i % requests.length] ?? { path: "", body: "" };
    return (await own.client.post(path, body)).status;
  };
  await openLoad(OTHERS_PER_SECOND, 10, evaluate);
  const [idle, idleHealth] = await Promise.all([
    openLoad(OTHERS_PER_SECOND, IDLE_SECONDS, evaluate),
    openLoad(OTHERS_PER_SECOND, IDLE_SECONDS, health),
  ]);
  const [before, killsBefore] = [await own.processes.pids(), await oomKills()];
  let apiBytes = 0;
  const looking = setInterval(async () => {
    for (const pid of before.api) apiBytes = Math.max(apiBytes, await residentBytes(pid));
  }, 1_000);
  const [load, beside, besideHealth] = await Promise.all([
    openLoad(HOSTILE_PER_SECOND, SECONDS, hostile),
    openLoad(OTHERS_PER_SECOND, SECONDS, evaluate),
    openLoad(OTHERS_PER_SECOND, SECONDS, health),
  ]);
  clearInterval(looking);
  figure("hostile", `${SECONDS} s: evaluate alone ${told(idle)}, beside hostile texts ${told(beside)}`);
  figure("hostile", `/healthz alone ${told(idleHealth)}, beside ${told(besideHealth)}; hostile ones ${told(load)}`);
  figure("hostile", `API at most ${Math.round(apiBytes / 1e6)} MB; ${(await oomKills()) - killsBefore} processes ended for want of memory`);
  const slowest = [...beside].sort((a, b) => b.ms - a.ms).slice(0, 40);
  figure(
    null,
    `the slowest evaluations, second: ms: ${slowest.map(({ atMs, ms }) => `${Math.round(atMs / 1000)}: ${Math.round(ms)}`).join(", ")}`,
  );
  expect(await own.processes.pids()).toEqual(before);
  expect(await oomKills()).toBe(killsBefore);
  expect(own.processes.output()).not.toMatch(/is held by|out of memory/i);
  expect(countByStatus(beside)).toEqual({ 200: OTHERS_PER_SECOND * SECONDS });
  expect(load.every(({ status }) => [200, 400, 429].includes(status))).toBe(true);
  expect(quantileMs(besideHealth, 0.99)).toBeLessThanOrEqual(INSTANT_MS);
  // Where answers take 25 ms alone, twice that is less than anybody notices.
  expect(quantileMs(beside, 0.99)).toBeLessThanOrEqual(Math.max(INSTANT_MS, 2 * quantileMs(idle, 0.99)));
});
