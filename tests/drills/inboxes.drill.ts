/** Two hundred documents come in a folder and in a mailbox while everything that may watch them is killed: none is lost or read twice. */
import { mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hasDovecot, type MailServer, PASSWORD, startDovecot } from "../support/dovecot.ts";
import { INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { clientOf, startProcesses } from "../support/processes.ts";
import { winnowHere } from "../support/winnow-here.ts";
import { type Killed, withKills } from "../support/with-kills.ts";

const COUNT = 200;
const EVERY_MS = 60;
const USER = "invoices";

let pdf: Buffer;
let mail: MailServer;
let of: Killed;
beforeAll(async () => {
  const home = await mkdtemp(path.join(tmpdir(), "winnow-inboxes-"));
  pdf = Buffer.from(await pdfOf(INVOICE));
  if (hasDovecot) mail = await startDovecot();
  const processes = await startProcesses(path.join(home, "data"));
  of = { home, processes, client: await clientOf(processes, path.join(home, "data")) };
});
afterAll(async () => {
  await of?.processes[Symbol.asyncDispose]();
  await mail?.[Symbol.asyncDispose]();
  if (of) await rm(of.home, { recursive: true, force: true });
});

const document = (n: number) => Buffer.concat([pdf, Buffer.from(`\n% ${n}\n`)]);
const names = Array.from({ length: COUNT }, (_, n) => `invoice-${String(n).padStart(3, "0")}.pdf`);

/** File names of all tasks, once none is unfinished and as many as expected came. */
async function filenamesOf(templateId: string): Promise<string[]> {
  const deadline = Date.now() + 240_000;
  for (;;) {
    const tasks: { status: string; document: { filename: string } }[] = [];
    let cursor = "";
    do {
      const page = await of.client.get(`/v1/tasks?limit=100&template_id=${templateId}${cursor && `&cursor=${cursor}`}`).catch(() => null);
      if (page?.status !== 200) break;
      tasks.push(...page.json.tasks);
      cursor = page.json.next_cursor ?? "";
    } while (cursor !== "");
    const isDone = tasks.length >= COUNT && tasks.every(({ status }) => status === "completed" || status === "failed");
    if (isDone || Date.now() > deadline) {
      expect(tasks.filter(({ status }) => status !== "completed")).toEqual([]);
      return tasks.map((task) => task.document.filename).sort();
    }
    await sleep(1_000);
  }
}

async function templateOf(name: string): Promise<string> {
  return (await of.client.post("/v1/templates", { name, extraction_schema: INVOICE_SCHEMA })).json.template_id;
}

test("a folder", { timeout: 600_000 }, async () => {
  const folder = await mkdtemp(path.join(of.home, "scans-"));
  const templateId = await templateOf("Scans");
  const env = { WINNOW_DATA_DIR: path.join(of.home, "data") };
  expect((await winnowHere(["inboxes", "add", "--folder", folder, "--template", templateId], env)).code).toBe(0);
  await withKills(of, async () => {
    for (const [n, name] of names.entries()) {
      await writeFile(path.join(folder, `${name}.part`), document(n));
      await rename(path.join(folder, `${name}.part`), path.join(folder, name));
      await sleep(EVERY_MS);
    }
  });
  expect(await filenamesOf(templateId)).toEqual(names);
  await expect.poll(() => readdir(path.join(folder, "done")).then((all) => all.sort()), { timeout: 60_000 }).toEqual(names);
});

test.skipIf(!hasDovecot)("a mailbox", { timeout: 600_000 }, async () => {
  const templateId = await templateOf("Mail");
  const mailbox = { host: "127.0.0.1", port: mail.port, security: "none", user: USER, password: PASSWORD };
  const made = await of.client.post("/v1/inboxes", { name: "Mail", template_id: templateId, mailbox, senders: ["@example.com"] });
  expect(made.status, made.text).toBe(201);
  await withKills(of, async () => {
    for (const [n, filename] of names.entries()) {
      const attachment = { filename, bytes: document(n) };
      await mail.send(USER, { from: "billing@example.com", subject: `Invoice ${n}`, messageId: `m${n}`, attachment });
      await sleep(EVERY_MS);
    }
  });
  expect(await filenamesOf(templateId)).toEqual(names);
  await expect.poll(() => mail.subjects(USER, "INBOX"), { timeout: 60_000 }).toEqual([]);
  expect((await mail.subjects(USER, "Winnow/Done")).length).toBe(COUNT);
});
