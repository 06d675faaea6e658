/** Outboxes: the record of each finished task in a folder and in a bucket, at least once, and last as it is last. */
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openFolderTarget } from "#extraction/outboxes/folder-target.ts";
import { findAnyOutbox, nextWrites, type Outbox } from "#extraction/outboxes/outboxes.store.ts";
import { createOutbox } from "#extraction/outboxes/outboxes.ts";
import type { OutboxSettings } from "#extraction/outboxes/tables.ts";
import type { Target } from "#extraction/outboxes/target.ts";
import { openTarget, writeWaiting } from "#extraction/outboxes/write-records.ts";
import { BY_COMMAND } from "#platform/audit.store.ts";
import { eventually } from "../support/eventually.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { type S3Server, startS3Server } from "../support/s3-server.ts";
import { servedTask } from "../support/served-task.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { type Person, signedIn } from "../support/signed-in.ts";
import { bucketAsked, openTestBucket } from "../support/test-bucket.ts";

const OUTBOXES = "/v1/outboxes";
const NOT_TO_BE_STOPPED = new AbortController().signal;

let service: TestService;
let store: S3Server;
let file_content: string;
beforeAll(async () => {
  service = await startTestService();
  store = await startS3Server();
  file_content = base64(await pdfOf(INVOICE));
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await store?.[Symbol.asyncDispose]();
});

type Ada = Person & { template_id: string };
async function withTemplate(more: object = {}): Promise<Ada> {
  const person = await signedIn(service);
  const { json } = await person.client.post("/v1/templates", { name: "Invoices", extraction_schema: INVOICE_SCHEMA, ...more });
  return Object.assign(person, { template_id: json.template_id });
}
const read = async ({ client }: Ada, template_id: string | null): Promise<string> => {
  const what = template_id === null ? { extraction_schema: INVOICE_SCHEMA } : { template_id };
  return (await client.extract({ file_content, cache: "off", ...what })).task_id;
};
const correct = ({ client }: Ada, id: string, number: string) =>
  client.post(`/v1/tasks/${id}/review`, { corrections: { "/invoice_number": number }, done: true });

/** Paused, so that the test alone writes. */
async function outboxOf(
  ada: Pick<Ada, "client" | "accountId" | "template_id">,
  settings: OutboxSettings,
  more: Partial<Pick<Outbox, "templateId" | "onlyReviewed">> = {},
): Promise<Outbox> {
  const caller = { accountId: ada.accountId, ...BY_COMMAND };
  const wanted = { name: "Out", settings, templateId: ada.template_id, onlyReviewed: false, ...more };
  const { outbox_id } = await createOutbox(service.forAll.db, caller, wanted);
  await ada.client.put(`${OUTBOXES}/${outbox_id}`, { paused: true });
  const outbox = await findAnyOutbox(service.forAll.db, outbox_id);
  if (!outbox) throw new Error("the outbox is not there");
  return outbox;
}
const write = (outbox: Outbox, target: Target) => writeWaiting(service.forAll.db, outbox, target, NOT_TO_BE_STOPPED);
const waiting = async (outbox: Outbox) => (await nextWrites(service.forAll.db, outbox.id, 100)).map(({ taskId }) => taskId);
const folderOf = () => mkdtemp(path.join(tmpdir(), "winnow-outbox-"));
const names = async (folder: string) => (await readdir(folder)).toSorted();
const recordIn = async (folder: string, id: string) => JSON.parse(await readFile(path.join(folder, `${id}.json`), "utf8"));

