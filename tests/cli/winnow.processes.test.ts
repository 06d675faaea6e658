/** The `winnow` command (contract §1): results alone on stdout, works with and without a running server. What it prints for people: docs.test.ts. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "#platform/config.ts";
import { Client } from "../support/client.ts";
import { fillDataDir } from "../support/data-dir.ts";
import { nodeEnv } from "../support/node-env.ts";
import { INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { startProcesses } from "../support/processes.ts";
import { RESUME_TEXT } from "../support/resumes.ts";
import { cloneDatabase } from "../support/service.ts";
import { type Run, winnowHere } from "../support/winnow-here.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
let folder: string;
/** Of commands that run in this process: a database of the test run's own server, and its OCR data. */
let here: Record<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "winnow-cli-"));
  here = { WINNOW_DATA_DIR: path.join(folder, "here"), DATABASE_URL: await cloneDatabase() };
  await fillDataDir(path.join(folder, "here"), { postgres: false });
  await fillDataDir(path.join(folder, "data"));
  await writeFile(path.join(folder, "invoice.pdf"), await pdfOf(INVOICE));
  await writeFile(path.join(folder, "schema.json"), JSON.stringify(INVOICE_SCHEMA));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** As a shell starts it. What goes through a pipe never has escape codes. */
function winnow(args: string[], env: Record<string, string> = {}): Promise<Run> {
  return new Promise((resolve) => {
    const options = { cwd: ROOT, env: { ...nodeEnv(), WINNOW_DATA_DIR: path.join(folder, "data"), ...env } };
    execFile(process.execPath, ["src/cli/winnow.ts", ...args], options, (error, stdout, stderr) => {
      expect(stdout + stderr).not.toContain("\x1b");
      resolve({ code: typeof error?.code === "number" ? error.code : error ? 1 : 0, stdout, stderr });
    });
  });
}

describe("keys, while no server runs and while `winnow start` does", () => {
  test("create prints the key alone; the server accepts it; a second one revokes the first at once; revoke ends it", async () => {
    const first = await winnow(["keys", "create", "--name", "one"]);
    expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(/^wnw_[0-9A-Za-z]{49}\n$/) });
    const service = await startProcesses(path.join(folder, "data"), {}, ["src/cli/winnow.ts", "start"]);
    const status = async (key: string) => (await new Client(service.url, key.trim()).get("/v1/tasks")).status;
    expect(await status(first.stdout)).toBe(200);
    const beside = { WINNOW_DATA_DIR: path.join(folder, "data") };
    const second = await winnowHere(["keys", "create", "--name", "two"], beside);
    expect([await status(first.stdout), await status(second.stdout)]).toEqual([401, 200]);
    const list = await winnowHere(["keys", "list"], beside);
    expect(list.stdout).toMatch(/revoked .*“one”[\s\S]*active .*“two”/);
    expect(list.stdout).not.toContain(second.stdout.trim());
    const id = /(key_\w+) {2}active/.exec(list.stdout)?.[1] ?? "";
    expect((await winnowHere(["keys", "revoke", id], beside)).code).toBe(0);
    expect(await status(second.stdout)).toBe(401);
    const secret = await winnowHere(["webhooks", "secret", "--account", "owner@localhost"], beside);
    expect(secret.stdout).toMatch(/^whsec_\S+\n$/);
    expect((await winnowHere(["webhooks", "secret", "--account", "owner@localhost", "--rotate"], beside)).stdout).not.toBe(secret.stdout);
    expect(await service.stop()).toBe(0);
  });

  test("what cannot be done says what to do and exits 1, for programs as JSON", async () => {
    expect(await winnowHere(["keys", "revoke", "key_none"], here)).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("keys list"),
    });
    const nobody = await winnowHere(["webhooks", "secret", "--account", "nobody@example.com", "--json"], here);
    expect(nobody).toMatchObject({ code: 1, stderr: expect.stringContaining("keys create") });
    expect(JSON.parse(nobody.stdout)).toEqual({ error: { code: "failed", message: nobody.stderr.trim() } });
  });

  test("wrong usage exits 2 and says what is allowed", async () => {
    const gold = await winnowHere(["keys", "create", "--name", "x", "--tier", "gold", "--json"]);
    expect(gold).toMatchObject({ code: 2, stderr: expect.stringContaining("free, pro, enterprise") });
    expect(JSON.parse(gold.stdout)).toEqual({ error: { code: "usage", message: expect.stringContaining("'gold' is invalid") } });
    expect(await winnowHere([])).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("analyze-job") });
    expect(await winnowHere(["--help"])).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("Exit codes:") });
    const { version } = JSON.parse(await readFile(path.join(ROOT, "package.json"), "utf8"));
    expect(await winnowHere(["--version"])).toMatchObject({ code: 0, stdout: `${version}\n` });
  });
});

