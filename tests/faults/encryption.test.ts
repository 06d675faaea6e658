/** With a master key nothing that a document says can be read from the disk, and without it the service does not start. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../support/client.ts";
import { base64, pdfOf } from "../support/pdf.ts";
import { clientOf, type Processes, startProcesses } from "../support/processes.ts";
import { startReceiver } from "../support/receiver.ts";
import { fileOf, RESUME_TEXT } from "../support/resumes.ts";
import { startTestService } from "../support/service.ts";

const OLD = "the first master key, of 32 characters or more";
const NEW = "the second master key, of 32 characters or more";
/** Different words, so that a failure tells which column was forgotten. */
const CANARIES = {
  value: "QUILL-774312",
  filename: "zymurgist",
  metadata: "vexillology",
  description: "brontosaurian",
  person: "Wilhelmina Xanthopoulos",
  skill: "Kumquatology",
  correction: "Ptarmigan",
  answer: "flibbertigibbet",
};

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

/** Everything that keeps something of a document; the ids to ask for it again. */
async function fill(client: Client): Promise<{ task: string; evaluation: string; job: string }> {
  await using hooks = await startReceiver((_request, response) => void response.end(CANARIES.answer));
  const pdf = await pdfOf([[{ text: `Reference: ${CANARIES.value}`, y: 100 }]]);
  const task = await client.extract({
    document: { file_content: base64(pdf), filename: `${CANARIES.filename}.pdf` },
    extraction_schema: { fields: [{ name: "reference" }], document_description: CANARIES.description },
    metadata: { note: CANARIES.metadata },
    callback_url: `${hooks.url}/done`,
  });
  expect(task.data).toEqual({ reference: CANARIES.value });
  const review = { corrections: { "/reference": CANARIES.correction }, reviewed: true };
  expect((await client.post(`/v1/tasks/${task.task_id}/review`, review)).status).toBe(200);
  const resume = RESUME_TEXT.replace("Mia Muster", CANARIES.person).replace("Kafka", CANARIES.skill);
  const { json: job } = await client.post("/recruit/extract-resumes", { files: [fileOf(`${CANARIES.filename}.txt`, resume)] });
  await client.get(`/recruit/extraction-status/${job.job_id}?wait=30`);
  const { json: evaluated } = await client.post("/recruit/evaluate", {
    job_id: "j",
    application_id: "a",
    resume_text: resume,
    job_details: { required_skills: [{ name: CANARIES.skill }, { name: "Python" }] },
  });
  await expect.poll(() => hooks.received.length).toBeGreaterThan(0);
  return { task: task.task_id, evaluation: evaluated.evaluation_id, job: job.job_id };
}

async function expectReadable(client: Client, ids: { task: string; evaluation: string; job: string }): Promise<void> {
  const { json: task } = await client.get(`/v1/tasks/${ids.task}`);
  expect(task).toMatchObject({ metadata: { note: CANARIES.metadata }, document: { filename: `${CANARIES.filename}.pdf` } });
  expect(JSON.stringify(task)).toContain(CANARIES.correction);
  expect((await client.get(`/v1/tasks/${ids.task}/document`)).text).toContain("%PDF");
  expect((await client.get(`/v1/tasks/${ids.task}/deliveries`)).text).toContain(CANARIES.answer);
  expect((await client.get(`/recruit/extraction-status/${ids.job}`)).text).toContain(CANARIES.person);
  expect((await client.get(`/recruit/evaluations/${ids.evaluation}`)).text).toContain(CANARIES.skill);
}

/** Which of the words stand anywhere below the folder. */
async function foundIn(dataDir: string): Promise<string[]> {
  const found = new Set<string>();
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.parentPath.includes("tessdata") || entry.parentPath.includes("compiled")) continue;
    const bytes = await readFile(path.join(entry.parentPath, entry.name));
    for (const [name, word] of Object.entries(CANARIES)) if (bytes.includes(word)) found.add(name);
  }
  return [...found].sort();
}

/** Which of the words stand in any row or stored file of a service whose database is read as it is. */
async function storedBy(env: Record<string, string>): Promise<string[]> {
  await using service = await startTestService({ env });
  const client = await service.account();
  await expectReadable(client, await fill(client));
  const { rows: tables } = await sql<{
    name: string;
  }>`SELECT tablename AS name FROM pg_tables WHERE schemaname IN ('public', 'pgboss')`.execute(service.db);
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ text: string }>`SELECT t::text AS text FROM ${sql.table(name)} t`
        .execute(service.db)
        .catch(() => ({ rows: [] }));
      return rows.map(({ text }) => text).join("\n");
    }),
  );
  const inRows = Object.entries(CANARIES).filter(([, word]) => texts.some((text) => text.includes(word)));
  return [...new Set([...inRows.map(([name]) => name), ...(await foundIn(service.config.dataDir))])].sort();
}

test("P03: rows and files hold the words without a key, and none of them with one", async () => {
  expect(await storedBy({})).toEqual(Object.keys(CANARIES).sort());
  expect(await storedBy({ WINNOW_MASTER_KEY: OLD })).toEqual([]);
}, 120_000);

test.runIf(process.env.STORM)(
  "P03: without a key the words stand on the disk, which shows that they would be found",
  async () => {
    const dataDir = path.join(folder, "plain");
    await running(dataDir, {}, fill);
    expect(await foundIn(dataDir)).toEqual(Object.keys(CANARIES).sort());
  },
  120_000,
);

test.runIf(process.env.STORM)(
  "P03, P04: with a key none does; another, or none, does not start; a new one reads old and new, and then needs the old one no more",
  async () => {
    const dataDir = path.join(folder, "sealed");
    const before = await running(dataDir, { WINNOW_MASTER_KEY: OLD }, fill);
    expect(await foundIn(dataDir)).toEqual([]);
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
    expect(await foundIn(dataDir)).toEqual([]);
  },
  240_000,
);