describe("a folder", () => {
  test("has the record of each finished task of the template, and again when it is corrected", async () => {
    const ada = await withTemplate({ rules: { checks: [{ name: "Number", check: 'invoice_number == "7"' }] } });
    const folder = await folderOf();
    const outbox = await outboxOf(ada, { kind: "folder", path: folder });
    const id = await read(ada, ada.template_id);
    const other = await read(ada, null);
    await using target = await openFolderTarget(folder);
    await write(outbox, target);
    expect(await names(folder)).toEqual([`${id}.json`]);
    expect(await recordIn(folder, id)).toMatchObject({
      task_id: id,
      status: "completed",
      final_data: { invoice_number: "INV-00042" },
      rules: { checks: [{ passed: false }] },
    });
    expect(await waiting(outbox)).toEqual([]);
    await correct(ada, id, "7");
    await write(outbox, target);
    const now = await recordIn(folder, id);
    expect(now).toMatchObject({ final_data: { invoice_number: "7" }, rules: { checks: [{ passed: true }] } });
    expect(now.data.invoice_number).toBe("INV-00042");
    expect(JSON.stringify(now)).toContain(id);
    expect(await names(folder)).not.toContain(`${other}.json`);
    await rm(folder, { recursive: true });
  });

  test("of the workspace has all tasks; one of reviewed tasks has them once they are reviewed", async () => {
    const ada = await withTemplate();
    const folder = { kind: "folder" as const, path: await folderOf() };
    const [all, reviewed] = [await outboxOf(ada, folder, { templateId: null }), await outboxOf(ada, folder, { onlyReviewed: true })];
    const [id, other] = [await read(ada, ada.template_id), await read(ada, null)];
    expect((await waiting(all)).toSorted()).toEqual([id, other].toSorted());
    expect(await waiting(reviewed)).toEqual([]);
    await ada.client.post(`/v1/tasks/${id}/review`, { corrections: { "/invoice_number": "7" } });
    expect(await waiting(reviewed)).toEqual([]);
    await ada.client.post(`/v1/tasks/${id}/review`, { done: true });
    expect(await waiting(reviewed)).toEqual([id]);
    expect((await ada.client.get(`${OUTBOXES}/${reviewed.id}`)).json).toMatchObject({ waiting: 1, only_reviewed: true, paused: true });
    await ada.client.delete(`/v1/tasks/${id}`);
    expect(await waiting(reviewed)).toEqual([]);
    await rm(folder.path, { recursive: true });
  });

  test("has failed tasks apart, and no more once they were retried", async () => {
    const tried = Promise.withResolvers<void>();
    let well = false;
    await using it = await servedTask(service, async (_request, response) => {
      await tried.promise;
      if (well) response.end(Buffer.from(file_content, "base64"));
      else response.writeHead(404).end();
    });
    const folder = await folderOf();
    const own = { client: it.client, accountId: it.client.accountId, template_id: "" };
    const outbox = await outboxOf(own, { kind: "folder", path: folder }, { templateId: null });
    await using target = await openFolderTarget(folder);
    tried.resolve();
    expect((await it.client.wait(it.id)).status).toBe("failed");
    await write(outbox, target);
    expect(await names(folder)).toEqual(["failed"]);
    expect(await recordIn(path.join(folder, "failed"), it.id)).toMatchObject({ status: "failed", error: { code: "document_unreachable" } });
    well = true;
    await it.client.post(`/v1/tasks/${it.id}/retry`);
    expect((await it.client.wait(it.id)).status).toBe("completed");
    await write(outbox, target);
    expect([await names(folder), await names(path.join(folder, "failed"))]).toEqual([["failed", `${it.id}.json`], []]);
    await rm(folder, { recursive: true });
  });

  test("loses nothing to a kill before, while or after a record is written, and what changes meanwhile is written again", async () => {
    const ada = await withTemplate();
    const folder = await folderOf();
    const outbox = await outboxOf(ada, { kind: "folder", path: folder });
    const id = await read(ada, ada.template_id);
    await using target = await openFolderTarget(folder);
    const killed = (write: Target["write"]): Target => ({ ...target, write, [Symbol.asyncDispose]: async () => undefined });
    const dies = async () => {
      throw new Error("killed");
    };
    await expect(write(outbox, killed(dies))).rejects.toThrow("killed");
    expect(await waiting(outbox)).toEqual([id]);
    const writesAndDies: Target["write"] = async (name, text) => {
      await target.write(name, text);
      await dies();
    };
    await expect(write(outbox, killed(writesAndDies))).rejects.toThrow("killed");
    expect(await waiting(outbox)).toEqual([id]);
    // Corrected while it is written: what is written then is the earlier record.
    const slow: Target["write"] = async (name, text) => {
      await correct(ada, id, "8");
      await target.write(name, text);
    };
    await write(outbox, killed(slow));
    expect((await recordIn(folder, id)).final_data.invoice_number).toBe("INV-00042");
    await write(outbox, target);
    expect((await recordIn(folder, id)).final_data.invoice_number).toBe("8");
    // Another leader has written the later record before the earlier one arrives.
    const overtaken: Target["write"] = async (name, text) => {
      await correct(ada, id, "9");
      await write(outbox, target);
      await target.write(name, text);
    };
    await ada.client.post(`/v1/tasks/${id}/review`, { done: true });
    await write(outbox, killed(overtaken));
    expect((await recordIn(folder, id)).final_data.invoice_number).toBe("8");
    await write(outbox, target);
    expect((await recordIn(folder, id)).final_data.invoice_number).toBe("9");
    expect(await waiting(outbox)).toEqual([]);
    await rm(folder, { recursive: true });
  });

  test("never has a part of a record, and what a killed process left is swept", async () => {
    const folder = await folderOf();
    const old = new Date(Date.now() - 2 * 60 * 60_000);
    await writeFile(path.join(folder, ".task_0.json.aa.tmp"), "{");
    await utimes(path.join(folder, ".task_0.json.aa.tmp"), old, old);
    await writeFile(path.join(folder, ".task_1.json.bb.tmp"), "{");
    await writeFile(path.join(folder, "of-somebody-else.tmp"), "x");
    await using target = await openFolderTarget(folder);
    expect(await names(folder)).toEqual([".task_1.json.bb.tmp", "of-somebody-else.tmp"]);
    await Promise.all(Array.from({ length: 20 }, (_, i) => target.write("task_2.json", JSON.stringify({ i, text: "x".repeat(100_000) }))));
    expect(JSON.parse(await readFile(path.join(folder, "task_2.json"), "utf8")).text).toHaveLength(100_000);
    expect((await names(folder)).filter((name) => name.startsWith(".task_2"))).toEqual([]);
    await rm(folder, { recursive: true });
  });
});

