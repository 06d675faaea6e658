/** A backup does not hold what opens its sealed values, unless that was asked for, and then it is sealed with a passphrase. */
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fillDataDir } from "../support/data-dir.ts";
import { startProcesses } from "../support/processes.ts";
import { winnowHere } from "../support/winnow-here.ts";

const PASSPHRASE = "seven small stones in a jar";

let folder: string;
let secret: string;
let webhookSecret: string;
const at = (name: string) => path.join(folder, name);

/** Its stdout; rejects with its stderr. */
async function winnow(dataDir: string, env: Record<string, string>, ...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await winnowHere(words, { WINNOW_DATA_DIR: dataDir, ...env });
  if (code !== 0) throw new Error(stderr);
  return stdout.trim();
}
const shown = (dataDir: string, env: Record<string, string> = {}) =>
  winnow(dataDir, env, "webhooks", "secret", "--account", "shop@example.com");

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "winnow-backup-secret-"));
  await fillDataDir(at("data"));
  await winnow(at("data"), {}, "keys", "create", "--name", "first", "--account", "shop@example.com");
  webhookSecret = await shown(at("data"));
  secret = (await readFile(at("data/secret"), "utf8")).trim();
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function everyByteOf(dir: string): Promise<Buffer> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((each) => each.isFile()).map((each) => readFile(path.join(each.parentPath, each.name)));
  return Buffer.concat(await Promise.all(files));
}

test("H11: a backup leaves the service's secret out, and what is started on it says so instead of making another", async () => {
  await winnow(at("data"), {}, "backup", at("bare"));
  expect((await everyByteOf(at("bare"))).includes(secret)).toBe(false);
  await expect(shown(at("bare"))).rejects.toThrow(/WINNOW_SECRET: .*backup.*without its secret/);
  await expect(startProcesses(at("bare"))).rejects.toThrow(/Configuration: WINNOW_SECRET: .*backup.*without its secret/);
  expect(await shown(at("bare"), { WINNOW_SECRET: secret })).toBe(webhookSecret);
}, 120_000);

test("H11: one that is asked to hold the secret seals it with a passphrase, which opens it again", async () => {
  await expect(winnow(at("data"), {}, "backup", "--with-secret", at("none"))).rejects.toThrow("WINNOW_BACKUP_PASSPHRASE");
  await expect(stat(at("none"))).rejects.toThrow("ENOENT");
  await expect(winnow(at("data"), { WINNOW_BACKUP_PASSPHRASE: "short" }, "keys", "list")).rejects.toThrow("WINNOW_BACKUP_PASSPHRASE");
  const env = { WINNOW_BACKUP_PASSPHRASE: PASSPHRASE };
  await winnow(at("data"), env, "backup", "--with-secret", at("whole"));
  const bytes = await everyByteOf(at("whole"));
  for (const clear of [secret, PASSPHRASE, Buffer.from(secret, "hex")]) expect(bytes.includes(clear)).toBe(false);
  await expect(shown(at("whole"))).rejects.toThrow("WINNOW_BACKUP_PASSPHRASE");
  await expect(shown(at("whole"), { WINNOW_BACKUP_PASSPHRASE: "another passphrase" })).rejects.toThrow("WINNOW_BACKUP_PASSPHRASE");
  expect(await shown(at("whole"), env)).toBe(webhookSecret);
  expect((await stat(at("whole/secret"))).mode & 0o777).toBe(0o600);
  expect(await shown(at("whole"))).toBe(webhookSecret);
}, 120_000);
