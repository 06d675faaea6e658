/** Queues of documents with a broken rule, a second reader for a share of the reviews, and comments that are taken back. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { colleague } from "../support/colleague.ts";
import { auditOf } from "../support/database-state.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { type Person, signedIn } from "../support/signed-in.ts";

let service: TestService;
let file_content: string;
beforeAll(async () => {
  service = await startTestService();
  file_content = base64(await pdfOf(INVOICE));
});
afterAll(() => service?.[Symbol.asyncDispose]());

const EXTRACTOR = "/api/extractor/v1";
const review = ({ browser }: Person, id: string, body: object = { done: true }) => browser.post(`${EXTRACTOR}/tasks/${id}/review`, body);
const next = async ({ browser }: Person, body: object = {}) =>
  (await browser.post("/api/account/v1/reviews/next", body)).json.task_id as string | null;
const close = ({ browser }: Person, id: string | null) => browser.delete(`/api/account/v1/reviews/${id}`);
const workOf = async ({ browser }: Person, id: string) => (await browser.get(`${EXTRACTOR}/tasks/${id}/work`)).json;
const tasks = async ({ browser }: Person, query: string): Promise<string[]> =>
  (await browser.get(`${EXTRACTOR}/tasks?${query}`)).json.tasks.map(({ task_id }: { task_id: string }) => task_id);

/** `more`: of the template. `task`: reads an invoice with it. */
async function twoPeople(more: object) {
  const ada = await signedIn(service);
  const ben = await colleague(service, ada, "reviewer");
  const template = async (body: object): Promise<string> =>
    (await ada.client.post("/v1/templates", { name: "Invoices", extraction_schema: INVOICE_SCHEMA, ...body })).json.template_id;
  const template_id = await template(more);
  const task = async (of = template_id) =>
    (await ada.client.extract({ file_content, template_id: of, cache: "off", provider: "local" })).task_id as string;
  return { ada, ben, template, template_id, task };
}

const RULES = {
  checks: [
    { name: "Number", check: 'invoice_number == "7"' },
    { name: "Present", check: "invoice_number != null" },
  ],
};

describe("documents that break a rule", () => {
  test("are a queue of their own, by rule and by template, and leave it when they are reviewed or mended", async () => {
    const { ada, template, template_id, task } = await twoPeople({ rules: RULES });
    const other = await template({ rules: { checks: [{ name: "Never", check: "invoice_number == null" }] } });
    const plain = await template({});
    const [first, second, third, fourth] = [await task(), await task(), await task(other), await task(plain)];
    const needed = "review=needed&order=least_confident";
    expect((await tasks(ada, `${needed}&broken_rule=*`)).toSorted()).toEqual([first, second, third].toSorted());
    expect(await tasks(ada, "broken_rule=Never")).toEqual([third]);
    expect(await tasks(ada, `broken_rule=*&template_id=${template_id}`)).toEqual([second, first]);
    expect(await tasks(ada, "broken_rule=Present")).toEqual([]);
    expect(await tasks(ada, `broken_rule=Number&confidence_below=0.1`)).toEqual([]);

    expect(await next(ada, { broken_rule: "Never" })).toBe(third);
    expect(await next(ada, { broken_rule: "*", template_id: plain })).toBeNull();
    expect(await next(ada, { broken_rule: "Number", skip: [first, second] })).toBeNull();
    expect([first, second]).toContain(await next(ada, { broken_rule: "*", template_id }));

    await review(ada, first, { corrections: { "/invoice_number": "7" } });
    expect(await tasks(ada, "broken_rule=Number")).toEqual([second]);
    await review(ada, second);
    expect(await tasks(ada, `${needed}&broken_rule=Number`)).toEqual([]);
    expect(await tasks(ada, "broken_rule=Number")).toEqual([second]);
    expect(await next(ada, { broken_rule: "Number" })).toBeNull();
    await review(ada, second, { done: false });
    expect(await next(ada, { broken_rule: "Number" })).toBe(second);
    expect(await tasks(ada, needed)).toContain(fourth);
  });

  test("come the least sure first, page by page, and are found by an index among many others", async () => {
    const { ada, template_id, task } = await twoPeople({ rules: RULES });
    const ids = [await task(), await task(), await task()];
    for (const [i, id] of ids.entries()) {
      const confidence = [0.3, 0.1, 0.2][i] ?? 0;
      await sql`UPDATE tasks SET confidence = ${confidence} WHERE id = ${id}`.execute(service.db);
      await sql`UPDATE task_broken_rules SET confidence = ${confidence} WHERE task_id = ${id}`.execute(service.db);
    }
    const seen: string[] = [];
    let cursor = "";
    do {
      const { json } = await ada.client.get(`/v1/tasks?broken_rule=Number&order=least_confident&limit=1${cursor}`);
      seen.push(...json.tasks.map(({ task_id }: { task_id: string }) => task_id));
      cursor = json.next_cursor ? `&cursor=${encodeURIComponent(json.next_cursor)}` : "";
    } while (cursor);
    expect(seen).toEqual([ids[1], ids[2], ids[0]]);
    const plan = await sql<{ "QUERY PLAN": string }>`EXPLAIN SELECT task_id FROM task_broken_rules WHERE account_id = ${ada.accountId}
      AND template_id = ${template_id} AND rule = '*' AND waits ORDER BY confidence, task_id DESC LIMIT 1`;
    const lines = await service.db.transaction().execute(async (tx) => {
      await sql`SET LOCAL enable_seqscan = off`.execute(tx);
      return (await plan.execute(tx)).rows.map((row) => row["QUERY PLAN"]).join("\n");
    });
    expect(lines).toContain("task_broken_rules_waiting_of_template");
    expect(lines).not.toContain("Sort");
  });
});

