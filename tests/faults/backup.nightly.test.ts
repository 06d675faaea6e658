/** A backup made under load is a data dir: a service that starts on it has everything that was accepted before, and repeats nothing. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { Client } from "../support/client.ts";
import { nodeEnv } from "../support/node-env.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { clientOf, startProcesses } from "../support/processes.ts";
import { startReceiver } from "../support/receiver.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const winnow = (dataDir: string, ...words: string[]) =>
  promisify(execFile)(process.execPath, ["src/cli/winnow.ts", ...words], { cwd: ROOT, env: { ...nodeEnv(), WINNOW_DATA_DIR: dataDir } });

test("P05: a backup under load starts elsewhere: what ran is done again, what was delivered is not sent again", async () => {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "winnow-backup-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const [first, copy] = [path.join(folder, "first"), path.join(folder, "copy")];
  const pdf = await pdfOf(INVOICE);
  let pauseMs = 0;
  const documents = stack.use(await startReceiver((_request, response) => void setTimeout(() => response.end(pdf), pauseMs)));
  const hooks = stack.use(await startReceiver());
  const service = await startProcesses(first);
  const client = await clientOf(service, first);
  const ask = (more: object) =>
    client.submit({ extraction_schema: INVOICE_SCHEMA, cache: "off", callback_url: `${hooks.url}/hook`, ...more });
  const done = await Promise.all(Array.from({ length: 5 }, () => ask({ file_content: base64(pdf) })));
  await expect.poll(() => hooks.received.length, { timeout: 20_000 }).toBe(5);
  pauseMs = 20_000;
  const running = await Promise.all(Array.from({ length: 5 }, (_, i) => ask({ document_url: `${documents.url}/${i}.pdf` })));

  let going = true;
  const load = (async () => {
    while (going) await client.extract({ file_content: base64(pdf), extraction_schema: INVOICE_SCHEMA, cache: "off" });
  })();
  await winnow(first, "backup", copy);
  going = false;
  await load;
  await service.killEverything();
  await expect(winnow(first, "backup", copy)).rejects.toThrow("is not empty");

  pauseMs = 0;
  const secret = await readFile(path.join(first, "secret"), "utf8");
  const restored = await startProcesses(copy, { WINNOW_SECRET: secret });
  stack.defer(async () => void (await restored.stop()));
  const again = new Client(restored.url, client.apiKey);
  for (const id of done) {
    expect(await again.wait(id, 0)).toMatchObject({ status: "completed", webhook: { status: "delivered", attempts: 1 } });
    expect((await again.get(`/v1/tasks/${id}/document`)).status).toBe(200);
  }
  for (const id of running) expect(await again.wait(id)).toMatchObject({ status: "completed" });
  const announced = () => hooks.received.map(({ body }) => JSON.parse(body).data.task_id).sort();
  await expect.poll(announced, { timeout: 20_000 }).toEqual([...done, ...running].sort());
  expect((await winnow(copy, "audit", "verify")).stdout).toMatch(/^\d+:[0-9a-f]{64}\n$/);
}, 180_000);
