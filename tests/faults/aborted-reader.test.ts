/** A file that ends its reader again and again: it fails with a reason, and nothing else does. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { abortReaders, poisonPdf } from "../support/aborted-reader.ts";
import { type OwnProcesses, startOwnProcesses } from "../support/own-processes.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";

let service: OwnProcesses;
beforeAll(async () => {
  service = await startOwnProcesses({ WINNOW_WORKERS: "1" });
});
afterAll(() => service?.[Symbol.asyncDispose]());

const extract = async (bytes: Buffer) =>
  service.client.wait(await service.client.submit({ file_content: base64(bytes), extraction_schema: INVOICE_SCHEMA, cache: "off" }), 60);

test("J11: a file that aborts its reader is tried three times at most, fails with a reason, and the worker goes on", async () => {
  const healthy = await pdfOf(INVOICE);
  expect((await extract(healthy)).status).toBe("completed");
  const before = await service.processes.pids();
  await using aborting = abortReaders(service.processes.supervisor.pid ?? 0);
  const task = await extract(poisonPdf());
  expect(aborting.aborted.length).toBeGreaterThanOrEqual(2);
  expect(aborting.aborted.length).toBeLessThanOrEqual(3);
  expect(task).toMatchObject({
    status: "failed",
    attempts: expect.any(Number),
    data: null,
    error: {
      code: "corrupt_document",
      retryable: false,
      message: expect.stringMatching(/^The file is damaged.* ended abnormally twice\.$/),
    },
  });
  expect(task.attempts).toBeLessThanOrEqual(3);
  expect((await extract(healthy)).status).toBe("completed");
  expect(await service.processes.pids()).toEqual(before);
});
