/** An inbox that is a folder of a bucket: each object becomes a task, once, and is moved. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEnqueueTask } from "#extraction/enqueue-task.ts";
import { openBucketSource } from "#extraction/inboxes/bucket-source.ts";
import { findAnyInbox, type Inbox } from "#extraction/inboxes/inboxes.store.ts";
import type { Source } from "#extraction/inboxes/source.ts";
import { takeItems } from "#extraction/inboxes/take-items.ts";
import { openGuardedBucket, whyOfBucket } from "#platform/blobs/guarded-bucket.ts";
import { eventually } from "../support/eventually.ts";
import { INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { type S3Server, startS3Server } from "../support/s3-server.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { type Person, signedIn } from "../support/signed-in.ts";
import { bucketAsked, openTestBucket } from "../support/test-bucket.ts";

const NOT_TO_BE_STOPPED = new AbortController().signal;
const INBOXES = "/v1/inboxes";

let service: TestService;
let store: S3Server;
let pdf: Buffer;
beforeAll(async () => {
  service = await startTestService();
  store = await startS3Server();
  pdf = Buffer.from(await pdfOf(INVOICE));
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await store?.[Symbol.asyncDispose]();
});

/** As the leader takes them, which works for all accounts. */
function take(inbox: Inbox, source: Source): Promise<void> {
  const { db, queue } = service.forAll;
  const { queueMax } = service.config;
  const deps = { ...service.http.extraction, db, enqueueTask: openEnqueueTask({ db, queue, queueMax }) };
  return takeItems(deps, inbox, source, NOT_TO_BE_STOPPED);
}
const tasksOf = async ({ client }: Person): Promise<string[]> =>
  (await client.get("/v1/tasks")).json.tasks.map(({ document }: { document: { filename: string } }) => document.filename).toSorted();
const another = (n: number) => Buffer.concat([pdf, Buffer.from(`\n% ${n}\n`)]);

/** Paused, so that the test alone takes what comes. */
async function watched(folder = "in") {
  const ada = await signedIn(service);
  const { template_id } = (await ada.client.post("/v1/templates", { name: "Invoices", extraction_schema: INVOICE_SCHEMA })).json;
  const prefix = `${ada.accountId}/${folder}/`;
  const bucket = bucketAsked(store, prefix);
  const made = await ada.client.post(INBOXES, { name: "Bucket", template_id, bucket });
  expect(made.status, made.text).toBe(201);
  await ada.client.put(`${INBOXES}/${made.json.inbox_id}`, { paused: true });
  const inbox = await findAnyInbox(service.forAll.db, made.json.inbox_id);
  if (!inbox) throw new Error("the inbox is not there");
  const there = openTestBucket(store);
  const open = () => openBucketSource(bucket, service.http.inboxes.fetchRules);
  const put = (name: string, bytes: Uint8Array = pdf) => there.put(`${prefix}${name}`, bytes);
  return {
    ada,
    inbox,
    record: made.json,
    open,
    put,
    keys: () => there.keys(prefix),
    text: (name: string) => there.text(`${prefix}${name}`),
    bucket,
  };
}

