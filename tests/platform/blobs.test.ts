/** Documents in a folder and in a bucket: what the service relies on, of both. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Blobs } from "#platform/blobs/blobs.ts";
import { openBlobs } from "#platform/blobs/open-blobs.ts";
import { readConfig } from "#platform/config.ts";
import { freePort } from "../support/free-port.ts";
import { type S3Server, startS3Server } from "../support/s3-server.ts";

let folder: string;
let server: S3Server;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "winnow-blobs-"));
  server = await startS3Server();
  for (const [name, value] of Object.entries(server.credentials)) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const open = (url: string): Blobs => openBlobs(readConfig({ WINNOW_STORAGE_URL: url }).storage);

async function listed(blobs: Blobs): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of blobs.keys()) keys.push(key);
  return keys.sort();
}

describe.each([
  ["a folder", (name: string) => `file://${folder}/${name}`],
  ["a bucket", (name: string) => server.url.replace("some/folder", name)],
])("%s", (_name, urlOf) => {
  let blobs: Blobs;
  beforeAll(() => {
    blobs = open(urlOf("documents"));
  });

  test("gives back the bytes that were put, the newest ones, until they are deleted", async () => {
    const bytes = Buffer.from([0, 255, 13, 10, ...Buffer.from("ä")]);
    await blobs.put("acct_1/task_1", Buffer.from("older"));
    await blobs.put("acct_1/task_1", bytes);
    expect(await blobs.get("acct_1/task_1")).toEqual(bytes);
    await blobs.put("acct_1/empty", Buffer.alloc(0));
    expect(await blobs.get("acct_1/empty")).toEqual(Buffer.alloc(0));
    for (const key of ["acct_1/task_1", "acct_1/empty"]) await blobs.delete(key);
    expect(await blobs.get("acct_1/task_1")).toBeNull();
  });

  test("what is not there is null, is deleted without a word, and was never modified", async () => {
    expect(await blobs.get("acct_2/none")).toBeNull();
    await blobs.delete("acct_2/none");
    expect(await blobs.modifiedAt("acct_2/none")).toBe(Number.POSITIVE_INFINITY);
  });

  test("copies a blob, which then lives alone; what is not there is not copied", async () => {
    const bytes = Buffer.from("the bytes, ä");
    await blobs.put("acct_4/from", bytes);
    expect(await blobs.copy("acct_4/from", "acct_5/to")).toBe(true);
    await blobs.put("acct_4/from", Buffer.from("others"));
    await blobs.delete("acct_4/from");
    expect(await blobs.get("acct_5/to")).toEqual(bytes);
    expect(await blobs.copy("acct_4/none", "acct_5/none")).toBe(false);
    expect(await blobs.get("acct_5/none")).toBeNull();
    await blobs.delete("acct_5/to");
  });

  test("knows when it was put", async () => {
    await blobs.put("acct_3/task", Buffer.from("a"));
    expect(Math.abs((await blobs.modifiedAt("acct_3/task")) - Date.now())).toBeLessThan(60_000);
    await blobs.delete("acct_3/task");
  });

  test("lists all there are below it and nothing beside it, more than fit into one answer", async () => {
    const keys = Array.from({ length: 1_050 }, (_, i) => `acct_${i % 3}/task_${String(i).padStart(4, "0")}`).sort();
    const many = open(urlOf("many"));
    for (let i = 0; i < keys.length; i += 50) await Promise.all(keys.slice(i, i + 50).map((key) => many.put(key, Buffer.from("a"))));
    expect(await listed(many)).toEqual(keys);
  });
});

describe("a bucket", () => {
  test("that is missing is a fault, and not an empty one", async () => {
    const missing = open(server.url.replace("winnow-documents", "another-bucket"));
    await expect(missing.get("acct_1/task_1")).rejects.toMatchObject({ name: "NoSuchBucket" });
    await expect(missing.put("acct_1/task_1", Buffer.from("a"))).rejects.toMatchObject({ name: "NoSuchBucket" });
  });

  test("whose server is away is a fault", async () => {
    const away = open(server.url.replace(String(server.port), String(await freePort())));
    await expect(away.get("acct_1/task_1")).rejects.toThrow("ECONNREFUSED");
  });
});

test.each([
  ["s3://bucket", { bucket: "bucket", prefix: "", endpoint: null, region: "us-east-1" }],
  ["s3://bucket/a/b/", { bucket: "bucket", prefix: "a/b/", endpoint: null, region: "us-east-1" }],
  [
    "s3://b?endpoint=https://minio.example.com:9000&region=eu-1",
    { bucket: "b", prefix: "", endpoint: "https://minio.example.com:9000", region: "eu-1" },
  ],
])("the storage %s is a bucket", (url, bucket) => {
  expect(readConfig({ WINNOW_STORAGE_URL: url }).storage).toEqual({ kind: "s3", ...bucket });
});

test.each([
  ["s3://", "is not supported"],
  ["https://bucket.example.com", "is not supported"],
  ["relative/folder", "is not supported"],
  ["s3://bucket?endpoint=minio:9000", "`endpoint`"],
  ["s3://bucket?key=secret", "`key` is not known"],
])("the storage %s stops the start and says why", (url, why) => {
  expect(() => readConfig({ WINNOW_STORAGE_URL: url })).toThrow(why);
});
