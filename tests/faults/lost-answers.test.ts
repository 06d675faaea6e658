/** A network that loses answers: a caller who repeats a submission with its key finds what the first one made. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { Client } from "../support/client.ts";
import { startFaultProxy } from "../support/fault-proxy.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { sharedService } from "../support/shared-service.ts";

test("J06: the answer to a submission is lost; its repetition is answered with the same task, and there is one task", async () => {
  const service = await sharedService();
  const account = await service.account();
  await using proxy = await startFaultProxy({ host: "127.0.0.1", port: service.config.port });
  const behind = new Client(`http://127.0.0.1:${proxy.port}`, account.key);
  const body = { file_content: base64(await pdfOf(INVOICE)), extraction_schema: INVOICE_SCHEMA };
  const key = { "idempotency-key": randomUUID() };
  proxy.set({ kind: "lost answers" });
  await expect(behind.post("/v1/extract-async", body, key)).rejects.toThrow();
  proxy.set({ kind: "none" });
  const again = await behind.post("/v1/extract-async", body, key);
  expect(again.status).toBe(200);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect((await account.get("/v1/tasks")).json.tasks.map((task: { task_id: string }) => task.task_id)).toEqual([again.json.task_id]);
});
