/** Readers start with the first document that needs one; a document that comes right after the start is read. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { fillDataDir } from "../support/data-dir.ts";
import { INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { readersBelow } from "../support/process-table.ts";
import { clientOf, type Processes, startProcesses } from "../support/processes.ts";

const readersOf = async ({ supervisor }: Processes) => (await readersBelow(supervisor.pid ?? 0)).length;

test("a service without documents holds no reader, and reads the first one after its start", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "winnow-starts-"));
  const dataDir = await fillDataDir(path.join(folder, "data"));
  const file_content = (await pdfOf(INVOICE)).toString("base64");
  await using first = await startProcesses(dataDir);
  const { apiKey } = await clientOf(first, dataDir);
  expect(await readersOf(first)).toBe(0);
  expect(await first.stop()).toBe(0);
  await using service = await startProcesses(dataDir);
  const call = async (where: string, body?: object) => {
    const headers = { authorization: apiKey ?? "", "content-type": "application/json" };
    const sent = body ? { method: "POST", body: JSON.stringify(body) } : {};
    const answer = await fetch(`${service.url}/api/extractor/v1${where}`, { headers, ...sent });
    const record: { task_id: string; status: string } = JSON.parse(await answer.text());
    return record;
  };
  const { task_id } = await call("/extract-async", { file_content, extraction_schema: INVOICE_SCHEMA });
  expect(await call(`/tasks/${task_id}?wait=60`)).toMatchObject({ status: "completed" });
  expect(await readersOf(service)).toBe(1);
  expect(await service.stop()).toBe(0);
  await rm(folder, { recursive: true, force: true });
});
