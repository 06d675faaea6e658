/** Every field of the API whose URL the service fetches or calls, and how that ended as its caller sees it. */
import { expect } from "vitest";
import type { Client } from "./client.ts";
import { base64, INVOICE_SCHEMA } from "./pdf.ts";
import { fileOf, RESUME_TEXT } from "./resumes.ts";

/** `done`: it was fetched, and read as far as its content allows. `why`: what the caller reads when it was not. */
export type Ended = { done: boolean; why: string };
/** `fetches`: by GET, and follows redirects; the others are called back by POST. */
export type Sink = { name: string; fetches: boolean; send(client: Client, url: string): Promise<Ended> };

const SKILLS = { required_skills: [{ name: "Python", type: "technical", required: true }] };
const POSITION = { title: "Data engineer", ...SKILLS };
const PDF = base64(Buffer.from("%PDF-1.4\n"));
const TEXT = { job_id: "a", application_id: "b", resume_text: RESUME_TEXT };
const ANSWER_MS_MAX = 30_000;

/** Without the URL, which stands behind the reason. */
const reason = (why: string): string => why.replace(/ \(https?:\/\/\S*\)$/, "");

const refused = (answer: { status: number; text: string; json: { detail: unknown } }): Ended => {
  expect([400, 422], answer.text).toContain(answer.status);
  const { detail } = answer.json;
  return { done: false, why: reason(typeof detail === "string" ? detail.replace(/^`[\w.]+`: /, "") : JSON.stringify(detail)) };
};

const task = (name: string, body: (url: string) => object): Sink => ({
  name,
  fetches: true,
  async send(client, url) {
    const answer = await client.post("/v1/extract-async", { extraction_schema: INVOICE_SCHEMA, cache: "off", ...body(url) });
    if (answer.status !== 200) return refused(answer);
    const { status, error } = await client.wait(answer.json.task_id);
    return { done: status === "completed", why: reason(error?.message ?? status) };
  },
});

const reply = (name: string, path: string, body: (url: string) => object): Sink => ({
  name,
  fetches: true,
  async send(client, url) {
    const answer = await client.post(path, body(url));
    if (answer.status !== 200) return refused(answer);
    const unread = answer.json.warnings?.find(({ code }: { code: string }) => code === "job_description_unread");
    return { done: unread === undefined, why: reason(unread?.message.replace(/^.*not looked for: /, "") ?? "") };
  },
});

const batch = (name: string, path: (client: Client) => Promise<string>): Sink => ({
  name,
  fetches: true,
  async send(client, url) {
    const answer = await client.post(await path(client), { urls: [url] });
    if (answer.status !== 200) return refused(answer);
    const { json } = await client.get(`/recruit/extraction-status/${answer.json.job_id}?wait=30`);
    return { done: json.successful_count === 1, why: reason(json.failed_extractions[0]?.message ?? json.status) };
  },
});

/** The ad is fetched when a résumé of the position is evaluated; then a warning tells what became of it. */
const adOfPosition: Sink = {
  name: "description_file_url of positions",
  fetches: true,
  async send(client, url) {
    const made = await client.post("/recruit/positions", { ...POSITION, description_file_url: url });
    if (made.status !== 201) return refused(made);
    const at = `/recruit/positions/${made.json.position_id}`;
    await client.post(`${at}/resumes`, { files: [fileOf("a.txt", RESUME_TEXT)] });
    const read = async () => (await client.get(`${at}/applications`)).json.applications[0];
    await expect.poll(async () => (await read())?.status, { timeout: ANSWER_MS_MAX }).toMatch(/^(evaluated|failed)$/);
    const { status, error, warnings } = await read();
    const unread = warnings.find(({ code }: { code: string }) => code === "job_description_unread");
    const why = reason(unread?.message.replace(/^.*not looked for: /, "") ?? error?.message ?? "");
    return { done: status === "evaluated" && unread === undefined, why };
  },
};

const callback = (name: string, submit: (client: Client, url: string) => ReturnType<Client["post"]>): Sink => ({
  name,
  fetches: false,
  async send(client, url) {
    const answer = await submit(client, url);
    if (answer.status >= 300) return refused(answer);
    const { task_id, job_id, delivery_id } = answer.json;
    const read = async () =>
      (await client.get("/v1/deliveries?limit=100")).json.deliveries.find(
        (each: { task_id: string; job_id: string; delivery_id: string }) =>
          delivery_id !== undefined
            ? each.delivery_id === delivery_id
            : task_id !== undefined
              ? each.task_id === task_id
              : each.job_id === job_id,
      );
    await expect.poll(async () => (await read())?.attempts ?? 0, { timeout: ANSWER_MS_MAX }).toBeGreaterThan(0);
    const { status, log } = await read();
    return { done: status === "delivered", why: log[0].error ?? "" };
  },
});

export const SINKS: readonly Sink[] = [
  task("document_url of extract-async", (document_url) => ({ document_url })),
  task("document.url of extract-async", (url) => ({ document: { url } })),
  batch("urls of extract-resumes", async () => "/recruit/extract-resumes"),
  batch(
    "urls of a position's résumés",
    async (client) => `/recruit/positions/${(await client.post("/recruit/positions", POSITION)).json.position_id}/resumes`,
  ),
  reply("document_url of schemas/suggest", "/v1/schemas/suggest", (document_url) => ({ document_url })),
  reply("document_url of documents/preview", "/v1/documents/preview", (document_url) => ({ document_url })),
  reply("resume_url of evaluate", "/recruit/evaluate", (resume_url) => ({ ...TEXT, resume_text: null, resume_url, job_details: SKILLS })),
  reply("description_file_url of evaluate", "/recruit/evaluate", (url) => ({
    ...TEXT,
    job_details: { ...SKILLS, description_file_url: url },
  })),
  reply("description_file_url of analyze-job", "/recruit/analyze-job", (description_file_url) => ({ description_file_url })),
  adOfPosition,
  callback("callback_url of extract-async", (client, callback_url) =>
    client.post("/v1/extract-async", { file_content: PDF, extraction_schema: INVOICE_SCHEMA, callback_url }),
  ),
  callback("callback_url of extract-resumes", (client, callback_url) =>
    client.post("/recruit/extract-resumes", { files: [fileOf("a.txt", RESUME_TEXT)], callback_url }),
  ),
  callback("url of webhook-test", (client, url) => client.post("/v1/webhook-test", { url })),
];
