/** `winnow mcp` with the official client: what a model's host sees. */
import { execFileSync, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nodeEnv } from "../support/node-env.ts";
import { startTestService } from "../support/service.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const SAMPLES = ["invoice-en.pdf", "resume-lena-brandt.pdf", "job-ad.txt"];

const CANARY = "WINNOW_SECRET=0123456789 Ann Bee, ann@example.com, Skills: Go, PostgreSQL, Kubernetes";
const PRIVATE = [
  ".env",
  ".git/config",
  "project/.env.local",
  ".winnow/secret",
  "data/secret",
  "data/documents/acct/doc",
  "monday/secret.sealed",
];
PRIVATE.push("monday/postgres/PG_VERSION", "monday/documents/acct/doc", "huge.txt");

let folder: string;
let client: Client;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "winnow-mcp-"));
  const open = path.join(folder, "open");
  await mkdir(open);
  for (const name of SAMPLES) await cp(path.join(ROOT, "samples", name), path.join(open, name));
  await writeFile(path.join(folder, "private.txt"), "not for the model");
  await writeFile(path.join(open, "unread.rtf"), "{\\rtf1 notes}");
  await symlink(path.join(folder, "private.txt"), path.join(open, "link.txt"));
  // What somebody's project holds besides documents; the data dir is inside the folder, and so is a backup of it.
  for (const each of PRIVATE) {
    await mkdir(path.dirname(path.join(open, each)), { recursive: true });
    await writeFile(path.join(open, each), CANARY);
  }
  await symlink(path.join(open, ".env"), path.join(open, "harmless.txt"));
  await symlink(path.join(open, "data"), path.join(open, "folder"));
  execFileSync("mkfifo", [path.join(open, "pipe.txt")]);
  await truncate(path.join(open, "huge.txt"), 3 * 2 ** 30);
  client = new Client({ name: "test", version: "1.0.0" });
  const env = Object.fromEntries(Object.entries(nodeEnv()).filter((entry): entry is [string, string] => entry[1] !== undefined));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ["src/cli/winnow.ts", "mcp", open],
    cwd: ROOT,
    env: { ...env, WINNOW_DATA_DIR: path.join(open, "data") },
  });
  await client.connect(transport);
});
afterAll(async () => {
  await client?.close();
  await rm(folder, { recursive: true, force: true });
});

// biome-ignore lint/suspicious/noExplicitAny: a host reads answers as any JSON
async function call(name: string, args: Record<string, unknown>): Promise<{ text: string; record: any; isError: boolean }> {
  const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: args });
  const [first] = content;
  return { text: first?.type === "text" ? first.text : "", record: structuredContent, isError };
}

test("the guide names each tool with its arguments", async () => {
  const guide = await readFile(path.join(ROOT, "docs/guides/mcp.md"), "utf8");
  const { tools } = await client.listTools();
  await using connected = await withServer();
  const { tools: more } = await connected.client.listTools();
  expect(more.length).toBe(tools.length + 3);
  for (const { name, inputSchema } of more) {
    const [, cell = ""] = new RegExp(`^\\| \`${name}\` \\| (.*?) \\|`, "m").exec(guide) ?? [];
    const told = [...cell.matchAll(/`([a-z_]+)`/g)].map(([, argument]) => argument);
    expect(told.sort(), name).toEqual(Object.keys(inputSchema.properties ?? {}).sort());
  }
});

test("each tool says what it takes, what it answers, and that it changes nothing", async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual([
    "analyze_job",
    "evaluate_resume",
    "extract_document",
    "read_resume",
    "split_document",
    "suggest_schema",
  ]);
  for (const { description, inputSchema, outputSchema, annotations } of tools) {
    expect(description?.length).toBeGreaterThan(40);
    expect([inputSchema.type, outputSchema?.type, annotations?.readOnlyHint]).toEqual(["object", "object", true]);
  }
  expect(client.getInstructions()).toContain("quote");
});

