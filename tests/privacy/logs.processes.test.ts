/** What must never be written: logs at level debug hold no key, no document text, no metadata, no password and no query of a URL. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { Client } from "../support/client.ts";
import { fillDataDir } from "../support/data-dir.ts";
import { base64, pdfOf } from "../support/pdf.ts";
import { clientOf, startProcesses } from "../support/processes.ts";
import { startReceiver } from "../support/receiver.ts";

const SECRETS = {
  text: "Quintessenz Glockenspiel 77431",
  name: "Zebulon Wanderfalke",
  metadata: "metadata-of-the-caller-5521",
  password: "password-of-the-pdf-8812",
  query: "token-in-the-query-9934",
  description: "description-in-own-words-1207",
};

/** Résumés and an ad with the same secrets: read, evaluated, refused. */
async function recruit(client: Client, url: string): Promise<void> {
  const resume = `${SECRETS.name}\nsecret@example.com\n\nEXPERIENCE\nCook, ${SECRETS.text}, 2019 - 2024\n- Ran the kitchen.`;
  const ask = {
    job_id: SECRETS.metadata,
    application_id: "a",
    job_details: { description: SECRETS.text, required_skills: [{ name: SECRETS.description }] },
  };
  expect((await client.post("/recruit/evaluate", { ...ask, resume_text: resume })).status).toBe(200);
  expect((await client.post("/recruit/evaluate", { ...ask, resume_url: `${url}/a.pdf?sig=${SECRETS.query}` })).status).toBe(200);
  expect((await client.post("/recruit/evaluate", { ...ask, resume_url: `http://nowhere.invalid/?sig=${SECRETS.query}` })).status).toBe(400);
  expect((await client.post("/recruit/analyze-job", { description: SECRETS.text })).status).toBe(400);
  const fileOf = (content: string) => ({
    filename: `${SECRETS.name}.txt`,
    content_type: "text/plain",
    content: base64(Buffer.from(content)),
  });
  const batch = { files: [fileOf(resume), fileOf(`%PDF-1.4\n${SECRETS.text}`)], urls: [`http://nowhere.invalid/?sig=${SECRETS.query}`] };
  const { json } = await client.post("/recruit/extract-resumes", { ...batch, callback_url: `${url}/hook?token=${SECRETS.query}` });
  const { json: status } = await client.get(`/recruit/extraction-status/${json.job_id}?wait=60`);
  expect(status).toMatchObject({ status: "completed", successful_count: 1, failed_count: 2 });
  expect(status.successful_extractions[0].application_name).toBe(SECRETS.name);
}

test("K02, K10: a run with good, broken, encrypted and refused documents leaves none of them in what the processes print", {
  timeout: 300_000,
}, async () => {
  const dataDir = await fillDataDir(await mkdtemp(path.join(tmpdir(), "winnow-logs-")));
  const lines = [
    [
      { text: `Project: ${SECRETS.text}`, y: 100 },
      { text: `Name: ${SECRETS.name}`, y: 130 },
    ],
  ];
  const [pdf, locked] = [await pdfOf(lines), await pdfOf(lines, { userPassword: SECRETS.password })];
  await using receiver = await startReceiver(
    (request, response) => void (request.path.startsWith("/hook") ? response.writeHead(500).end(SECRETS.text) : response.end(pdf)),
  );
  const service = await startProcesses(dataDir, { WINNOW_LOG_LEVEL: "debug", WINNOW_WORKERS: "1" });
  try {
    const client = await clientOf(service, dataDir);
    const body = {
      extraction_schema: { fields: [{ name: "project" }, { name: "name" }], document_description: SECRETS.description },
      metadata: { note: SECRETS.metadata },
      callback_url: `${receiver.url}/hook?token=${SECRETS.query}`,
    };
    const first = await client.extract({ ...body, file_content: base64(pdf) });
    expect(JSON.stringify(first.data)).toContain("77431");
    expect(first).toMatchObject({ status: "completed" });
    expect(await client.extract({ ...body, file_content: base64(locked), password: SECRETS.password })).toMatchObject({
      status: "completed",
    });
    expect((await client.extract({ ...body, file_content: base64(locked), password: `${SECRETS.password}!` })).status).toBe("failed");
    expect((await client.extract({ ...body, document_url: `${receiver.url}/a.pdf?sig=${SECRETS.query}` })).status).toBe("completed");
    expect((await client.extract({ ...body, document_url: `http://nowhere.invalid/a.pdf?sig=${SECRETS.query}` })).status).toBe("failed");
    expect((await client.extract({ ...body, file_content: base64(Buffer.from(`%PDF-1.4\n${SECRETS.text}`)) })).status).toBe("failed");
    expect((await client.post("/v1/extract-async", `{"file_content":"${SECRETS.metadata}`)).status).toBe(400);
    expect((await client.post("/v1/extract-async", { ...body, document_url: 5 })).status).toBe(422);
    expect((await client.get(`/v1/tasks?cursor=${SECRETS.query}`)).status).toBe(422);
    await recruit(client, receiver.url);
    const stranger = new Client(service.url, null);
    expect((await stranger.post(`/v1/schemas/validate?api_key=${client.apiKey}`, { api_key: client.apiKey })).status).toBe(401);
    await expect.poll(() => receiver.received.filter(({ path: at }) => at.startsWith("/hook")).length).toBeGreaterThan(2);
    const key = client.apiKey ?? "";
    expect(await service.stop()).toBe(0);
    const output = service.output();
    expect(output).toContain('"msg":"answered"');
    for (const secret of [...Object.values(SECRETS), key, key.slice(4, 30), base64(pdf).slice(200, 240)])
      expect(output).not.toContain(secret);
  } finally {
    await service.killEverything();
    await rm(dataDir, { recursive: true, force: true });
  }
});
