/** A provider that fails many tasks at once is not asked by all of them at once again. */
import { expect, test } from "vitest";
import { TaskFailure } from "#contract/task-errors.ts";
import { pauseBeforeRetry } from "#platform/queue/attempt.ts";
import { deadlineIn } from "#platform/queue/deadline.ts";
import { figure } from "../support/figure.ts";
import { startModelServer } from "../support/model-server.ts";
import { base64, pdfOf } from "../support/pdf.ts";
import { pointingModel } from "../support/pointing-model.ts";
import { startTestService } from "../support/service.ts";

const TASKS = 100;
const BUCKET_MS = 100;
const SHARE_MAX = 0.2;

/** The largest share of the times that lies in one tenth of a second. */
function busiest(timesMs: number[]): number {
  const buckets = Map.groupBy(timesMs, (at) => Math.floor(at / BUCKET_MS));
  return Math.max(...[...buckets.values()].map((each) => each.length)) / timesMs.length;
}

test.each([1, 2, 3])("J13: pauses after attempt %i are of twice the length before, and spread", (attempts) => {
  const failure = new TaskFailure("provider_unavailable");
  const pauses = Array.from({ length: 1_000 }, () => pauseBeforeRetry(failure, { attempts, waits: 0 }, deadlineIn(600_000)) ?? 0);
  const mean = pauses.reduce((sum, pause) => sum + pause, 0) / pauses.length;
  expect(mean / (2 * 2 ** (attempts - 1))).toBeCloseTo(1, 1);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(1.5 * 2 ** attempts);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(0.5 * 2 ** attempts);
  expect(busiest(pauses.map((seconds) => seconds * 1000))).toBeLessThan(SHARE_MAX);
});

/** As long as it lasts the breaker lets a call through now and then; the others wait, and what waits must not come back as one. */
const OUTAGE_MS = 25_000;

test.runIf(process.env.STORM)(
  "J13: 100 tasks at once that meet a provider's outage come back apart, later and later, and are all done after it",
  async () => {
    const answer = pointingModel({ fields: { "/reference": /Reference: (\S+)/ } });
    await using server = await startModelServer();
    await using service = await startTestService({ env: server.env("openai") });
    const asks = new Map<string, number[]>();
    let since: number | undefined;
    server.always((asked) => {
      const word = /canary-\d+/.exec(asked.text)?.[0] ?? "";
      asks.set(word, [...(asks.get(word) ?? []), asked.at]);
      since ??= asked.at;
      return asked.at - since < OUTAGE_MS ? { status: 503 } : { reply: answer(asked) };
    });
    const client = await service.account();
    const documents = await Promise.all(
      Array.from({ length: TASKS }, async (_, i) => base64(await pdfOf([[{ text: `Reference: canary-${i}`, y: 100 }]]))),
    );
    const schema = { fields: [{ name: "reference" }] };
    const ids = await Promise.all(
      documents.map((file_content) =>
        client.submit({ file_content, extraction_schema: schema, provider: "openai", cache: "off", deadline_seconds: 3600 }),
      ),
    );
    await expect
      .poll(async () => (await Promise.all(ids.map((id) => client.wait(id, 0)))).filter(({ status }) => status === "completed").length, {
        timeout: 140_000,
        interval: 1_000,
      })
      .toBe(TASKS);
    const times = [...asks.values()];
    const again = times.flat().filter((at) => at - (since ?? 0) > 1_000);
    const gaps = [1, 2, 3]
      .map((n) => times.flatMap((each) => (each[n] === undefined ? [] : [each[n] - (each[n - 1] ?? 0)])))
      .filter((each) => each.length > 0);
    figure(
      null,
      `${again.length} calls after the first second, ${(100 * busiest(again)).toFixed(1)} % in the busiest tenth of a second; shortest gaps ${gaps.map((each) => Math.round(Math.min(...each)))} ms`,
    );
    expect(busiest(again)).toBeLessThan(SHARE_MAX);
    expect(gaps).not.toEqual([]);
    for (const [n, each] of gaps.entries()) expect(Math.min(...each)).toBeGreaterThanOrEqual(0.5 * 2_000 * 2 ** n);
  },
);
