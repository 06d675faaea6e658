/** An account with a row in every table that has rows of accounts; by HTTP where a request makes them. */

import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, vi } from "vitest";
import { createLink } from "#accounts/links.ts";
import { insertPasskey } from "#accounts/passkeys/passkeys.store.ts";
import { insertInbox, insertItem, setPaused } from "#extraction/inboxes/inboxes.store.ts";
import { insertOutbox, setOutboxPaused } from "#extraction/outboxes/outboxes.store.ts";
import { judge } from "./judging-model.ts";
import { type ModelServer, startModelServer } from "./model-server.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "./pdf.ts";
import { startReceiver } from "./receiver.ts";
import { fileOf, RESUME_TEXT, resumePdf } from "./resumes.ts";
import type { SharedService } from "./shared-service.ts";
import { type Person, signedIn } from "./signed-in.ts";

export const startJudge = (): Promise<ModelServer> => startModelServer(judge);

/** The service needs a worker and `openai` as that judge. */
export async function fillAccount(service: SharedService): Promise<Person> {
  const person = await signedIn(service);
  const { client, browser, accountId, personId, email } = person;
  await using receiver = await startReceiver();
  const file_content = base64(await pdfOf(INVOICE));
  const ask = { file_content, extraction_schema: INVOICE_SCHEMA, provider: "local" };
  const list = await client.post("/v1/lists", { name: "Suppliers", csv: "Number,Name\nS-1,Example Paper Ltd\n" });
  const by = [{ field: "/invoice_number", column: "Number", how: "exact" }];
  const rules = {
    lookups: [{ name: "number", list: list.json.list_id, by }],
    duplicates: { fields: ["/invoice_number", "/total"], days: 30 },
  };
  await client.post("/v1/templates", { name: "Invoices", extraction_schema: INVOICE_SCHEMA, rules, second_review_share: 1 });
  const { json: template } = await client.get("/v1/templates");
  const { template_id } = template.templates[0];
  const taught = await client.extract({ file_content, template_id, provider: "local" });
  await client.post(`/v1/tasks/${taught.task_id}/review`, { done: true });
  const settings = { kind: "folder" as const, path: "/nowhere/at/all" };
  const inbox = { accountId, name: "Scans", settings, senders: [], templateId: template_id };
  const inboxId = await insertInbox(service.db, inbox);
  await setPaused(service.db, accountId, inboxId, true);
  await insertItem(
    service.db,
    { id: inboxId, accountId },
    { key: Buffer.from(inboxId), came: { filename: "a.pdf", from: null }, taskId: null, reason: "Damaged." },
  );
  const outboxId = await insertOutbox(service.db, { accountId, name: "Books", settings, templateId: null, onlyReviewed: false });
  await setOutboxPaused(service.db, accountId, outboxId, true);
  await client.put(`/v1/tasks/${taught.task_id}/assignment`, { person_id: personId });
  await client.post(`/v1/tasks/${taught.task_id}/comments`, { text: "Checked against the order." });
  const publicKey = Buffer.from("no key");
  await insertPasskey(service.db, personId, { name: "Laptop", credentialId: personId, publicKey, counter: 0, transports: [] });
  const told = { account_id: accountId, task_id: taught.task_id, template_id };
  await service.db
    .insertInto("reading_log")
    .values({ ...told, first_person: personId, tally: "[]" })
    .execute();
  const layouts = async () => (await client.get(`/v1/templates/${template_id}/memory`)).json.layouts;
  await vi.waitFor(async () => expect(await layouts()).toHaveLength(1), { timeout: 150_000 });
  const { json: compared } = await client.post(`/v1/templates/${template_id}/evaluations`, { provider: "local" });
  await client.get(`/v1/templates/${template_id}/evaluations/${compared.evaluation_id}?wait=30`);
  const { json: packet } = await client.post("/v1/packets", { file_content, templates: [template_id], provider: "local" });
  await client.get(`/v1/packets/${packet.packet_id}?wait=30`);
  const { json: many } = await client.post("/v1/extract-batch", { documents: [{ file_content }], template_id, provider: "local" });
  await client.get(`/v1/extract-batch/${many.batch_id}?wait=30`);
  const { json: upload } = await client.post("/v1/uploads", { filename: "invoice.pdf" });
  await client.put(`/v1/uploads/${upload.upload_id}`, { its: "text" });
  await client.put(`/v1/packets/${packet.packet_id}/parts`, { parts: [{ pages: [1], template_id }] });
  const once = { "idempotency-key": randomUUID() };
  await client.wait(await client.submit({ ...ask, callback_url: receiver.url }, once));
  const gone = await client.submit(ask);
  await client.wait(gone);
  await client.delete(`/v1/tasks/${gone}`);
  const { json: job } = await client.post("/recruit/extract-resumes", { files: [fileOf("mia.txt", RESUME_TEXT)], provider: "local" });
  await client.get(`/recruit/extraction-status/${job.job_id}?wait=30`);
  const job_details = { required_skills: [{ name: "Python", type: "technical", required: true }] };
  await client.post("/recruit/evaluate", { job_id: "j", application_id: "a", resume_text: RESUME_TEXT, provider: "openai", job_details });
  const { json: position } = await client.post("/recruit/positions", { title: "Engineer", ...job_details });
  const resume = fileOf("ada.pdf", await resumePdf({ name: "Ada Muster", email: "ada@example.com" }));
  const { json: sent } = await client.post(`/recruit/positions/${position.position_id}/resumes`, { files: [resume], provider: "local" });
  await client.get(`/recruit/extraction-status/${sent.job_id}?wait=30`);
  // Its evaluation leaves a line in the audit log, which nothing after this may be surprised by.
  const applications = async () => (await client.get(`/recruit/positions/${position.position_id}/applications`)).json.applications;
  await vi.waitFor(async () => expect((await applications())[0]?.status).not.toBe("evaluating"), { timeout: 150_000 });
  const [{ application_id }] = await applications();
  await client.put(`/recruit/positions/${position.position_id}/groups`, { groups: { [application_id]: { sex: "female" } } });
  await browser.signIn(email, "not the password of anybody");
  await createLink(service.db, service.url, { kind: "invite", email: `friend-of-${email}`, tier: "free", createdBy: accountId });
  // What takes a vendor's refusal or a day to come about.
  await sql`INSERT INTO provider_pauses (provider, account_id, until) VALUES ('gemini', ${accountId}, now() + interval '1 hour')`.execute(
    service.db,
  );
  await sql`INSERT INTO request_days (account_id, day, requests) VALUES (${accountId}, '2026-01-01', 1)`.execute(service.db);
  return person;
}

