/** The tasks of a packet read one stored file, which goes with the last of them and not before. */
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { PacketRecord } from "#contract/packets.ts";
import { forgetExpired } from "#extraction/maintenance.ts";
import { forgetExpiredPackets, forgetOrphanPackets } from "#extraction/packets/packet-maintenance.ts";
import type { Client } from "../support/client.ts";
import { eventually } from "../support/eventually.ts";
import { base64 } from "../support/pdf.ts";
import { startTestService } from "../support/service.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";
import { stackOf } from "../support/stack.ts";

let service: SharedService;
beforeAll(async () => {
  service = await sharedService();
});

type Stack = { client: Client & { accountId: string }; packet: PacketRecord; tasks: string[]; file: Buffer };

/** A packet of two invoices and a résumé, whose tasks have ended. */
async function stack(more: object = {}): Promise<Stack> {
  const client = await service.account();
  const fields = (...names: string[]) => ({ fields: names.map((name) => ({ name, type: "string" })) });
  const templates: string[] = [];
  for (const [name, extraction_schema] of [
    ["Invoice", fields("invoice_number", "total")],
    ["Résumé", fields("name", "email")],
  ] as const)
    templates.push((await client.post("/v1/templates", { name, extraction_schema })).json.template_id);
  const file = await stackOf([{ sample: "invoice-en" }, { sample: "resume-lena-brandt" }, { sample: "invoice-de" }]);
  const { json } = await client.post("/v1/packets", { file_content: base64(file), templates, ...more });
  const packet: PacketRecord = (await client.get(`/v1/packets/${json.packet_id}?wait=60`)).json;
  const tasks = packet.parts.flatMap(({ task_id }) => task_id ?? []);
  expect(tasks).toHaveLength(3);
  for (const task of tasks) await client.wait(task);
  return { client, packet, tasks, file };
}

async function keysOf({ accountId }: { accountId: string }): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of service.deps.blobs.keys()) if (key.startsWith(`${accountId}/`)) keys.push(key);
  return keys;
}
const bytesOf = async ({ accountId }: { accountId: string }) => {
  let bytes = 0;
  for (const key of await keysOf({ accountId })) bytes += (await service.deps.blobs.get(key))?.length ?? 0;
  return bytes;
};

/** Of a task its file, of a packet a page. */
async function canRead({ client, packet, file }: Stack, id: string): Promise<boolean> {
  if (id === packet.packet_id) return (await client.get(`/v1/packets/${id}/pages/1.png?width=100`)).status === 200;
  const answer = await fetch(`${service.url}/api/extractor/v1/tasks/${id}/document`, { headers: { authorization: String(client.apiKey) } });
  return answer.status === 200 && Buffer.from(await answer.arrayBuffer()).equals(file);
}
const remove = ({ client, packet }: Stack, id: string) => client.delete(id === packet.packet_id ? `/v1/packets/${id}` : `/v1/tasks/${id}`);

test("three parts keep one copy of the file", async () => {
  const { client, file } = await stack();
  const bytes = await bytesOf(client);
  expect(bytes).toBeGreaterThanOrEqual(file.length);
  expect(bytes).toBeLessThan(2 * file.length);
});

describe("whatever the order of deletion", () => {
  test.each([
    ["the packet first", [3, 0, 1, 2]],
    ["the packet last", [2, 1, 0, 3]],
    ["the packet between", [0, 3, 2, 1]],
  ])("%s: who is left can read the file, and nothing is left of the last", async (_, order) => {
    const all = await stack();
    const left = [...all.tasks, all.packet.packet_id];
    for (const at of order) {
      const id = [...all.tasks, all.packet.packet_id][at] ?? "";
      expect((await remove(all, id)).status).toBe(204);
      left.splice(left.indexOf(id), 1);
      for (const other of left) expect(await canRead(all, other), other).toBe(true);
    }
    expect(await keysOf(all.client)).toEqual([]);
  });

  test("all at once: nothing is left", async () => {
    const all = await stack();
    await Promise.all([...all.tasks, all.packet.packet_id].map((id) => remove(all, id)));
    expect(await keysOf(all.client)).toEqual([]);
  });
});

test("a part that is set by hand reads the same file, also when the packet is gone", async () => {
  const all = await stack();
  const { client, packet, tasks } = all;
  const parts = packet.parts.map(({ pages, template_id }) => ({ pages, template_id }));
  const [, resume] = packet.templates;
  const set = await client.put(`/v1/packets/${packet.packet_id}/parts`, {
    parts: parts.map((part, i) => (i === 0 ? { ...part, template_id: resume } : part)),
  });
  const made = set.json.parts[0].task_id;
  expect(tasks).not.toContain(made);
  await remove(all, packet.packet_id);
  for (const task of tasks) await remove(all, task);
  expect((await client.wait(made)).status).toBe("completed");
  expect(await canRead(all, made)).toBe(true);
  await remove(all, made);
  expect(await keysOf(client)).toEqual([]);
});

test("with `retention_days: 0` the file goes when the last task has ended", async () => {
  const { client } = await stack({ retention_days: 0 });
  await eventually(
    () => keysOf(client),
    (keys) => expect(keys).toEqual([]),
  );
});

test("with `retention_days: 0` the file of a packet that nobody cut goes with its deadline", async () => {
  await using own = await startTestService({ worker: false });
  const client = await own.account();
  const extraction_schema = { fields: [{ name: "total", type: "string" }] };
  const template = (await client.post("/v1/templates", { name: "Invoice", extraction_schema })).json.template_id;
  const file = await stackOf([{ sample: "invoice-en" }]);
  const { json } = await client.post("/v1/packets", { file_content: base64(file), templates: [template], retention_days: 0 });
  const keys = async () => {
    const all: string[] = [];
    for await (const key of own.deps.blobs.keys()) all.push(key);
    return all;
  };
  expect(await keys()).toHaveLength(1);
  await sql`UPDATE packets SET deadline_at = now()`.execute(own.db);
  await eventually(keys, (left) => expect(left).toEqual([]));
  expect((await client.get(`/v1/packets/${json.packet_id}`)).json).toMatchObject({
    status: "failed",
    error: { code: "deadline_exceeded" },
  });
});

test("the end of retention deletes the file with the last of the records", async () => {
  const all = await stack();
  const { client, packet, tasks } = all;
  const end = async (table: "tasks" | "packets", id: string) => {
    await sql`UPDATE ${sql.table(table)} SET expires_at = now() - interval '1 second' WHERE id = ${id}`.execute(service.db);
    await forgetExpired(service.forAll);
    await forgetExpiredPackets(service.forAll);
  };
  const [first = "", second = "", third = ""] = tasks;
  await end("tasks", first);
  await end("packets", packet.packet_id);
  await end("tasks", second);
  expect(await canRead(all, third)).toBe(true);
  await end("tasks", third);
  expect(await keysOf(client)).toEqual([]);
});

test("of a process that died between row and file maintenance deletes what nobody reads, and nothing else", async () => {
  const all = await stack();
  const { client, packet, tasks } = all;
  const [first = "", ...others] = tasks;
  await sql`DELETE FROM packets WHERE id = ${packet.packet_id}`.execute(service.db);
  await sql`DELETE FROM tasks WHERE id = ANY(${others}::text[])`.execute(service.db);
  await forgetOrphanPackets(service.forAll, 0);
  expect(await canRead(all, first)).toBe(true);
  await sql`DELETE FROM tasks WHERE id = ${first}`.execute(service.db);
  expect(await keysOf(client)).not.toEqual([]);
  await forgetOrphanPackets(service.forAll, 0);
  expect(await keysOf(client)).toEqual([]);
});
