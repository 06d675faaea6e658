/** Reviewing as work of several people: one at a time, in turn, assigned, talked about and counted. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#contract/ids.ts";
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

const REVIEWS = "/api/account/v1/reviews";
const EXTRACTOR = "/api/extractor/v1";
const errorOf = ({ status, json }: { status: number; json: { error_code?: string } | null }) => [status, json?.error_code];
const open = ({ browser }: Person, id: string) => browser.post(`${REVIEWS}/${id}`);
const close = ({ browser }: Person, id: string) => browser.delete(`${REVIEWS}/${id}`);
const review = ({ browser }: Person, id: string, body: object = { done: true }) => browser.post(`${EXTRACTOR}/tasks/${id}/review`, body);
const next = async ({ browser }: Person, body: object = {}) => (await browser.post(`${REVIEWS}/next`, body)).json.task_id;
const assign = ({ browser }: Person, id: string, person_id: string | null) =>
  browser.call("PUT", `${EXTRACTOR}/tasks/${id}/assignment`, { person_id });

async function twoPeople() {
  const ada = await signedIn(service);
  const ben = await colleague(service, ada, "reviewer");
  const task = async () => (await ada.client.extract({ file_content, extraction_schema: INVOICE_SCHEMA, cache: "off" })).task_id as string;
  return { ada, ben, task };
}

describe("a task that somebody has open", () => {
  test("is changed by nobody else, also not with a key, until it is closed", async () => {
    const { ada, ben, task } = await twoPeople();
    const id = await task();
    const opened = await open(ada, id);
    expect(opened.json).toMatchObject({ task_id: id, open_by: { email: ada.email }, assigned_to: null, comments: [] });
    const late = await open(ben, id);
    expect(errorOf(late)).toEqual([400, "being_reviewed"]);
    expect(late.json.detail).toContain(ada.email);
    expect(errorOf(await review(ben, id))).toEqual([400, "being_reviewed"]);
    expect(errorOf(await ada.client.post(`/v1/tasks/${id}/review`, { done: true }))).toEqual([400, "being_reviewed"]);
    expect((await close(ben, id)).status).toBe(204);
    expect(errorOf(await open(ben, id))).toEqual([400, "being_reviewed"]);
    expect((await review(ada, id, { corrections: { "/invoice_number": "7" } })).status).toBe(200);
    expect((await close(ada, id)).status).toBe(204);
    expect((await open(ben, id)).status).toBe(200);
    expect((await review(ben, id)).json.reviewed.completed_by).toBe(ben.email);
    // A finished review closes it.
    expect((await open(ada, id)).status).toBe(200);
  });

  test("is free again when its browser is gone for a minute, and is not while it renews", async () => {
    const { ada, ben, task } = await twoPeople();
    const id = await task();
    await open(ada, id);
    const pass = (seconds: number) =>
      sql`UPDATE task_work SET opened_at = opened_at - make_interval(secs => ${seconds}), open_until = open_until - make_interval(secs => ${seconds}) WHERE task_id = ${id}`.execute(
        service.db,
      );
    await pass(45);
    await open(ada, id);
    await pass(45);
    expect(errorOf(await open(ben, id))).toEqual([400, "being_reviewed"]);
    await pass(20);
    expect((await open(ben, id)).json.open_by.email).toBe(ben.email);
    expect(errorOf(await review(ada, id))).toEqual([400, "being_reviewed"]);
  });

  test("is opened by people only, and by one of two who come at the same moment", async () => {
    const { ada, ben, task } = await twoPeople();
    const id = await task();
    const answers = await Promise.all([ada, ben, ada, ben].map((who) => open(who, id)));
    const [mine, theirs] = [answers.filter((_, i) => i % 2 === 0), answers.filter((_, i) => i % 2 === 1)];
    const statuses = [mine, theirs].map((each) => each.map(({ status }) => status));
    expect(statuses.toSorted()).toEqual([
      [200, 200],
      [400, 400],
    ]);
    expect((await open(ada, newId("task"))).status).toBe(404);
  });
});

describe("the next one", () => {
  test("is never given to two people, however many ask at once, and none is left out", async () => {
    const { ada, ben, task } = await twoPeople();
    const ids = await Promise.all(Array.from({ length: 6 }, task));
    const carl = await colleague(service, ada, "reviewer");
    const taken: string[] = [];
    for (let round = 0; round < 2; round++) {
      const got = await Promise.all([ada, ben, carl].map((who) => next(who, { skip: taken })));
      taken.push(...got);
    }
    expect(taken.toSorted()).toEqual(ids.toSorted());
    expect(await next(ada, { skip: taken })).toBeNull();
  });

  test("is what one is to review, then the least sure; what others are to review is not", async () => {
    const { ada, ben, task } = await twoPeople();
    const [first, second, third] = [await task(), await task(), await task()];
    await service.db.updateTable("tasks").set({ confidence: 0.2 }).where("id", "=", first).execute();
    await service.db.updateTable("tasks").set({ confidence: 0.9 }).where("id", "in", [second, third]).execute();
    expect((await assign(ada, second, ben.personId)).json.assigned_to.email).toBe(ben.email);
    await assign(ada, third, ada.personId);
    expect(await next(ben)).toBe(second);
    await review(ben, second);
    expect(await next(ben)).toBe(first);
    await review(ben, first);
    expect(await next(ben)).toBeNull();
    expect(await next(ada)).toBe(third);
    expect((await auditOf(service.db, "subject", third)).map(({ action, actor }) => [action, actor])).toContainEqual([
      "task.assigned",
      `person:${ada.personId}`,
    ]);
  });

  test("can be of one template, and of a confidence below", async () => {
    const { ada, task } = await twoPeople();
    const { template_id } = (await ada.client.post("/v1/templates", { name: "a", extraction_schema: INVOICE_SCHEMA })).json;
    await task();
    const { task_id } = await ada.client.extract({ file_content, template_id });
    expect(await next(ada, { template_id, confidence_below: 0 })).toBeNull();
    expect(await next(ada, { template_id })).toBe(task_id);
  });

  test("a person outside of the workspace is assigned nothing", async () => {
    const { ada, task } = await twoPeople();
    const stranger = await signedIn(service);
    expect(errorOf(await assign(ada, await task(), stranger.personId))).toEqual([400, "not_a_member"]);
  });
});

test("comments stand with their authors, in their order, sealed where there is a master key, and go with the task", async () => {
  const { ada, ben, task } = await twoPeople();
  const id = await task();
  const say = ({ browser }: Person, text: string) => browser.post(`${EXTRACTOR}/tasks/${id}/comments`, { text });
  await say(ada, "Is the total right?");
  const { json } = await say(ben, "  Yes: with the discount.  ");
  expect(json.comments.map(({ by, text }: { by: { email: string }; text: string }) => [by.email, text])).toEqual([
    [ada.email, "Is the total right?"],
    [ben.email, "Yes: with the discount."],
  ]);
  expect((await ada.client.post(`/v1/tasks/${id}/comments`, { text: "by a program" })).json.comments[2].by).toBeNull();
  expect((await say(ada, "  ")).status).toBe(422);
  await ada.client.delete(`/v1/tasks/${id}`);
  expect(await service.db.selectFrom("task_comments").select("id").where("task_id", "=", id).execute()).toEqual([]);
});

test("the report counts finished reviews, corrected values and the time of each person, and an undone one not", async () => {
  const { ada, ben, task } = await twoPeople();
  const [first, second, third] = [await task(), await task(), await task()];
  await open(ben, first);
  await sql`UPDATE task_work SET opened_at = opened_at - interval '30 seconds' WHERE task_id = ${first}`.execute(service.db);
  await review(ben, first, { corrections: { "/invoice_number": "7", "/total": "1" }, done: true });
  await review(ben, second, { corrections: { "/total": "2" } });
  await review(ben, second);
  await review(ada, third);
  await review(ada, third, { done: false });
  const report = (await ada.browser.get(`${EXTRACTOR}/reviews/people`)).json;
  expect(report.people).toEqual([
    {
      person: { person_id: ben.personId, email: ben.email },
      reviewed: 2,
      corrected_values: 3,
      seconds_median: expect.closeTo(30, -1),
      read_again: 0,
      read_again_values: 0,
      read_again_same: 0,
    },
  ]);
  expect(report.fields).toEqual([
    { template_id: null, field: "/total", corrected: 2 },
    { template_id: null, field: "/invoice_number", corrected: 1 },
  ]);
});

test("who was removed has nothing open or assigned any more, and their reviews stay counted", async () => {
  const { ada, ben, task } = await twoPeople();
  const [first, second] = [await task(), await task()];
  await review(ben, first);
  await open(ben, second);
  await assign(ada, second, ben.personId);
  await ada.browser.delete(`/api/account/v1/members/${ben.personId}`);
  expect((await open(ben, second)).status).toBe(404);
  expect(await next(ada)).toBe(second);
  expect((await ada.browser.get(`${EXTRACTOR}/reviews/people`)).json.people).toMatchObject([{ person: null, reviewed: 1 }]);
});
