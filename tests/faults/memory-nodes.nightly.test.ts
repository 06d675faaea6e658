/** What a review teaches at one node is used at another: API and worker are processes of nodes of their own. */
import { expect, test } from "vitest";
import type { TaskRecord } from "#contract/task.ts";
import { startCluster } from "../support/cluster.ts";
import { figure } from "../support/figure.ts";
import { correctionsOf, lossOf, lossReader, readLoss, truthOf } from "../support/losses.ts";

/** What else the machine does only adds: the shortest counts. */
const ROUNDS = 3;
const LEARNED_WITHIN_MS = 1_000;

test("a review at one node is used by the worker of another within a second", async () => {
  await using cluster = await startCluster();
  const [api] = await Promise.all([cluster.start("api"), cluster.start("worker")]);
  const client = await cluster.client(api);
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const by = await lossReader(client);
    const task = await readLoss(by, 0, { cache: "off" });
    const review = await client.post(`/v1/tasks/${task.task_id}/review`, { corrections: correctionsOf(lossOf(0)), done: true });
    expect(review.status, review.text).toBe(200);
    const reviewedAt = performance.now();
    let record: TaskRecord;
    let submittedAt: number;
    do {
      submittedAt = performance.now();
      record = await readLoss(by, 1, { cache: "off" });
    } while (record.memory === null && submittedAt - reviewedAt < 60 * LEARNED_WITHIN_MS);
    expect(record.data).toEqual(truthOf(lossOf(1)));
    took.push(submittedAt - reviewedAt);
  }
  figure(null, `used by another node ${took.map((ms) => `${Math.round(ms)} ms`).join(", ")} after the review`);
  expect(Math.min(...took)).toBeLessThan(LEARNED_WITHIN_MS);
});
