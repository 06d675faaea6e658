/** What is deleted, or has been kept long enough, is nowhere any more: no row, no file, and it never was in what the processes print. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { forgetExpired } from "#extraction/maintenance.ts";
import { forgetExpiredResumes } from "#recruiting/batches/maintenance.ts";
import { forgetExpiredUploads } from "#uploads/maintenance.ts";
import { CANARIES, fill, foundInFiles, foundInRows } from "../support/canaries.ts";
import { auditOf, expire } from "../support/database-state.ts";
import { startTestService, type TestService } from "../support/service.ts";

const ALL = Object.keys(CANARIES).sort();
/** Words of the task; the others are of the résumé. */
const OF_TASK = ["answer", "correction", "description", "metadata", "row", "value"];
const OF_RESUME = ["filename", "person", "skill"];

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.[Symbol.asyncDispose]());

const found = async () => [...new Set([...(await foundInRows(service.db)), ...(await foundInFiles(service.config.dataDir))])].sort();

test("P01: a deleted task is gone from rows and files with its webhooks and corrections; an audit line with its id stays", async () => {
  const client = await service.account();
  const ids = await fill(client);
  expect(await found()).toEqual(ALL);
  expect((await client.delete(`/v1/tasks/${ids.task}`)).status).toBe(204);
  for (const path of [`/v1/tasks/${ids.named}`, `/v1/uploads/${ids.upload}`]) expect((await client.delete(path)).status).toBe(204);
  expect(await found()).toEqual(OF_RESUME);
  expect((await client.get(`/v1/tasks/${ids.task}`)).status).toBe(404);
  expect((await client.get(`/v1/tasks/${ids.task}/document`)).status).toBe(404);
  const lines = await auditOf(service.db, "subject", ids.task);
  expect(lines.map(({ action }) => action)).toContain("task.deleted");
});

test("P01: what has been kept long enough goes by itself: tasks, batches, résumés and evaluations", async () => {
  const client = await service.account();
  await fill(client);
  expect(await found()).toEqual(ALL);
  await expire(service.db, "uploads", "tasks", "batches", "evaluations", "stored_resumes");
  await forgetExpired(service.forAll);
  await forgetExpiredUploads(service.forAll);
  expect((await found()).filter((name) => OF_TASK.includes(name))).toEqual([]);
  await forgetExpiredResumes(service.forAll);
  expect(await found()).toEqual([]);
  expect((await client.get("/v1/tasks")).json.tasks).toEqual([]);
});
