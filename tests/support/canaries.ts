/** Words that stand nowhere else, one for each place where something of a document is kept. */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { expect } from "vitest";
import type { Db } from "#platform/postgres/db.ts";
import type { Client } from "./client.ts";
import { base64, pdfOf } from "./pdf.ts";
import { startReceiver } from "./receiver.ts";
import { fileOf, RESUME_TEXT } from "./resumes.ts";

/** Different words, so that a failure tells which column was forgotten. */
export const CANARIES = {
  value: "QUILL-774312",
  filename: "zymurgist",
  metadata: "vexillology",
  description: "brontosaurian",
  person: "Wilhelmina Xanthopoulos",
  skill: "Kumquatology",
  correction: "Ptarmigan",
  answer: "flibbertigibbet",
  row: "Phlogiston",
};

/** `named`: a task whose file is that of `upload`. */
export type Filled = { task: string; evaluation: string; job: string; named: string; upload: string };

/** Everything that keeps something of a document; the ids to ask for it again. */
export async function fill(client: Client): Promise<Filled> {
  await using hooks = await startReceiver((_request, response) => void response.end(CANARIES.answer));
  const pdf = await pdfOf([[{ text: `Reference: ${CANARIES.value}`, y: 100 }]]);
  const { json: list } = await client.post("/v1/lists", { name: "Rows", csv: `Reference,Name\n${CANARIES.value},${CANARIES.row}\n` });
  const by = [{ field: "/reference", column: "Reference", how: "exact" }];
  const { json: template } = await client.post("/v1/templates", {
    name: "References",
    extraction_schema: { fields: [{ name: "reference" }, { name: "note" }] },
    rules: { lookups: [{ name: "row", list: list.list_id, by }], duplicates: { fields: ["/reference"], days: 30 } },
  });
  const task = await client.extract({
    template_id: template.template_id,
    document_description: CANARIES.description,
    document: { file_content: base64(pdf), filename: `${CANARIES.filename}.pdf` },
    metadata: { note: CANARIES.metadata },
    callback_url: `${hooks.url}/done`,
  });
  expect(task.data).toEqual({ reference: CANARIES.value, note: null });
  const review = (body: object) => client.post(`/v1/tasks/${task.task_id}/review`, body);
  expect((await review({ done: true })).status).toBe(200);
  const memory = async () => (await client.get(`/v1/templates/${template.template_id}/memory`)).json.layouts;
  await expect.poll(memory).toHaveLength(1);
  const lost = await client.post(`/v1/templates/${template.template_id}/evaluations`, {
    extraction_schema: { fields: [{ name: "other" }] },
  });
  const { json: evaluation } = await client.get(`/v1/templates/${template.template_id}/evaluations/${lost.json.evaluation_id}?wait=30`);
  expect(evaluation.changes).toMatchObject([{ expected: CANARIES.value, after: null }]);
  expect((await review({ corrections: { "/note": CANARIES.correction } })).status).toBe(200);
  const { json: upload } = await client.post("/v1/uploads", { filename: `${CANARIES.filename}.pdf` });
  expect((await client.put(`/v1/uploads/${upload.upload_id}`, { note: CANARIES.value })).status).toBe(200);
  const named = await client.extract({ document: { upload_id: upload.upload_id }, template_id: template.template_id });
  expect(named.status).toBe("completed");
  // What was found in it stays in the record of the task.
  await client.delete(`/v1/lists/${list.list_id}`);
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
  return { task: task.task_id, evaluation: evaluated.evaluation_id, job: job.job_id, named: named.task_id, upload: upload.upload_id };
}

/** Which of the words stand anywhere below the folder. */
export async function foundInFiles(dataDir: string): Promise<string[]> {
  const found = new Set<string>();
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.parentPath.includes("tessdata") || entry.parentPath.includes("compiled")) continue;
    const bytes = await readFile(path.join(entry.parentPath, entry.name));
    for (const [name, word] of Object.entries(CANARIES)) if (bytes.includes(word)) found.add(name);
  }
  return [...found].sort();
}

/** Which of the words stand in any row, as whoever reads the whole database sees them. */
export async function foundInRows(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`SELECT schemaname || '.' || tablename AS name FROM pg_tables
    WHERE schemaname IN ('public', 'pgboss')`.execute(db);
  const found = new Set<string>();
  for (const table of tables) {
    const { rows } = await sql<{ text: string }>`SELECT t::text AS text FROM ${sql.table(table.name)} t`.execute(db);
    for (const [name, word] of Object.entries(CANARIES)) if (rows.some(({ text }) => text.includes(word))) found.add(name);
  }
  return [...found].sort();
}