describe("a second reader", () => {
  test("reads every review of a template that asks for all, is never the first, and the task stays as it is meanwhile", async () => {
    const { ada, ben, task, template_id } = await twoPeople({ second_review_share: 1 });
    const id = await task();
    expect((await workOf(ada, id)).second_reading).toBeNull();
    await review(ada, id, { corrections: { "/invoice_number": "7" }, done: true });
    expect((await workOf(ben, id)).second_reading).toMatchObject({ status: "waiting", first_by: { email: ada.email }, differences: null });
    const record = (await ada.client.get(`/v1/tasks/${id}`)).json;
    expect(record).toMatchObject({ status: "completed", reviewed: { completed_by: ada.email } });
    expect(await next(ada)).toBeNull();
    expect(await tasks(ada, "review=second")).toEqual([]);
    expect(await tasks(ben, "review=second")).toEqual([id]);
    expect(await tasks(ben, "review=needed")).toEqual([]);
    // The first reader may go on correcting; that is no second reading.
    await review(ada, id, { corrections: { "/total": "1" }, done: true });
    expect(await next(ben)).toBe(id);
    await review(ben, id, { corrections: { "/invoice_number": "8" }, done: true });
    const { second_reading } = await workOf(ada, id);
    expect(second_reading).toMatchObject({ status: "done", second_by: { email: ben.email } });
    expect(second_reading.differences).toEqual([{ path: "/invoice_number", first: "7", second: "8" }]);
    expect([await next(ada), await next(ben)]).toEqual([null, null]);

    const { second_readings } = (await ada.client.get(`/v1/templates/${template_id}/accuracy`)).json;
    expect(second_readings.documents).toBe(1);
    expect(second_readings.fields[0]).toEqual({ field: "/invoice_number", values: 1, same: 0 });
    expect(second_readings.fields).toContainEqual({ field: "/total", values: 1, same: 1 });
    const { people } = (await ada.browser.get(`${EXTRACTOR}/reviews/people`)).json;
    const values = second_readings.fields.reduce((sum: number, field: { values: number }) => sum + field.values, 0);
    expect(people).toHaveLength(2);
    expect(people).toContainEqual(
      expect.objectContaining({ reviewed: 1, read_again: 1, read_again_values: values, read_again_same: values - 1 }),
    );
    expect(people).toContainEqual(expect.objectContaining({ reviewed: 1, corrected_values: 1, read_again: 0 }));
  });

  test("is asked for the share of the template, by the task alone, and for none without one", async () => {
    const { ada, ben, task, template_id } = await twoPeople({ second_review_share: 0.5 });
    const ids = await Promise.all(Array.from({ length: 12 }, () => task()));
    for (const id of ids) await review(ada, id);
    const sampled = await tasks(ben, "review=second&limit=100");
    expect(sampled.length).toBeGreaterThan(0);
    expect(sampled.length).toBeLessThan(12);
    // Whoever reviews it, and however often, it is the same.
    for (const id of ids) {
      await review(ada, id, { done: false });
      await review(ben, id);
    }
    expect((await tasks(ada, "review=second&limit=100")).toSorted()).toEqual(sampled.toSorted());
    expect(await tasks(ben, "review=second")).toEqual([]);
    const name = { name: "Invoices", extraction_schema: INVOICE_SCHEMA };
    expect((await ada.client.put(`/v1/templates/${template_id}`, name)).json.second_review_share).toBe(0);
    for (const id of ids) {
      await review(ada, id, { done: false });
      await review(ada, id);
    }
    expect(await tasks(ben, "review=second")).toEqual([]);
  });

  test("comes before others, within a template and rule, and is whoever is there when the first is gone", async () => {
    const { ada, ben, task, template, template_id } = await twoPeople({ second_review_share: 1, rules: RULES });
    const other = await template({});
    const [read, fresh] = [await task(), await task(other)];
    await review(ben, read);
    expect(await next(ada, { template_id: other })).toBe(fresh);
    await close(ada, fresh);
    // A row that something else is just writing is passed over.
    const again = async () => {
      const id = await next(ada);
      if (id !== read) await close(ada, id);
      return id;
    };
    await expect.poll(again).toBe(read);
    await close(ada, read);
    expect(await next(ada, { broken_rule: "Number", template_id })).toBe(read);
    await close(ada, read);
    expect(await next(ada, { broken_rule: "Present" })).toBeNull();
    await ada.browser.delete(`/api/account/v1/members/${ben.personId}`);
    expect(await next(ada)).toBe(read);
    // An undone review is not read again.
    await review(ada, read, { done: false });
    expect((await workOf(ada, read)).second_reading).toBeNull();
  });

  test("leaves nothing of values behind in the log, which stays when the task is deleted", async () => {
    const { ada, ben, task, template_id } = await twoPeople({ second_review_share: 1 });
    const id = await task();
    await review(ada, id, { corrections: { "/invoice_number": "SECRET-7" }, done: true });
    await review(ben, id, { corrections: { "/invoice_number": "SECRET-8" }, done: true });
    await ada.client.delete(`/v1/tasks/${id}`);
    const { rows } = await sql<{ text: string }>`SELECT l::text AS text FROM reading_log l WHERE account_id = ${ada.accountId}`.execute(
      service.db,
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain("SECRET");
    expect((await ada.client.get(`/v1/templates/${template_id}/accuracy`)).json.second_readings.documents).toBe(1);
    const left = await service.db.selectFrom("second_readings").select("task_id").where("account_id", "=", ada.accountId).execute();
    expect(left).toEqual([]);
  });
});

test("a comment is deleted by who wrote it or an admin, and the log says so", async () => {
  const { ada, ben, task } = await twoPeople({});
  const id = await task();
  const say = async ({ browser }: Person, text: string): Promise<string> =>
    (await browser.post(`${EXTRACTOR}/tasks/${id}/comments`, { text })).json.comments.at(-1).comment_id;
  const unsay = ({ browser }: Person, comment: string) => browser.delete(`${EXTRACTOR}/tasks/${id}/comments/${comment}`);
  const [hers, his, another] = [await say(ada, "One."), await say(ben, "Two."), await say(ben, "Three.")];
  const refused = await unsay(ben, hers);
  expect([refused.status, refused.json.error_code]).toEqual([403, "role_too_low"]);
  expect((await unsay(ben, his)).json.comments.map(({ text }: { text: string }) => text)).toEqual(["One.", "Three."]);
  expect((await unsay(ben, his)).status).toBe(404);
  expect((await unsay(ada, another)).json.comments).toHaveLength(1);
  expect((await ada.client.delete(`/v1/tasks/${id}/comments/${hers}`)).json.comments).toEqual([]);
  const said = await auditOf(service.db, "subject", id);
  expect(said.filter(({ action }) => action === "task.comment_deleted").map(({ actor }) => actor)).toEqual([
    `person:${ben.personId}`,
    `person:${ada.personId}`,
    expect.stringMatching(/^key:/),
  ]);
});