test("--json prints what administration tells, under the names of docs/cli.md", async () => {
  const json = async (...args: string[]) => JSON.parse((await winnowHere([...args, "--json"], here)).stdout);
  const when = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
  const account = ["--account", "shop@example.com"];
  const made = await json("keys", "create", "--name", "shop", ...account, "--tier", "pro");
  expect(made).toEqual({ key: expect.stringMatching(/^wnw_/), account_id: expect.any(String), name: "shop" });
  const { keys } = await json("keys", "list");
  const unused = { active: true, tier: "pro", name: "shop", created_at: when, last_used_at: null, revoked_at: null };
  expect(keys).toEqual([{ id: expect.stringMatching(/^key_/), last_four: made.key.slice(-4), account: "shop@example.com", ...unused }]);
  expect(await json("keys", "revoke", keys[0].id)).toEqual({ id: keys[0].id, revoked: true });
  expect(await json("accounts", "link", ...account)).toEqual({ url: expect.stringContaining("/join#"), expires_at: when });
  expect(await json("webhooks", "secret", ...account)).toEqual({
    secret: expect.stringMatching(/^whsec_/),
    created_at: when,
    previous_expires_at: null,
  });
  const budget = { account: "shop@example.com", spent_usd: 0, limit_usd: 2.5, own_limit: true, models: [] };
  expect(await json("budget", ...account, "--set", "2.5")).toEqual(budget);
  expect(await json("audit", "verify")).toEqual({ lines: expect.any(Number), head: expect.stringMatching(/^\d+:[0-9a-f]{64}$/) });
  expect(await json("migrate")).toEqual({ up_to_date: true });
  // The database of DATABASE_URL is not ours to copy.
  expect(await json("backup", path.join(folder, "copy"))).toEqual({
    error: { code: "failed", message: expect.stringContaining("pg_dump") },
  });
});

describe("extract, without a server", () => {
  const file = (name: string) => path.join(folder, name);
  const ask = (names: string[], ...more: string[]) => ["extract", ...names.map(file), "--schema", file("schema.json"), ...more];
  const INVOICE_RECORD = {
    status: "completed",
    engine: "local",
    data: { invoice_number: "INV-00042", total: { amount: 1190, currency: "EUR" } },
  };
  beforeAll(() => writeFile(file("broken.pdf"), "%PDF-1.4\nbroken"));

  test("--json prints the record with data, fields and evidence", async () => {
    const { code, stdout } = await winnow(ask(["invoice.pdf"], "--json"));
    expect(code).toBe(0);
    const record = JSON.parse(stdout);
    expect(record).toMatchObject(INVOICE_RECORD);
    expect(record.fields["/total"].evidence[0].text).toContain("1,190.00");
  });

  test("a property of the schema that nothing reads is told, with what it probably means", async () => {
    await writeFile(file("misspelt.json"), JSON.stringify({ fields: [{ name: "total", tpe: "currency" }] }));
    const told = await winnowHere(["extract", file("invoice.pdf"), "--schema", file("misspelt.json"), "--json"], here);
    expect(told).toMatchObject({ code: 0, stderr: expect.stringContaining("misspelt.json /fields/0/tpe: Unknown property `tpe`") });
    expect(JSON.parse(told.stdout).warnings).toContainEqual(expect.objectContaining({ code: "unknown_property", path: "/fields/0/tpe" }));
  });

  test("a broken file exits 3 with its code, and a wrong schema exits 2 and names the place", async () => {
    const broken = await winnowHere(ask(["broken.pdf"], "--json"), here);
    expect(broken).toMatchObject({ code: 3, stderr: expect.stringMatching(/^corrupt_document: /) });
    expect(JSON.parse(broken.stdout)).toMatchObject({ status: "failed", error: { code: "corrupt_document" } });
    await writeFile(file("wrong.json"), '{"fields":[{"name":"a","type":"strng"}]}');
    const wrong = await winnowHere(["extract", file("invoice.pdf"), "--schema", file("wrong.json")], here);
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("Did you mean `string`?") });
  });

  test("of several files each is a line of JSON and a file of its own, and one that fails stops no other", async () => {
    const names = ["broken.pdf", "none.pdf", "invoice.pdf"];
    const { code, stdout, stderr } = await winnowHere(ask(names, "--json", "--out", file("out")), here);
    expect(code).toBe(3);
    const records = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(records).toMatchObject([
      { file: file("broken.pdf"), status: "failed", error: { code: "corrupt_document", retryable: false } },
      { file: file("none.pdf"), status: "failed", error: { code: "unreadable_file" } },
      { file: file("invoice.pdf"), ...INVOICE_RECORD },
    ]);
    expect(stderr.split("\n")).toEqual([
      expect.stringContaining("broken.pdf: corrupt_document"),
      expect.stringContaining("none.pdf does not exist"),
      `1 of 3 files read, written to ${file("out")}`,
      "",
    ]);
    const { file: _, ...record } = records[2];
    expect(JSON.parse(await readFile(file("out/invoice.json"), "utf8"))).toEqual(record);
    const [pdf, png] = [file("a/x.pdf"), file("b/x.png")];
    expect(await winnowHere(["extract", pdf, png, "--schema", file("schema.json"), "--out", file("out")], here)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("x.json"),
    });
  });
});

