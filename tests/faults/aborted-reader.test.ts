/** A file that ends its reader again and again: it fails with a reason, and nothing else does. */
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { poisonPdf } from "../support/aborted-reader.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { startTestService, type TestService } from "../support/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ readerEntry: path.join(import.meta.dirname, "../support/aborting-child.ts") });
});
afterAll(() => service?.[Symbol.asyncDispose]());

test("J11: a file that aborts its reader is tried three times at most and fails with a reason; others are read before and after it", async () => {
  const client = await service.account();
  const healthy = await pdfOf(INVOICE);
  const extract = (bytes: Buffer) => client.extract({ file_content: base64(bytes), extraction_schema: INVOICE_SCHEMA, cache: "off" });
  expect((await extract(healthy)).status).toBe("completed");
  const task = await extract(await poisonPdf());
  expect(task).toMatchObject({
    status: "failed",
    data: null,
    error: {
      code: "corrupt_document",
      retryable: false,
      message: expect.stringMatching(/^The file is damaged.* ended abnormally twice\.$/),
    },
  });
  expect(task.attempts).toBeLessThanOrEqual(3);
  expect((await extract(healthy)).status).toBe("completed");
});
