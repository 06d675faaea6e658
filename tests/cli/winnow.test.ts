/** The `winnow` command (contract §1): results alone on stdout, works with and without a running server. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "#platform/config.ts";
import { Client } from "../support/client.ts";
import { nodeEnv } from "../support/node-env.ts";
import { INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { startProcesses } from "../support/processes.ts";
import { RESUME_TEXT } from "../support/resumes.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "winnow-cli-"));
  await writeFile(path.join(folder, "invoice.pdf"), await pdfOf(INVOICE));
  await writeFile(path.join(folder, "schema.json"), JSON.stringify(INVOICE_SCHEMA));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Run = { code: number; stdout: string; stderr: string };

function winnow(args: string[], env: Record<string, string> = {}): Promise<Run> {
  return new Promise((resolve) => {
    const options = { cwd: ROOT, env: { ...nodeEnv(), WINNOW_DATA_DIR: path.join(folder, "data"), ...env } };
    execFile(process.execPath, ["src/cli/winnow.ts", ...args], options, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : error ? 1 : 0, stdout, stderr });
    });
  });
}

describe("keys, while no server runs and while one does", () => {
  test("create prints the key alone; the server accepts it; a second one revokes the first at once; revoke ends it", async () => {
    const first = await winnow(["keys", "create", "--name", "one"]);
    expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(/^wnw_[0-9A-Za-z]{49}\n$/) });
    const service = await startProcesses(path.join(folder, "data"));
    const status = async (key: string) => (await new Client(service.url, key.trim()).get("/v1/tasks")).status;
    expect(await status(first.stdout)).toBe(200);
    const second = await winnow(["keys", "create", "--name", "two"]);
    expect([await status(first.stdout), await status(second.stdout)]).toEqual([401, 200]);
    const list = await winnow(["keys", "list"]);
    expect(list.stdout).toMatch(/revoked .*“one”[\s\S]*active .*“two”/);
    expect(list.stdout).not.toContain(second.stdout.trim());
    const id = /(key_\w+) {2}active/.exec(list.stdout)?.[1] ?? "";
    expect((await winnow(["keys", "revoke", id])).code).toBe(0);
    expect(await status(second.stdout)).toBe(401);
    const secret = await winnow(["webhooks", "secret", "--account", "owner@localhost"]);
    expect(secret.stdout).toMatch(/^whsec_\S+\n$/);
    expect((await winnow(["webhooks", "secret", "--account", "owner@localhost", "--rotate"])).stdout).not.toBe(secret.stdout);
    expect(await service.stop()).toBe(0);
  });

  test("what cannot be done says what to do and exits 1", async () => {
    expect(await winnow(["keys", "revoke", "key_none"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("keys list"),
    });
    expect(await winnow(["webhooks", "secret", "--account", "nobody@example.com"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("keys create"),
    });
    expect((await winnow(["keys", "create", "--name", "x", "--tier", "gold"])).code).toBe(1);
  });
});

describe("extract, without a server", () => {
  const ask = (...more: string[]) =>
    winnow(["extract", path.join(folder, "invoice.pdf"), "--schema", path.join(folder, "schema.json"), ...more]);

  test("--json prints the record with data, fields and evidence", async () => {
    const { code, stdout } = await ask("--json");
    expect(code).toBe(0);
    const record = JSON.parse(stdout);
    expect(record).toMatchObject({
      status: "completed",
      engine: "local",
      data: { invoice_number: "INV-00042", total: { amount: 1190, currency: "EUR" } },
    });
    expect(record.fields["/total"].evidence[0].text).toContain("1,190.00");
  });

  test("without --json prints a line per value with its words, page and box", async () => {
    expect((await ask()).stdout).toMatch(/^\/invoice_number {2}"INV-00042" {2}“.*INV-00042”, page 1 \[/m);
  });

  test("a broken file fails with its code, and a wrong schema names the place", async () => {
    await writeFile(path.join(folder, "broken.pdf"), "%PDF-1.4\nbroken");
    const broken = await winnow(["extract", path.join(folder, "broken.pdf"), "--schema", path.join(folder, "schema.json"), "--json"]);
    expect(broken.code).toBe(1);
    expect(JSON.parse(broken.stdout)).toMatchObject({ status: "failed", error: { code: "corrupt_document" } });
    await writeFile(path.join(folder, "wrong.json"), '{"fields":[{"name":"a","type":"strng"}]}');
    const wrong = await winnow(["extract", path.join(folder, "invoice.pdf"), "--schema", path.join(folder, "wrong.json")]);
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining("Did you mean `string`?") });
  });
});

describe("recruiting, without a server", () => {
  const file = (name: string) => path.join(folder, name);
  const AD = "Data Engineer\n\nRequirements:\n- 4+ years of Python\n- Strong PostgreSQL\n- Experience with Kubernetes\n";
  beforeAll(async () => {
    await writeFile(file("mia.txt"), RESUME_TEXT);
    await writeFile(file("ad.txt"), AD);
  });

  test("resume prints the person, --json everything with evidence", async () => {
    expect((await winnow(["resume", file("mia.txt")])).stdout).toMatch(/^name {3}Mia Muster$/m);
    const { stdout } = await winnow(["resume", file("mia.txt"), "--json"]);
    const read = JSON.parse(stdout);
    expect(read).toMatchObject({
      application_name: "Mia Muster",
      email: "mia.muster@example.com",
      resume: { work: [{ position: "Data Engineer" }] },
    });
    expect(read.fields["/basics/name"].evidence[0].text).toBe("Mia Muster");
  });

  test("evaluate scores the named skills, or those of the ad", async () => {
    const named = JSON.parse((await winnow(["evaluate", file("mia.txt"), "--skills", "Python, Rust", "--json"])).stdout);
    expect(Object.keys(named.skills)).toEqual(["Python", "Rust"]);
    expect(named.skills).toMatchObject({ Python: { evidence: expect.stringContaining("40 pipelines") }, Rust: { score: 0 } });
    const { stdout } = await winnow(["evaluate", file("mia.txt"), "--job", file("ad.txt")]);
    expect(stdout).toMatch(/^ *\d+ {2}Python \(confidence \d+\)$/m);
    expect(await winnow(["evaluate", file("mia.txt")])).toMatchObject({ code: 1, stderr: expect.stringContaining("--skills") });
  });

  test("analyze-job prints title, skills and questions", async () => {
    const analysis = JSON.parse((await winnow(["analyze-job", file("ad.txt"), "--json"])).stdout);
    expect(analysis).toMatchObject({ name: "Data Engineer", interview_questions: expect.any(Array) });
    expect(analysis.required_skills.length).toBeGreaterThanOrEqual(2);
  });

  test("an unreadable file fails with its code", async () => {
    await writeFile(file("broken-resume.pdf"), "%PDF-1.4\nbroken");
    expect(await winnow(["resume", file("broken-resume.pdf")])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("corrupt_document"),
    });
  });
});

test("doctor tries database, disk, documents, OCR and providers, and exits 0 when all are fine", async () => {
  const { code, stdout } = await winnow(["doctor"]);
  expect(stdout.match(/^ok /gm)).toHaveLength(5);
  expect(code).toBe(0);
});

test("doctor says what to do when the database cannot be reached, and exits 1", async () => {
  const { code, stdout } = await winnow(["doctor"], { DATABASE_URL: "postgres://nobody@127.0.0.1:9/none" });
  expect(stdout).toMatch(/FAIL {2}database[\s\S]*Set DATABASE_URL/);
  expect(code).toBe(1);
});

test("a wrong variable stops the command with one line that names it", async () => {
  const { code, stderr } = await winnow(["keys", "list"], { PORT: "eighty" });
  expect(code).toBe(1);
  expect(stderr.trim().split("\n")).toEqual([expect.stringMatching(/^Configuration: PORT: /)]);
});

test.each([
  ["WINNOW_WORKERS", "0"],
  ["WINNOW_ROLE", "both"],
  ["WINNOW_ALLOW_HOSTS", "ht!tp"],
  ["WINNOW_SECRET", "short"],
])("a wrong %s is refused by its name", (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}: `));
});
