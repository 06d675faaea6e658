/** Inboxes: a folder and a mailbox whose documents become tasks, each once. */
import { mkdir, mkdtemp, readdir, rename, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEnqueueTask } from "#extraction/enqueue-task.ts";
import { openFolderSource } from "#extraction/inboxes/folder-source.ts";
import { findAnyInbox, type Inbox } from "#extraction/inboxes/inboxes.store.ts";
import { createInbox } from "#extraction/inboxes/inboxes.ts";
import { openMailboxSource } from "#extraction/inboxes/mailbox-source.ts";
import type { Source } from "#extraction/inboxes/source.ts";
import { takeItems } from "#extraction/inboxes/take-items.ts";
import { BY_COMMAND } from "#platform/audit.store.ts";
import { hasDovecot, type Mail, type MailServer, PASSWORD, startDovecot } from "../support/dovecot.ts";
import { eventually } from "../support/eventually.ts";
import { INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { type Person, signedIn } from "../support/signed-in.ts";

const NOT_TO_BE_STOPPED = new AbortController().signal;
const INBOXES = "/v1/inboxes";

let service: TestService;
let pdf: Buffer;
beforeAll(async () => {
  service = await startTestService();
  pdf = Buffer.from(await pdfOf(INVOICE));
});
afterAll(() => service?.[Symbol.asyncDispose]());

/** As the leader takes them, which works for all accounts. */
function take(inbox: Inbox, source: Source): Promise<void> {
  const { db, queue } = service.forAll;
  const { queueMax } = service.config;
  return takeItems(
    { ...service.http.extraction, db, enqueueTask: openEnqueueTask({ db, queue, queueMax }) },
    inbox,
    source,
    NOT_TO_BE_STOPPED,
  );
}
async function withTemplate(): Promise<Person & { template_id: string }> {
  const person = await signedIn(service);
  const { json } = await person.client.post("/v1/templates", { name: "Invoices", extraction_schema: INVOICE_SCHEMA });
  return Object.assign(person, { template_id: json.template_id });
}
const itemsOf = async ({ client }: Person, id: string) => (await client.get(`${INBOXES}/${id}/items`)).json.items;
const tasksOf = async ({ client }: Person) => (await client.get("/v1/tasks")).json.tasks;

describe("a folder", () => {
  async function folderOf(person: Person & { template_id: string }) {
    const folder = await mkdtemp(path.join(tmpdir(), "winnow-inbox-"));
    const settings = { kind: "folder" as const, path: folder };
    const caller = { accountId: person.accountId, ...BY_COMMAND };
    const { inbox_id } = await createInbox(service.forAll.db, caller, {
      name: "Scans",
      template: person.template_id,
      settings,
      senders: [],
    });
    const inbox = await findAnyInbox(service.forAll.db, inbox_id);
    if (!inbox) throw new Error("the inbox is not there");
    // What changed a while ago is whole.
    const put = async (name: string, bytes: Uint8Array = pdf, secondsAgo = 60) => {
      const at = new Date(Date.now() - 1000 * secondsAgo);
      await writeFile(path.join(folder, name), bytes);
      await utimes(path.join(folder, name), at, at);
    };
    const names = async (inFolder = ".") => (await readdir(path.join(folder, inFolder))).toSorted();
    return { folder, inbox, put, names, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
  }

  test("gives each whole file once, and has it in `done` afterwards; the task says where it came from", async () => {
    const ada = await withTemplate();
    await using it = await folderOf(ada);
    await it.put("one.pdf");
    await it.put("two.pdf");
    await it.put("arrives.pdf", pdf, 0);
    await it.put("three.pdf.part");
    await it.put(".hidden.pdf");
    await mkdir(path.join(it.folder, "sub"));
    const source = await openFolderSource(it.folder);
    await take(it.inbox, source);
    await take(it.inbox, source);
    const tasks = await tasksOf(ada);
    expect(tasks.map(({ document }: { document: { filename: string } }) => document.filename).sort()).toEqual(["one.pdf", "two.pdf"]);
    expect(tasks[0]).toMatchObject({ template: { template_id: ada.template_id }, metadata: { inbox_id: it.inbox.id } });
    expect(await it.names("done")).toEqual(["one.pdf", "two.pdf"]);
    expect(await it.names()).toEqual([".hidden.pdf", "arrives.pdf", "done", "refused", "sub", "three.pdf.part"]);
    expect(await itemsOf(ada, it.inbox.id)).toMatchObject([{ filename: "two.pdf", reason: null }, { filename: "one.pdf" }]);
  });

  test("does not read again what was taken but not moved yet, and reads a later file of the same name", async () => {
    const ada = await withTemplate();
    await using it = await folderOf(ada);
    await it.put("one.pdf");
    const source = await openFolderSource(it.folder);
    const killed: Source = { ...source, settle: () => Promise.reject(new Error("killed")) };
    await expect(take(it.inbox, killed)).rejects.toThrow("killed");
    expect(await it.names()).toContain("one.pdf");
    await take(it.inbox, source);
    expect(await tasksOf(ada)).toHaveLength(1);
    await it.put("one.pdf", pdf, 30);
    await take(it.inbox, source);
    expect(await tasksOf(ada)).toHaveLength(2);
    expect(await it.names("done")).toEqual(["one (2).pdf", "one.pdf"]);
  });

  test("puts aside what is no document, with the reason beside it", async () => {
    const ada = await withTemplate();
    await using it = await folderOf(ada);
    await it.put("program.exe", Buffer.from("MZ\0\0 no document"));
    await it.put("large.pdf", Buffer.alloc(10 * 1024 * 1024 + 1, "%PDF-1.4 "));
    await take(it.inbox, await openFolderSource(it.folder));
    expect(await it.names("refused")).toEqual(["large.pdf", "large.pdf.reason.txt", "program.exe", "program.exe.reason.txt"]);
    expect(await tasksOf(ada)).toEqual([]);
    expect((await itemsOf(ada, it.inbox.id)).map(({ reason }: { reason: string }) => reason)).toEqual([
      expect.stringContaining("not a"),
      expect.stringContaining("larger than 10 MB"),
    ]);
  });

  test("two leaders at the same moment make one task of each file", async () => {
    const ada = await withTemplate();
    await using it = await folderOf(ada);
    for (let i = 0; i < 5; i++) await it.put(`${i}.pdf`, Buffer.concat([pdf, Buffer.from(`\n% ${i}\n`)]));
    const both = await Promise.all([openFolderSource(it.folder), openFolderSource(it.folder)]);
    await Promise.allSettled(both.map((source) => take(it.inbox, source)));
    await take(it.inbox, both[0]);
    expect(await tasksOf(ada)).toHaveLength(5);
    expect((await it.names("done")).length).toBe(5);
  });

  test("waits while the account can take nothing, and tells why", async () => {
    const ada = await withTemplate();
    await using it = await folderOf(ada);
    await it.put("one.pdf");
    await ada.client.delete(`/v1/templates/${ada.template_id}`);
    await expect(take(it.inbox, await openFolderSource(it.folder))).rejects.toMatchObject({ code: "template_unknown" });
    expect(await it.names()).toContain("one.pdf");
  });

  test("is watched by the service, until it is paused or deleted; one that is gone is a problem that is told", {
    timeout: 300_000,
  }, async () => {
    const ada = await withTemplate();
    await using it = await folderOf(ada);
    const read = async () => (await ada.client.get(`${INBOXES}/${it.inbox.id}`)).json;
    await it.put("one.pdf");
    await eventually(
      () => tasksOf(ada),
      (tasks) => expect(tasks).toHaveLength(1),
    );
    expect(await read()).toMatchObject({ kind: "folder", place: it.folder, paused: false, problem: null });
    await rename(it.folder, `${it.folder}-away`);
    await writeFile(it.folder, "no folder");
    await eventually(read, ({ problem }) => expect(problem).toMatch(/ENOTDIR|EEXIST/));
    await rm(it.folder);
    await rename(`${it.folder}-away`, it.folder);
    expect((await ada.client.put(`${INBOXES}/${it.inbox.id}`, { paused: true })).json).toMatchObject({ paused: true, problem: null });
    expect((await ada.client.delete(`${INBOXES}/${it.inbox.id}`)).status).toBe(204);
    expect((await ada.client.get(INBOXES)).json.inboxes).toEqual([]);
  });
});

describe.skipIf(!hasDovecot)("a mailbox", () => {
  let server: MailServer;
  beforeAll(async () => {
    server = await startDovecot();
  });
  afterAll(() => server?.[Symbol.asyncDispose]());

  let users = 0;
  const mailbox = (user: string) => ({ host: "127.0.0.1", port: server.port, security: "none" as const, user, folder: "INBOX" });
  const open = (user: string, senders: string[]) =>
    openMailboxSource({ ...mailbox(user), password: PASSWORD }, senders, service.http.inboxes.fetchRules);
  const mail = (n: number, more: Partial<Mail> = {}): Mail => ({
    from: "billing@supplier.example.com",
    subject: `Invoice ${n}`,
    messageId: `m${n}`,
    attachment: { filename: `invoice-${n}.pdf`, bytes: pdf },
    ...more,
  });
  async function watched(senders = ["@supplier.example.com"]) {
    const ada = await withTemplate();
    const user = `user${++users}`;
    const ask = { name: "Mail", template_id: ada.template_id, mailbox: { ...mailbox(user), password: PASSWORD }, senders };
    const made = await ada.client.post(INBOXES, ask);
    expect(made.status, made.text).toBe(201);
    await ada.client.put(`${INBOXES}/${made.json.inbox_id}`, { paused: true });
    const inbox = await findAnyInbox(service.forAll.db, made.json.inbox_id);
    if (!inbox) throw new Error("the inbox is not there");
    return { ada, user, inbox, record: made.json };
  }

  test("gives the attachments of mails once each, and moves the mails", async () => {
    const { ada, user, inbox, record } = await watched();
    expect(record).toMatchObject({ kind: "mailbox", place: `${user} at 127.0.0.1, INBOX`, problem: null });
    expect(JSON.stringify(record)).not.toContain(PASSWORD);
    for (const n of [1, 2]) await server.send(user, mail(n));
    await using source = await open(user, inbox.senders);
    await take(inbox, source);
    await take(inbox, source);
    const tasks = await tasksOf(ada);
    expect(tasks.map(({ document }: { document: { filename: string } }) => document.filename).sort()).toEqual([
      "invoice-1.pdf",
      "invoice-2.pdf",
    ]);
    expect(tasks[0].metadata).toMatchObject({ inbox_id: inbox.id, from: "billing@supplier.example.com", subject: "Invoice 2" });
    expect(await server.subjects(user, "Winnow/Done")).toEqual(["Invoice 1", "Invoice 2"]);
    expect(await server.subjects(user, "INBOX")).toEqual([]);
    const { data } = await ada.client.wait(tasks[0].task_id);
    expect(data).toMatchObject({ invoice_number: "INV-00042" });
  });

  test("puts aside mails of others, forged ones and those without a document", async () => {
    const { ada, user, inbox } = await watched(["billing@supplier.example.com"]);
    await server.send(user, mail(1, { from: "stranger@example.com" }));
    await server.send(user, mail(2, { headers: "Authentication-Results: mx.example.com; dkim=none; dmarc=fail\r\n" }));
    await server.send(user, mail(3, { attachment: null }));
    await server.send(user, mail(4, { attachment: { filename: "x.exe", bytes: Buffer.from("MZ\0") } }));
    await using source = await open(user, inbox.senders);
    await take(inbox, source);
    expect(await tasksOf(ada)).toEqual([]);
    expect(await server.subjects(user, "Winnow/Refused")).toEqual(["Invoice 1", "Invoice 2", "Invoice 3", "Invoice 4"]);
    const reasons = (await itemsOf(ada, inbox.id)).map(({ reason }: { reason: string }) => reason).reverse();
    expect(reasons).toEqual([
      expect.stringContaining("does not name this sender"),
      expect.stringContaining("dmarc=fail"),
      "The mail has no attachment.",
      expect.stringContaining("not a"),
    ]);
  });

  test("does not read a mail again that was taken but not moved, nor one whose number changed", async () => {
    const { ada, user, inbox } = await watched();
    await server.send(user, mail(1));
    await using source = await open(user, inbox.senders);
    await expect(take(inbox, { ...source, settle: () => Promise.reject(new Error("killed")) })).rejects.toThrow("killed");
    await take(inbox, source);
    expect(await tasksOf(ada)).toHaveLength(1);
    expect(await server.subjects(user, "INBOX")).toEqual([]);
  });

  test("is looked at as soon as a mail comes", async () => {
    const { ada, user, inbox } = await watched();
    await ada.client.put(`${INBOXES}/${inbox.id}`, { paused: false });
    await server.send(user, mail(1));
    await eventually(
      () => tasksOf(ada),
      (tasks) => expect(tasks).toHaveLength(1),
    );
    await server.send(user, mail(2));
    await eventually(
      () => tasksOf(ada),
      (tasks) => expect(tasks).toHaveLength(2),
    );
  });

  test("is refused with a wrong password, at an address that is not allowed, and without protection", async () => {
    const { ada, user } = await watched();
    const ask = (more: object) =>
      ada.client.post(INBOXES, {
        name: "Mail",
        template_id: "auto",
        mailbox: { ...mailbox(user), password: PASSWORD, ...more },
        senders: ["@supplier.example.com"],
      });
    expect((await ask({ password: "wrong" })).json.error_code).toBe("mailbox_unreachable");
    expect((await ask({ host: "10.1.2.3", port: 993, security: "tls" })).json.error_code).toBe("mailbox_unreachable");
    expect((await ask({ host: "imap.example.com" })).json.error_code).toBe("url_not_allowed");
  });
});
