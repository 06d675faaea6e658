/** With a master key nothing that a document says can be read from the disk, and without it the service does not start. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CANARIES, type Filled, fill, foundInFiles, foundInRows } from "../support/canaries.ts";
import type { Client } from "../support/client.ts";
import { clientOf, type Processes, startProcesses } from "../support/processes.ts";
import { startTestService } from "../support/service.ts";

const OLD = "the first master key, of 32 characters or more";
const NEW = "the second master key, of 32 characters or more";
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "winnow-encryption-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function running<T>(
  dataDir: string,
  env: Record<string, string>,
  work: (client: Client, service: Processes) => Promise<T>,
): Promise<T> {
  const service = await startProcesses(dataDir, { WINNOW_WORKERS: "1", ...env });
  try {
    return await work(await clientOf(service, dataDir, { env }), service);
  } finally {
    expect(await service.stop()).toBe(0);
  }
}

async function expectReadable(client: Client, ids: Filled): Promise<void> {
  const { json: task } = await client.get(`/v1/tasks/${ids.task}`);
  expect(task).toMatchObject({ metadata: { note: CANARIES.metadata }, document: { filename: `${CANARIES.filename}.pdf` } });
  expect(JSON.stringify(task)).toContain(CANARIES.correction);
  expect(task.rules.lookups[0].row).toMatchObject({ Name: CANARIES.row });
  expect((await client.get(`/v1/tasks/${ids.task}/document`)).text).toContain("%PDF");
  expect((await client.get(`/v1/tasks/${ids.task}/deliveries`)).text).toContain(CANARIES.answer);
  expect((await client.get(`/recruit/extraction-status/${ids.job}`)).text).toContain(CANARIES.person);
  expect((await client.get(`/recruit/evaluations/${ids.evaluation}`)).text).toContain(CANARIES.skill);
}

/** Which of the words stand in any row or stored file of a service. */
async function storedBy(env: Record<string, string>): Promise<string[]> {
  await using service = await startTestService({ env });
  const client = await service.account();
  await expectReadable(client, await fill(client));
  return [...new Set([...(await foundInRows(service.db)), ...(await foundInFiles(service.config.dataDir))])].sort();
}

test("P03: rows and files hold the words without a key, and none of them with one", async () => {
  expect(await storedBy({})).toEqual(Object.keys(CANARIES).sort());
  expect(await storedBy({ WINNOW_MASTER_KEY: OLD })).toEqual([]);
});

test.runIf(process.env.STORM)("P03: without a key the words stand on the disk, which shows that they would be found", async () => {
  const dataDir = path.join(folder, "plain");
  await running(dataDir, {}, fill);
  expect(await foundInFiles(dataDir)).toEqual(Object.keys(CANARIES).sort());
});

test.runIf(process.env.STORM)(
  "P03, P04: with a key none does; another, or none, does not start; a new one reads old and new, and then needs the old one no more",
  async () => {
    const dataDir = path.join(folder, "sealed");
    const before = await running(dataDir, { WINNOW_MASTER_KEY: OLD }, fill);
    expect(await foundInFiles(dataDir)).toEqual([]);
    await expect(startProcesses(dataDir, { WINNOW_MASTER_KEY: NEW })).rejects.toThrow("is not the one that the data of this database");
    await expect(startProcesses(dataDir)).rejects.toThrow("WINNOW_MASTER_KEY: has to be set");

    const after = await running(dataDir, { WINNOW_MASTER_KEY: NEW, WINNOW_MASTER_KEY_PREVIOUS: OLD }, async (client) => {
      await expectReadable(client, before);
      expect((await client.get(`/v1/tasks?q=${CANARIES.metadata}`)).json.tasks).toEqual([]);
      expect((await client.get(`/v1/tasks?q=${before.task}`)).json.tasks).toHaveLength(1);
      return fill(client);
    });
    await running(dataDir, { WINNOW_MASTER_KEY: NEW }, async (client) => {
      await expectReadable(client, before);
      await expectReadable(client, after);
    });
    await expect(startProcesses(dataDir, { WINNOW_MASTER_KEY: OLD })).rejects.toThrow("is not the one that the data");
    expect(await foundInFiles(dataDir)).toEqual([]);
  },
  240_000,
);
