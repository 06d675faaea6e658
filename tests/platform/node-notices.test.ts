/** Notices between the processes of a node and between nodes: what changes is told to all, a job to one worker that can take it. */
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { JOBS } from "#contract/jobs.ts";
import { type Neighbour, type NodeHub, openNodeHub } from "#main/notices.ts";
import { openLog } from "#platform/log.ts";
import { CHANGED, JOB_DUE, openNotifications } from "#platform/postgres/listen.ts";
import type { NodeNotice } from "#platform/postgres/node-notices.ts";
import { cloneDatabase, dropDatabase } from "../support/service.ts";

const JOB = "process-extraction";
let databaseUrl: string;
beforeAll(async () => {
  databaseUrl = await cloneDatabase();
});
afterAll(() => dropDatabase(databaseUrl));

type Process = Neighbour & { told: NodeNotice[] };

function processOf(held: number | null): Process {
  const told: NodeNotice[] = [];
  return { told, send: (notice) => void told.push(notice), held: held === null ? null : () => held };
}

async function nodeOf(name: string, processes: readonly Process[], stack: AsyncDisposableStack): Promise<NodeHub> {
  const log = openLog("silent", "test");
  const workers = processes.filter(({ held }) => held !== null).length;
  const notifications = stack.use(await openNotifications({ connectionString: databaseUrl }, log, { name, workers }));
  const hub = await openNodeHub({ name, notifications, log });
  for (const each of processes) hub.add(each);
  return hub;
}

const jobs = (process: Process) => process.told.filter(({ channel }) => channel === JOB_DUE).length;
const changes = (process: Process) => process.told.flatMap(({ channel, payload }) => (channel === CHANGED ? [payload] : []));

test("a change is told to the other processes of the node and to those of other nodes, once each", async () => {
  await using stack = new AsyncDisposableStack();
  const [teller, beside, far] = [processOf(null), processOf(0), processOf(null)];
  const near = await nodeOf("near", [teller, beside], stack);
  await nodeOf("far", [far], stack);
  near.tell(teller, { channel: CHANGED, payload: "tsk_1" });
  expect(changes(beside)).toEqual(["tsk_1"]);
  await expect.poll(() => changes(far)).toEqual(["tsk_1"]);
  near.tell(teller, { channel: CHANGED, payload: "tsk_2" });
  await expect.poll(() => changes(far)).toEqual(["tsk_1", "tsk_2"]);
  expect([changes(teller), changes(beside)]).toEqual([[], ["tsk_1", "tsk_2"]]);
});

test("a node that is alone sends nothing to the database", async () => {
  await using stack = new AsyncDisposableStack();
  const [teller, worker] = [processOf(null), processOf(0)];
  const near = await nodeOf("near", [teller, worker], stack);
  const listener = new pg.Client(databaseUrl);
  await listener.connect();
  stack.defer(() => listener.end());
  const heard: string[] = [];
  listener.on("notification", ({ payload }) => void heard.push(payload ?? ""));
  await listener.query(`LISTEN ${CHANGED}; LISTEN ${JOB_DUE}`);
  near.tell(teller, { channel: CHANGED, payload: "tsk_1" });
  near.tell(null, { channel: JOB_DUE, payload: JOB });
  await expect.poll(() => [changes(worker), jobs(worker)]).toEqual([["tsk_1"], 1]);
  await listener.query(`NOTIFY ${CHANGED}, 'last'`);
  await expect.poll(() => heard).toEqual(["last"]);
});

test("of three idle workers one is woken for a job, and each for one of three", async () => {
  await using stack = new AsyncDisposableStack();
  const workers = [processOf(0), processOf(0), processOf(0)];
  const near = await nodeOf("near", workers, stack);
  near.tell(null, { channel: JOB_DUE, payload: JOB });
  expect(workers.map(jobs).sort()).toEqual([0, 0, 1]);
  near.tell(null, { channel: JOB_DUE, payload: JOB });
  near.tell(null, { channel: JOB_DUE, payload: JOB });
  expect(workers.map(jobs)).toEqual([1, 1, 1]);
});

test("a job that every node hears of is not told again: two busy nodes beside a process without a node stay silent", async () => {
  await using stack = new AsyncDisposableStack();
  const busy = [processOf(JOBS[JOB].slots), processOf(JOBS[JOB].slots)] as const;
  await nodeOf("near", [busy[0]], stack);
  await nodeOf("far", [busy[1]], stack);
  const plain = stack.use(await openNotifications({ connectionString: databaseUrl }, openLog("silent", "test")));
  const heard: (string | null)[] = [];
  await plain.listen(JOB_DUE, (payload) => void heard.push(payload));
  const sender = new pg.Client(databaseUrl);
  await sender.connect();
  stack.defer(() => sender.end());
  await sender.query(`NOTIFY ${JOB_DUE}, '${JOB}'`);
  await expect.poll(() => busy.map(jobs)).toEqual([1, 1]);
  // What they told of that would come before these, as each node's notices are sent in their order.
  await sender.query(`NOTIFY ${JOB_DUE}, '${JOB}'`);
  await expect.poll(() => busy.map(jobs)).toEqual([2, 2]);
  await sender.query(`NOTIFY ${JOB_DUE}, 'last'`);
  await expect.poll(() => heard.at(-1)).toBe("last");
  expect(heard).toEqual([JOB, JOB, "last"]);
});

test("a job of a node whose workers are busy, or that has none, wakes a worker of another", async () => {
  await using stack = new AsyncDisposableStack();
  const [busy, idle] = [processOf(JOBS[JOB].slots), processOf(0)];
  const near = await nodeOf("near", [busy], stack);
  const gate = await nodeOf("gate", [processOf(null)], stack);
  near.tell(null, { channel: JOB_DUE, payload: JOB });
  // Nobody else is there: the busy one looks for more when it has ended a job.
  await expect.poll(() => jobs(busy)).toBe(1);
  await nodeOf("far", [idle], stack);
  await expect
    .poll(() => {
      near.tell(null, { channel: JOB_DUE, payload: JOB });
      return jobs(idle);
    })
    .toBeGreaterThan(0);
  const before = jobs(busy) + jobs(idle);
  gate.tell(null, { channel: JOB_DUE, payload: JOB });
  await expect.poll(() => jobs(busy) + jobs(idle)).toBeGreaterThan(before);
});
