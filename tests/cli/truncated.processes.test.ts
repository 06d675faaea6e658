/** The command and the tools of `winnow mcp` say as the API does that a model did not get to the end of a document. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { nodeEnv } from "../support/node-env.ts";
import { INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const CUT = '{"findings":[{"path":"/invoice_number","raw":"INV-00042","page":1,"line":3},{"path":"/to';
const TOLD = { data: { invoice_number: "INV-00042" }, completeness: { truncated: true } };
const LINE = /^truncated: not all of the document was read/m;

let folder: string;
let server: ModelServer;
let env: Record<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "winnow-cut-"));
  server = await startModelServer();
  server.always({ reply: CUT, ends: "length" });
  const own = Object.entries(nodeEnv()).filter((entry): entry is [string, string] => entry[1] !== undefined);
  env = { ...Object.fromEntries(own), WINNOW_DATA_DIR: path.join(folder, "data"), ...server.env("anthropic") };
  await writeFile(path.join(folder, "invoice.pdf"), await pdfOf(INVOICE));
  await writeFile(path.join(folder, "schema.json"), JSON.stringify(INVOICE_SCHEMA));
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

test("`winnow extract` says it in a line, and in the record", async () => {
  const ask = ["extract", path.join(folder, "invoice.pdf"), "--schema", path.join(folder, "schema.json"), "--provider", "anthropic"];
  const told = (...more: string[]) => promisify(execFile)(process.execPath, ["src/cli/winnow.ts", ...ask, ...more], { cwd: ROOT, env });
  expect((await told()).stdout).toMatch(LINE);
  expect(JSON.parse((await told("--json")).stdout)).toMatchObject(TOLD);
});

test("the tool `extract_document` says it in its text, and in its record", async () => {
  const client = new Client({ name: "test", version: "1.0.0" });
  const args = ["src/cli/winnow.ts", "mcp", folder];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: ROOT, env }));
  try {
    const { content, structuredContent } = await client.callTool({
      name: "extract_document",
      arguments: { path: "invoice.pdf", schema: INVOICE_SCHEMA, provider: "anthropic" },
    });
    expect(structuredContent).toMatchObject(TOLD);
    expect(content[0]?.type === "text" && content[0].text).toMatch(LINE);
  } finally {
    await client.close();
  }
});
