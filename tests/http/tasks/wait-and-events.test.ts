/** Long poll and events of a task. */
import { beforeAll, describe, expect, test } from "vitest";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../../support/pdf.ts";
import { followTask, openEvents, servedTask } from "../../support/served-task.ts";
import { type SharedService, sharedService } from "../../support/shared-service.ts";

let service: SharedService;
let pdf: Buffer;
beforeAll(async () => {
  service = await sharedService();
  pdf = await pdfOf(INVOICE);
});

describe.concurrent("GET /tasks/{task_id}?wait=0..60", () => {
  test("answers as soon as the task is finished, not when the time is up", async () => {
    await using it = await servedTask(service, (_request, response) => void setTimeout(() => response.end(pdf), 500));
    const t0 = performance.now();
    expect((await it.client.wait(it.id)).status).toBe("completed");
    expect(performance.now() - t0).toBeLessThan(10_000);
  });

  test("answers when the time is up, with the state then", async () => {
    await using it = await servedTask(service, () => undefined);
    const t0 = performance.now();
    expect((await it.client.wait(it.id, 1)).status).toBe("processing");
    expect(performance.now() - t0).toBeGreaterThanOrEqual(950);
    expect(performance.now() - t0).toBeLessThan(10_000);
  });

  test("fifty who wait are all answered", async () => {
    await using it = await servedTask(service, (_request, response) => void setTimeout(() => response.end(pdf), 300));
    const answers = await Promise.all(Array.from({ length: 50 }, () => it.client.wait(it.id, 20)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(["completed"]));
  });
});

describe.concurrent("GET /tasks/{task_id}/events", () => {
  test("events `status` and `progress` with growing ids, ending at a terminal state", async () => {
    await using it = await servedTask(service, (_request, response) => void setTimeout(() => response.end(pdf), 900));
    const { ids, states, events } = await followTask(it.client, it.id);
    expect(states.at(-1)).toBe("completed");
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(new Set(ids).size).toBe(ids.length);
    expect(events[0]).toBe("status");
    expect(events.at(-1)).toBe("status");
    for (const event of events) expect(["status", "progress"]).toContain(event);
  });

  test("resumable with `Last-Event-ID`: only what is newer comes", async () => {
    await using it = await servedTask(service, (_request, response) => void setTimeout(() => response.end(pdf), 900));
    const { ids } = await followTask(it.client, it.id);
    const last = ids.at(-1) ?? 0;
    expect((await followTask(it.client, it.id, { "last-event-id": String(last - 1) })).ids).toEqual([last]);
    expect((await followTask(it.client, it.id, { "last-event-id": String(last) })).ids).toEqual([]);
    expect((await followTask(it.client, it.id, { "last-event-id": "no number" })).ids).toEqual([last]);
  });

  test("of a finished task tell its state and end", async () => {
    const client = await service.account();
    const { task_id } = await client.extract({ file_content: base64(pdf), extraction_schema: INVOICE_SCHEMA });
    expect((await followTask(client, task_id)).states).toEqual(["completed"]);
  });

  test("end when the task is deleted", async () => {
    await using it = await servedTask(service, () => undefined);
    const stream = await openEvents(it.client, it.id);
    await it.client.delete(`/v1/tasks/${it.id}`);
    expect(await stream.text()).toContain("id: ");
  });
});