/** By the names that openapi.json has for the parts of an address: one id of each kind, and the invited address. */
export async function idsOf(
  service: SharedService,
  { client, browser, accountId, personId, email }: Person,
): Promise<Record<string, string>> {
  const upload = await service.db.selectFrom("uploads").select("id").where("account_id", "=", accountId).executeTakeFirstOrThrow();
  const [tasks, templates, lists, packets, batches, deliveries, positions, keys] = await Promise.all([
    client.get("/v1/tasks?status=completed"),
    client.get("/v1/templates"),
    client.get("/v1/lists"),
    client.get("/v1/packets"),
    client.get("/v1/extract-batch"),
    client.get("/v1/deliveries"),
    client.get("/recruit/positions"),
    browser.get("/api/account/v1/keys"),
  ]);
  const position_id = positions.json.positions[0].position_id;
  const [application] = (await client.get(`/recruit/positions/${position_id}/applications`)).json.applications;
  const evaluation = await service.db.selectFrom("evaluations").select("id").where("account_id", "=", accountId).executeTakeFirstOrThrow();
  const layout = await service.db.selectFrom("memory_layouts").select("id").where("account_id", "=", accountId).executeTakeFirstOrThrow();
  const template_id = templates.json.templates[0].template_id;
  const [compared] = (await client.get(`/v1/templates/${template_id}/evaluations`)).json.evaluations;
  const comment = await service.db.selectFrom("task_comments").select("id").where("account_id", "=", accountId).executeTakeFirstOrThrow();
  return {
    comment_id: comment.id,
    template_evaluation_id: compared.evaluation_id,
    version: "1",
    layout_id: layout.id,
    batch_id: batches.json.batches[0].batch_id,
    upload_id: upload.id,
    packet_id: packets.json.packets[0].packet_id,
    list_id: lists.json.lists[0].list_id,
    task_id: tasks.json.tasks[0].task_id,
    template_id,
    delivery_id: deliveries.json.deliveries[0].delivery_id,
    job_id: application.job_id,
    application_id: application.application_id,
    evaluation_id: evaluation.id,
    position_id,
    key_id: keys.json.keys[0].key_id,
    outbox_id: (await client.get("/v1/outboxes")).json.outboxes[0].outbox_id,
    inbox_id: (await client.get("/v1/inboxes")).json.inboxes[0].inbox_id,
    passkey_id: (await browser.get("/api/account/v1/passkeys")).json.passkeys[0].passkey_id,
    account_id: accountId,
    person_id: personId,
    email: `friend-of-${email}`,
    n: "1",
  };
}
