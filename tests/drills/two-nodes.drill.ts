/** Two nodes behind a balancer, one database, documents in a shared folder or in a bucket: restarted in turn, and killed. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Winnow } from "../../sdk/src/client.ts";
import { startBalancer } from "../support/balancer.ts";
import { Client } from "../support/client.ts";
import { type Cluster, startCluster } from "../support/cluster.ts";
import { figure } from "../support/figure.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";

/** How long the nodes are killed in turn, and between two kills. */
const KILLS = 6;
const BETWEEN_KILLS_MS = 4_000;
const SUBMIT_EVERY_MS = 100;

let pdf: Buffer;
beforeAll(async () => {
  pdf = await pdfOf(INVOICE);
});

/** Milliseconds until a balancer that asks would send it nothing more. */
async function untilUnready(url: string): Promise<number> {
  const from = Date.now();
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (await isReady()) await sleep(10);
  return Date.now() - from;
}

describe.each(["folder", "bucket"] as const)("documents in a %s", (documents) => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster({ documents });
  });
  afterAll(() => cluster?.[Symbol.asyncDispose]());

  test("J25: all processes are restarted one after the other, three times, under 20 requests a second: none fails", async () => {
    await using balancer = await startBalancer();
    let nodes = [await cluster.start("all"), await cluster.start("all")];
    for (const { url } of nodes) balancer.add(url);
    const [first] = nodes;
    if (!first) throw new Error("there are two nodes");
    const client = new Client(balancer.url, (await cluster.client(first)).apiKey);
    const file_content = base64(pdf);
    const ids = [await client.submit({ file_content, extraction_schema: INVOICE_SCHEMA })];
    const failed: string[] = [];
    const unready: number[] = [];
    let going = true;
    const one = async (i: number) => {
      const path = i % 4 === 0 ? null : `/v1/tasks/${ids[Math.floor(ids.length / 2)]}?wait=${i % 3}`;
      const answer =
        path === null
          ? await client.post("/v1/extract-async", { file_content, extraction_schema: INVOICE_SCHEMA })
          : await client.get(path);
      if (path === null && answer.status === 200) ids.push(answer.json.task_id);
      else if (answer.status !== 200) failed.push(`${answer.status} ${answer.text}`);
    };
    const load = (async () => {
      const under: Promise<void>[] = [];
      for (let i = 0; going; i++) {
        under.push(one(i).catch((error: unknown) => void failed.push(String(error))));
        await sleep(50);
      }
      await Promise.all(under);
    })();
    for (let round = 0; round < 3; round++) {
      for (const old of nodes) {
        const from = Date.now();
        const stopped = old.stop();
        unready.push(await untilUnready(old.url));
        expect(await stopped).toBe(0);
        expect(Date.now() - from).toBeLessThan(30_000);
        balancer.remove(old.url);
        const fresh = await cluster.start("all");
        balancer.add(fresh.url);
        nodes = [...nodes.filter((each) => each !== old), fresh];
      }
    }
    going = false;
    await load;
    expect(failed).toEqual([]);
    expect(Math.max(...unready)).toBeLessThan(1_000);
    const tasks = await Promise.all(ids.map((id) => client.wait(id)));
    expect(tasks.filter(({ status }) => status !== "completed")).toEqual([]);
    figure(
      "stop",
      `three rolling restarts of two nodes, ${ids.length} submissions among four times as many requests, none failed; not ready ${Math.max(...unready)} ms after the signal`,
    );
    for (const node of nodes) await node.stop();
  });

  test("either node is killed with all its processes, again and again: what was accepted is done, once, and callers that try again notice nothing", async () => {
    await using balancer = await startBalancer();
    const nodes = [await cluster.start("all"), await cluster.start("all")];
    for (const { url } of nodes) balancer.add(url);
    const [first] = nodes;
    if (!first) throw new Error("there are two nodes");
    const { apiKey } = await cluster.client(first);
    const winnow = new Winnow({ baseUrl: balancer.url, apiKey: apiKey ?? "", maxRetries: 10 });
    const countTasks = async () => (await cluster.database.query<{ n: number }>("SELECT count(*)::int AS n FROM tasks"))[0]?.n ?? 0;
    const before = await countTasks();
    const tasks: Promise<{ task_id: string }>[] = [];
    let going = true;
    const load = (async () => {
      while (going) {
        tasks.push(winnow.extract(pdf, INVOICE_SCHEMA, { cache: "off" }).wait());
        await sleep(SUBMIT_EVERY_MS);
      }
    })();
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(BETWEEN_KILLS_MS);
      const killed = nodes.shift();
      await killed?.killEverything();
      if (killed) balancer.remove(killed.url);
      const fresh = await cluster.start("all");
      nodes.push(fresh);
      balancer.add(fresh.url);
    }
    going = false;
    await load;
    const done = await Promise.allSettled(tasks);
    expect(done.filter(({ status }) => status === "rejected")).toEqual([]);
    const n = (await countTasks()) - before;
    figure(null, `documents in a ${documents}: ${tasks.length} submitted during ${KILLS} kills of a whole node, ${n} tasks, all completed`);
    expect(n).toBe(tasks.length);
  });
});