test("the documents of a file are told by named kinds", async () => {
  const templates = [{ name: "Invoice", schema: { fields: [{ name: "invoice_number" }, { name: "total" }] } }];
  const { record, text } = await call("split_document", { path: "invoice-en.pdf", templates });
  expect(record).toMatchObject({ page_count: 2, parts: [{ pages: [1, 2], template: "Invoice" }] });
  expect(text).toContain("pages 1–2: Invoice");
});

test("a schema is suggested, and posts straight into extraction, whose values have evidence", async () => {
  const suggested = await call("suggest_schema", { path: "invoice-en.pdf" });
  expect(suggested.record.schema.fields.length).toBeGreaterThan(3);
  const { record, text } = await call("extract_document", { path: "invoice-en.pdf", schema: suggested.record.schema });
  expect(Object.values(record.fields)).toContainEqual(expect.objectContaining({ status: "found" }));
  const expected = JSON.parse(await readFile(path.join(ROOT, "samples/invoice-en.expected.json"), "utf8"));
  const asked = await call("extract_document", {
    path: "invoice-en.pdf",
    schema: { fields: [{ name: "total", type: "currency", description: "Total amount due" }] },
  });
  expect(asked.record.data).toEqual({ total: expected.total });
  expect(asked.text).toMatch(/^\/total {2}\{"amount":.*page \d \[/);
  expect(text).toContain("confidence");
});

test("a résumé is read and scored against the ad, with the résumé's own words", async () => {
  const { record } = await call("read_resume", { path: "resume-lena-brandt.pdf" });
  expect(record.resume.basics).toMatchObject({ name: "Lena Brandt", email: "lena.brandt@example.com" });
  const ad = await call("analyze_job", { path: "job-ad.txt" });
  const scored = await call("evaluate_resume", { path: "resume-lena-brandt.pdf", job_ad_path: "job-ad.txt" });
  expect(Object.keys(scored.record.skills)).toEqual(ad.record.required_skills.map(({ name }: { name: string }) => name));
  expect(scored.record.overall_score).toBeGreaterThan(50);
  const named = await call("evaluate_resume", { path: "resume-lena-brandt.pdf", skills: ["Falconry"] });
  expect(named.record.skills.Falconry.score).toBe(0);
});

test.each([
  ["../private.txt", "is not below"],
  ["link.txt", "is not below"],
  ["/etc/passwd", "is not below"],
  ["/etc/no-such-file", "is not below"],
  ["missing.pdf", "There is no file missing.pdf"],
])("of %s a model hears only that it %s", async (given, told) => {
  expect(await call("read_resume", { path: given })).toMatchObject({
    isError: true,
    text: expect.stringContaining(told),
    record: undefined,
  });
});

describe("H12: what is no document of the folder is read by no tool", () => {
  const schema = { fields: [{ name: "secret" }] };
  const asks: [tool: string, args: (given: string) => Record<string, unknown>][] = [
    ["extract_document", (given) => ({ path: given, schema })],
    ["suggest_schema", (given) => ({ path: given })],
    ["split_document", (given) => ({ path: given, templates: [{ name: "Secret", schema }] })],
    ["read_resume", (given) => ({ path: given })],
    ["evaluate_resume", (given) => ({ path: given, skills: ["Go"] })],
    ["evaluate_resume", (given) => ({ path: "resume-lena-brandt.pdf", job_ad_path: given })],
    ["analyze_job", (given) => ({ path: given })],
  ];
  test.each([...PRIVATE.slice(0, -1), "./.env", "project/../.env", "harmless.txt", "folder/secret", ".missing", "data/missing"])(
    "H12: %s",
    async (given) => {
      for (const [tool, args] of asks) {
        const answer = await call(tool, args(given));
        expect(answer).toMatchObject({ isError: true, text: expect.stringContaining(`${given} is not offered`), record: undefined });
        expect(answer.text).not.toContain("0123456789");
      }
    },
  );

  test.each([
    ["pipe.txt", "not a regular file"],
    ["project", "not a regular file"],
    ["huge.txt", "document_too_large"],
  ])("H12: %s", { timeout: 10_000 }, async (given, text) => {
    for (const [tool, args] of asks)
      expect(await call(tool, args(given))).toMatchObject({ isError: true, text: expect.stringContaining(text) });
  });
});

test("what cannot be read, and a schema that is none, is told so that the model can ask differently", async () => {
  const schema = { fields: [{ name: "total", type: "curency" }] };
  expect(await call("extract_document", { path: "invoice-en.pdf", schema })).toMatchObject({
    isError: true,
    text: expect.stringContaining("Did you mean `currency`?"),
  });
  const none = await call("extract_document", { path: "unread.rtf", schema: { fields: [{ name: "total" }] } });
  expect(none).toMatchObject({ isError: true, text: expect.stringMatching(/^unsupported_type: /) });
  expect(await call("analyze_job", { text: "We want nice people." })).toMatchObject({
    isError: true,
    text: expect.stringContaining("skills"),
  });
});

/** A host whose server is there too. */
async function withServer() {
  const service = await startTestService();
  const { key } = await service.account();
  const host = new Client({ name: "test", version: "1.0.0" });
  const env = Object.fromEntries(Object.entries(nodeEnv()).filter((entry): entry is [string, string] => entry[1] !== undefined));
  const args = ["src/cli/winnow.ts", "mcp", path.join(folder, "open")];
  const own = { ...env, WINNOW_DATA_DIR: path.join(folder, "open/data"), WINNOW_URL: service.url, WINNOW_API_KEY: key };
  await host.connect(new StdioClientTransport({ command: process.execPath, args, cwd: ROOT, env: own }));
  return {
    client: host,
    async [Symbol.asyncDispose]() {
      await host.close();
      await service[Symbol.asyncDispose]();
    },
  };
}

test("many documents are sent to a server, followed to their end, and their values read some at a time", async () => {
  await using connected = await withServer();
  // biome-ignore lint/suspicious/noExplicitAny: a host reads answers as any JSON
  const ask = async (name: string, args: object): Promise<any> => {
    const { structuredContent, content, isError } = await connected.client.callTool({ name, arguments: { ...args } });
    return isError ? { error: content[0]?.type === "text" ? content[0].text : "" } : structuredContent;
  };
  const schema = { fields: [{ name: "invoice_number" }] };
  const paths = ["invoice-en.pdf", "unread.rtf", "invoice-en.pdf"];
  const { batch_id, total } = await ask("start_batch", { paths, schema });
  expect(total).toBe(3);
  expect(await ask("batch_progress", { batch_id, wait_seconds: 60 })).toMatchObject({
    status: "completed",
    counts: { completed: 2, failed: 1 },
  });
  const first = await ask("batch_results", { batch_id, limit: 2, evidence: true });
  expect(first).toMatchObject({
    results: [
      { index: 0, filename: "invoice-en.pdf", status: "completed", data: { invoice_number: "MF-20418" } },
      { index: 1, filename: "unread.rtf", status: "failed", data: null, error: { code: "unsupported_type" } },
    ],
    next: 2,
  });
  expect(first.results[0].fields["/invoice_number"].evidence[0].page).toBe(1);
  const rest = await ask("batch_results", { batch_id, from: first.next });
  expect(rest).toMatchObject({ results: [{ index: 2 }], next: null });
  expect(rest.results[0]).not.toHaveProperty("fields");
  expect((await ask("start_batch", { paths: ["../private.txt"], schema })).error).toContain("is not below");
  expect((await ask("start_batch", { paths: [".env"], schema })).error).toContain("is not offered");
  expect((await ask("start_batch", { paths: ["invoice-en.pdf"] })).error).toContain("extraction_schema");
  expect((await ask("batch_progress", { batch_id: "bat_none" })).error).toContain("No batch with this id");
});

test("the command ends when its host closes it", async () => {
  const child = spawn(process.execPath, ["src/cli/winnow.ts", "mcp", folder], {
    cwd: ROOT,
    env: { ...nodeEnv(), WINNOW_DATA_DIR: path.join(folder, "data") } as NodeJS.ProcessEnv,
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end();
  let printed = "";
  child.stdout.on("data", (chunk) => {
    printed += chunk;
  });
  expect(await new Promise((resolve) => child.once("close", resolve))).toBe(0);
  expect(printed).toBe("");
});