describe("recruiting, without a server", () => {
  const file = (name: string) => path.join(folder, name);
  const AD = "Data Engineer\n\nRequirements:\n- 4+ years of Python\n- Strong PostgreSQL\n- Experience with Kubernetes\n";
  beforeAll(async () => {
    await writeFile(file("mia.txt"), RESUME_TEXT);
    await writeFile(file("ad.txt"), AD);
  });

  test("resume --json prints the person with evidence", async () => {
    const { stdout } = await winnowHere(["resume", file("mia.txt"), "--json"], here);
    const read = JSON.parse(stdout);
    expect(read).toMatchObject({
      application_name: "Mia Muster",
      email: "mia.muster@example.com",
      resume: { work: [{ position: "Data Engineer" }] },
    });
    expect(read.fields["/basics/name"].evidence[0].text).toBe("Mia Muster");
  });

  test("evaluate scores the named skills, and wants some", async () => {
    const named = JSON.parse((await winnowHere(["evaluate", file("mia.txt"), "--skills", "Python, Rust", "--json"], here)).stdout);
    expect(Object.keys(named.skills)).toEqual(["Python", "Rust"]);
    expect(named.skills).toMatchObject({ Python: { evidence: expect.stringContaining("40 pipelines") }, Rust: { score: 0 } });
    expect(await winnowHere(["evaluate", file("mia.txt")], here)).toMatchObject({ code: 2, stderr: expect.stringContaining("--skills") });
  });

  test("analyze-job prints title, skills and questions", async () => {
    const analysis = JSON.parse((await winnowHere(["analyze-job", file("ad.txt"), "--json"], here)).stdout);
    expect(analysis).toMatchObject({ name: "Data Engineer", interview_questions: expect.any(Array) });
    expect(analysis.required_skills.length).toBeGreaterThanOrEqual(2);
  });

  test("an unreadable file exits 3 with its code", async () => {
    await writeFile(file("broken-resume.pdf"), "%PDF-1.4\nbroken");
    const broken = await winnowHere(["resume", file("broken-resume.pdf"), "--json"], here);
    expect(broken).toMatchObject({ code: 3, stderr: expect.stringMatching(/^corrupt_document: /) });
    expect(JSON.parse(broken.stdout)).toMatchObject({ error: { code: "corrupt_document" } });
  });
});

test("doctor tries database, disk, documents, OCR and providers, and exits 0 when all are fine", async () => {
  const { code, stdout } = await winnow(["doctor"]);
  expect(stdout.match(/^ok /gm)).toHaveLength(6);
  expect(code).toBe(0);
});

test("doctor says what to do when the database cannot be reached, and exits 1", async () => {
  const env = { ...here, DATABASE_URL: "postgres://nobody@127.0.0.1:9/none" };
  const { code, stdout } = await winnowHere(["doctor", "--json"], env);
  expect(code).toBe(1);
  const { ok, checks } = JSON.parse(stdout);
  expect(ok).toBe(false);
  expect(checks).toContainEqual({
    name: "database",
    ok: false,
    text: expect.any(String),
    advice: expect.stringContaining("Set DATABASE_URL"),
  });
  expect(checks).toContainEqual({ name: "OCR", ok: true, text: expect.any(String), advice: null });
});

test("a wrong variable stops the command with one line that names it", async () => {
  const { code, stderr } = await winnowHere(["keys", "list"], { PORT: "eighty" });
  expect(code).toBe(2);
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