describe("a bucket", () => {
  test("has the records, by the leader of a running service; the key is sealed and shown to nobody", async () => {
    const ada = await withTemplate();
    const bucket = bucketAsked(store, `${ada.accountId}/out`);
    const made = await ada.client.post(OUTBOXES, { name: "Books", template_id: ada.template_id, bucket });
    expect(made.status, made.text).toBe(201);
    const place = `s3://winnow-documents/${ada.accountId}/out/ at 127.0.0.1:${store.port}`;
    expect(made.json).toMatchObject({ kind: "bucket", place, template_id: ada.template_id, waiting: 0, problem: null });
    const outbox = await findAnyOutbox(service.forAll.db, made.json.outbox_id);
    expect(JSON.stringify([made.json, outbox]).split(bucket.access_key_id)).toHaveLength(2);
    const id = await read(ada, ada.template_id);
    const there = openTestBucket(store);
    const prefix = `${ada.accountId}/out/`;
    await eventually(
      () => there.keys(prefix),
      (keys) => expect(keys).toEqual([".winnow", `${id}.json`]),
    );
    await correct(ada, id, "7");
    await eventually(
      async () => JSON.parse(await there.text(`${prefix}${id}.json`)),
      (record) => expect(record).toMatchObject({ task_id: id, final_data: { invoice_number: "7" } }),
    );
    expect((await ada.client.get(OUTBOXES)).json.outboxes).toMatchObject([{ waiting: 0, problem: null }]);
    expect((await ada.client.delete(`${OUTBOXES}/${made.json.outbox_id}`)).status).toBe(204);
    expect((await ada.client.get(`${OUTBOXES}/${made.json.outbox_id}`)).status).toBe(404);
  });

  test("that is away, or that an operator has not allowed, is refused with what to do, and nothing is kept of it", async () => {
    const ada = await withTemplate();
    const ask = async (more: object) => {
      const { status, json } = await ada.client.post(OUTBOXES, { name: "Books", bucket: { ...bucketAsked(store, ""), ...more } });
      return [status, json.error_code, json.detail];
    };
    expect(await ask({ bucket: "not-there" })).toEqual([400, "bucket_unreachable", expect.stringContaining("NoSuchBucket")]);
    expect(await ask({ access_key_id: "wrong" })).toEqual([400, "bucket_unreachable", expect.stringContaining("403")]);
    expect(await ask({ endpoint: "http://127.0.0.1:9" })).toEqual([
      400,
      "bucket_unreachable",
      expect.stringContaining("could not be reached"),
    ]);
    for (const endpoint of [
      "https://10.1.2.3",
      "https://169.254.169.254",
      "https://localhost",
      "https://[::1]",
      "https://metadata.google.internal",
    ])
      expect(await ask({ endpoint })).toEqual([400, "bucket_unreachable", expect.stringContaining("WINNOW_ALLOW_HOSTS")]);
    expect(await ask({ endpoint: "http://s3.example.com" })).toEqual([400, "bucket_unreachable", expect.stringContaining("https")]);
    expect(await ask({ endpoint: `http://127.0.0.1:${store.port}/x` })).toEqual([
      400,
      "bucket_unreachable",
      expect.stringContaining("alone"),
    ]);
    const unknown = await ada.client.post(OUTBOXES, { name: "Books", template_id: "tpl_none", bucket: bucketAsked(store, "") });
    expect(unknown.json.error_code).toBe("template_unknown");
    expect((await ada.client.get(OUTBOXES)).json.outboxes).toEqual([]);
  });

  test("says what is wrong with it while it cannot be written, and is written afterwards", async () => {
    const ada = await withTemplate();
    const bucket = bucketAsked(store, `${ada.accountId}/`);
    const { json } = await ada.client.post(OUTBOXES, { name: "Books", bucket });
    await ada.client.put(`${OUTBOXES}/${json.outbox_id}`, { paused: true });
    const outbox = await findAnyOutbox(service.forAll.db, json.outbox_id);
    if (outbox?.settings.kind !== "bucket") throw new Error("the outbox is not there");
    const id = await read(ada, ada.template_id);
    const away = { ...outbox, settings: { ...outbox.settings, bucket: "not-there" } };
    {
      await using target = await openTarget(service.http.inboxes, away);
      await expect(write(outbox, target)).rejects.toMatchObject({ name: "NoSuchBucket" });
    }
    expect(await waiting(outbox)).toEqual([id]);
    await using target = await openTarget(service.http.inboxes, outbox);
    await write(outbox, target);
    expect(await openTestBucket(store).keys(`${ada.accountId}/`)).toEqual([".winnow", `${id}.json`]);
  });
});