describe("a folder of a bucket", () => {
  test("gives each object once, and has it in `done/` afterwards; the task says where it came from", async () => {
    const { ada, inbox, record, open, put, keys, bucket } = await watched();
    expect(record).toMatchObject({
      kind: "bucket",
      place: `s3://winnow-documents/${bucket.prefix} at 127.0.0.1:${store.port}`,
      problem: null,
    });
    expect(JSON.stringify([record, inbox])).not.toContain(`"secret_access_key"`);
    await put("one.pdf");
    await put("Größe 2.pdf", another(2));
    await put("three.pdf.part");
    await put("sub/four.pdf");
    await using source = await open();
    await take(inbox, source);
    await take(inbox, source);
    expect(await tasksOf(ada)).toEqual(["Größe 2.pdf", "one.pdf"].toSorted());
    const [task] = (await ada.client.get("/v1/tasks")).json.tasks;
    expect(task).toMatchObject({ metadata: { inbox_id: inbox.id }, template: { template_id: inbox.templateId } });
    expect((await ada.client.wait(task.task_id)).data).toMatchObject({ invoice_number: "INV-00042" });
    expect(await keys()).toEqual(["done/Größe 2.pdf", "done/one.pdf", "sub/four.pdf", "three.pdf.part"].toSorted());
  });

  test("puts aside what is no document, with the reason beside it", async () => {
    const { ada, inbox, open, put, keys, text } = await watched();
    await put("program.exe", Buffer.from("MZ\0\0 no document"));
    await put("large.pdf", Buffer.alloc(10 * 1024 * 1024 + 1, "%PDF-1.4 "));
    await put("empty.pdf", Buffer.alloc(0));
    await using source = await open();
    await take(inbox, source);
    expect(await tasksOf(ada)).toEqual([]);
    expect((await keys()).filter((key) => !key.endsWith(".reason.txt"))).toEqual([
      "refused/empty.pdf",
      "refused/large.pdf",
      "refused/program.exe",
    ]);
    expect(await text("refused/large.pdf.reason.txt")).toContain("larger than 10 MB");
    const { items } = (await ada.client.get(`${INBOXES}/${inbox.id}/items`)).json;
    expect(items.map(({ filename }: { filename: string }) => filename).toSorted()).toEqual(["empty.pdf", "large.pdf", "program.exe"]);
  });

  test("does not read again what was taken or copied but not removed, and reads a later object of the same name", async () => {
    const { ada, inbox, open, put, keys } = await watched();
    await put("one.pdf");
    await using source = await open();
    const killed: Source = { ...source, settle: () => Promise.reject(new Error("killed")) };
    await expect(take(inbox, killed)).rejects.toThrow("killed");
    expect(await keys()).toEqual(["one.pdf"]);
    // A process was killed between the copy and the deletion.
    await put("done/one.pdf");
    await take(inbox, source);
    expect(await tasksOf(ada)).toHaveLength(1);
    expect(await keys()).toEqual(["done/one.pdf"]);
    await put("one.pdf", another(2));
    await take(inbox, source);
    expect(await tasksOf(ada)).toHaveLength(2);
    expect(await keys()).toEqual([expect.stringMatching(/^done\/one \([0-9a-f]{8}\)\.pdf$/), "done/one.pdf"]);
  });

  test("leaves an object that was replaced while it was read, and reads it next", async () => {
    const { ada, inbox, open, put, keys } = await watched();
    await put("one.pdf");
    await using source = await open();
    const slow: Source = {
      ...source,
      async settle(item, reason) {
        await put("one.pdf", another(2));
        await source.settle(item, reason);
      },
    };
    await take(inbox, slow);
    expect(await keys()).toContain("one.pdf");
    await take(inbox, source);
    expect(await tasksOf(ada)).toEqual(["one.pdf", "one.pdf"]);
    expect((await keys()).filter((key) => !key.startsWith("done/"))).toEqual([]);
  });

  test("two leaders at the same moment make one task of each object", async () => {
    const { ada, inbox, open, put, keys } = await watched();
    for (let i = 0; i < 5; i++) await put(`${i}.pdf`, another(i));
    await using first = await open();
    await using second = await open();
    await Promise.allSettled([take(inbox, first), take(inbox, second)]);
    await take(inbox, first);
    expect(await tasksOf(ada)).toHaveLength(5);
    expect(await keys()).toEqual([0, 1, 2, 3, 4].map((i) => `done/${i}.pdf`));
  });

  test("is looked at by the leader of a running service", async () => {
    const { ada, inbox, put } = await watched();
    await put("one.pdf");
    await ada.client.put(`${INBOXES}/${inbox.id}`, { paused: false });
    await eventually(
      () => tasksOf(ada),
      (tasks) => expect(tasks).toEqual(["one.pdf"]),
    );
  });

  test("is refused where it cannot be listed or may not be reached, and so is a request for both or neither", async () => {
    const ada = await signedIn(service);
    const ask = async (body: object) => (await ada.client.post(INBOXES, { name: "Bucket", template_id: "auto", ...body })).json;
    const bucket = bucketAsked(store, "");
    expect(await ask({ bucket: { ...bucket, bucket: "not-there" } })).toMatchObject({ error_code: "bucket_unreachable" });
    for (const endpoint of ["https://192.168.1.1", "https://169.254.169.254", "https://localhost:9000", "http://s3.example.com"])
      expect(await ask({ bucket: { ...bucket, endpoint } })).toMatchObject({
        error_code: "bucket_unreachable",
        detail: expect.stringContaining("WINNOW_ALLOW_HOSTS"),
      });
    const mailbox = { host: "imap.example.com", user: "a", password: "b" };
    for (const body of [{}, { bucket, mailbox, senders: ["@example.com"] }])
      expect((await ask(body)).detail).toMatchObject([{ loc: ["body", "mailbox"] }]);
    expect((await ask({ mailbox })).detail).toMatchObject([{ loc: ["body", "senders"] }]);
  });
});

test("a name that leads to a private address is not connected to, whatever it resolved to before", async () => {
  const names = { addressesOf: async () => ["10.0.0.7"] };
  const settings = { ...bucketAsked(store, ""), endpoint: "https://store.example.com" };
  const rules = { allowed: { names: [], ranges: [] }, self: null, names };
  await using bucket = await openGuardedBucket(settings, rules as unknown as Parameters<typeof openGuardedBucket>[1]);
  const why = await bucket.head("x").then(() => "", whyOfBucket);
  expect(why).toContain("WINNOW_ALLOW_HOSTS");
});
