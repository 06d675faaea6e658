/** Ollama, vLLM and llama.cpp: no key, a context of 4,096 tokens, no pictures, no schema, one call at a time. What is read is whole, or said not to be. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TaskRecord } from "#contract/task.ts";
import { pngOf } from "#documents/testing/draw-picture.ts";
import { type HomeServer, startHomeServer } from "../support/home-server.ts";
import type { HomeKind, HomeOptions } from "../support/home-server-words.ts";
import { base64, type Line, pdfOf } from "../support/pdf.ts";
import { pointingModel } from "../support/pointing-model.ts";
import { startTestService, type TestService } from "../support/service.ts";

const KINDS: HomeKind[] = ["Ollama", "vLLM", "llama.cpp"];
const CONTEXT_TOKENS = 4_096;

const ROWS = Array.from({ length: 200 }, (_, i) => ({
  code: `SKU-${10_000 + i * 7}`,
  text: `Part number ${i} of the list`,
  quantity: (i * 13) % 50,
}));
const COLUMNS = [50, 150, 400];
/** Eight pages, some 15,000 letters: two to three times what such a context holds. */
const PAGES: Line[][] = Array.from({ length: 8 }, (_, page) => [
  { text: `Example Parts Ltd, parts list, page ${page + 1} of 8`, y: 30 },
  ...["Code", "Description", "Quantity"].map((text, i) => ({ text, x: COLUMNS[i] ?? 0, y: 60 })),
  ...ROWS.slice(page * 25, page * 25 + 25).flatMap(({ code, text, quantity }, i) =>
    [code, text, String(quantity)].map((cell, column) => ({ text: cell, x: COLUMNS[column] ?? 0, y: 90 + i * 26 })),
  ),
]);
const SCHEMA = {
  fields: [
    { name: "seller", type: "string" },
    { name: "parts", type: "table", fields: [{ name: "code" }, { name: "text" }, { name: "quantity", type: "integer" }] },
  ],
};
const model = pointingModel({
  fields: { "/seller": /^(Example Parts Ltd)/ },
  tables: { "/parts": { columns: ["code", "text", "quantity"], row: /^(SKU-\d+)\s+(Part number \d+ of the list)\s+(\d+)$/ } },
});
const WHOLE = { seller: "Example Parts Ltd", parts: ROWS };
const document = base64(await pdfOf(PAGES));
const short = base64(await pdfOf(PAGES.slice(0, 1)));
const SHORT = { seller: "Example Parts Ltd", parts: ROWS.slice(0, 25) };

async function serve(kind: HomeKind, options: Partial<HomeOptions>, env: Record<string, string> = {}) {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await startHomeServer(kind, { contextTokens: CONTEXT_TOKENS, schema: "kept", ...options }, model));
  const service = stack.use(await startTestService({ env: { ...server.env, ...env } }));
  const client = await service.account();
  const whole = stack.move();
  const extract = async (file: string, schema: object = SCHEMA): Promise<TaskRecord> =>
    client.wait(await client.submit({ file_content: file, extraction_schema: schema, provider: "openai", cache: "off" }));
  return { server, extract, [Symbol.asyncDispose]: () => whole.disposeAsync() };
}

describe.each(KINDS)("%s with a context of 4,096 tokens", (kind) => {
  test("answers a document longer than its context whole, without a key", async () => {
    await using at = await serve(kind, {});
    const record = await at.extract(document);
    expect(record).toMatchObject({ status: "completed", warnings: [], completeness: { truncated: false }, data: WHOLE });
    expect(record.usage.cost_usd).toBeNull();
    expect(at.server.asked.length).toBeGreaterThan(4);
    for (const { tokens, format } of at.server.asked) {
      expect(tokens).toBeLessThan(CONTEXT_TOKENS * 0.75);
      expect(format).toBe("json_schema");
    }
    // What the server is was asked once, and not before each call.
    expect(at.server.looked.filter((path) => path === "GET /v1/models")).toHaveLength(1);
  });

  test("that refuses a schema is asked for JSON, once and for all", async () => {
    await using at = await serve(kind, { schema: "refused", slots: 1 }, { WINNOW_PROVIDER_CONCURRENCY: "1" });
    expect(await at.extract(document)).toMatchObject({ status: "completed", warnings: [], data: WHOLE });
    expect(at.server.asked.map(({ format }) => format).filter((format) => format === "json_schema")).toHaveLength(1);
    expect(at.server.asked.at(-1)).toMatchObject({ format: "json_object", instructions: expect.stringContaining("JSON Schema") });
  });

  test("that refuses every form is asked in words, and what it says around the JSON is left out", async () => {
    await using at = await serve(kind, { schema: "text only" }, { WINNOW_PROVIDER_CONCURRENCY: "1" });
    expect(await at.extract(short)).toMatchObject({ status: "completed", warnings: [], data: SHORT });
    expect(at.server.asked.map(({ format }) => format)).toEqual(["json_schema", "json_object", "text"]);
    await at.extract(short);
    expect(at.server.asked.map(({ format }) => format)).toEqual(["json_schema", "json_object", "text", "text"]);
  });

  test("that takes a schema and keeps to none is mended", async () => {
    await using at = await serve(kind, { schema: "ignored" });
    expect(await at.extract(short)).toMatchObject({ status: "completed", warnings: [], data: SHORT });
  });
});

describe("pictures", () => {
  let scan: string;
  beforeAll(async () => {
    const drawn = ["Example Parts Ltd", "SKU-10000 Part number 0"]
      .map((text, i) => `<text x="60" y="${120 + i * 80}">${text}</text>`)
      .join("");
    scan = base64(await pngOf(`<svg width="1000" height="400"><g font-family="sans-serif" font-size="40" fill="#000">${drawn}</g></svg>`));
  });
  const schema = { fields: [{ name: "seller", type: "string" }] };

  test.each(KINDS)("%s with a model that sees none goes on without, and says so", async (kind) => {
    await using at = await serve(kind, { contextTokens: 32_000 });
    const record = await at.extract(scan, schema);
    expect(record).toMatchObject({ status: "completed", data: { seller: "Example Parts Ltd" } });
    expect(record.warnings.map(({ code }) => code)).toContain("pictures_not_seen");
    // Ollama and llama.cpp tell it; vLLM refuses the first, and is sent none after it.
    expect(at.server.asked.map(({ pictures }) => pictures)).toEqual(kind === "vLLM" ? [1, 0] : [0]);
    await at.extract(scan, schema);
    expect(at.server.asked.at(-1)?.pictures).toBe(0);
  });

  test.each(KINDS)("%s with a model that sees them is sent them", async (kind) => {
    await using at = await serve(kind, { contextTokens: 32_000, vision: true });
    const record = await at.extract(scan, schema);
    expect(record.warnings.map(({ code }) => code)).not.toContain("pictures_not_seen");
    expect(at.server.asked).toMatchObject([{ pictures: 1 }]);
  });

  test.each(KINDS)("%s behind a proxy that hides what it tells is found out by its refusal, whatever the status", async (kind) => {
    await using at = await serve(kind, { contextTokens: 32_000, hidden: true });
    const record = await at.extract(scan, schema);
    expect(record).toMatchObject({ status: "completed", attempts: 1, data: { seller: "Example Parts Ltd" } });
    expect(record.warnings.map(({ code }) => code)).toContain("pictures_not_seen");
    expect(at.server.asked.map(({ pictures }) => pictures)).toEqual([1, 0]);
  });

  test("a context too small for pictures is said as well", async () => {
    await using at = await serve("llama.cpp", { vision: true });
    const record = await at.extract(scan, schema);
    expect(record.warnings.map(({ code }) => code)).toContain("pictures_not_seen");
  });
});

describe("what a server does not say", () => {
  test("Ollama's cut of a prompt fails the task instead of passing off a part as the whole", async () => {
    await using at = await serve("Ollama", { hidden: true });
    const record = await at.extract(document);
    expect(record).toMatchObject({ status: "failed", error: { code: "provider_refused", retryable: false } });
    expect(record.error?.message).toMatch(/read 2048 tokens of a prompt of at least \d+.*OLLAMA_CONTEXT_LENGTH/);
  });

  test.each(["vLLM", "llama.cpp"] as const)("%s's refusal of a prompt that is too long names the variable to set", async (kind) => {
    await using at = await serve(kind, { hidden: true });
    const record = await at.extract(document);
    expect(record).toMatchObject({ status: "failed", attempts: 1, error: { code: "provider_refused", retryable: false } });
    expect(record.error?.message).toContain("set OPENAI_CONTEXT_TOKENS");
  });

  test("OPENAI_CONTEXT_TOKENS says what a server behind a proxy does not", async () => {
    await using at = await serve("Ollama", { hidden: true }, { OPENAI_CONTEXT_TOKENS: String(CONTEXT_TOKENS) });
    expect(await at.extract(document)).toMatchObject({ status: "completed", warnings: [], data: WHOLE });
  });

  test("num_ctx of a Modelfile is the context, without loading the model", async () => {
    await using at = await serve("Ollama", { numCtx: CONTEXT_TOKENS, contextTokens: CONTEXT_TOKENS });
    expect(await at.extract(document)).toMatchObject({ status: "completed", data: WHOLE });
    expect(at.server.looked).not.toContain("POST /api/generate");
  });

  test("a context too small for the fields is said in numbers, before any call", async () => {
    await using at = await serve("llama.cpp", { contextTokens: 1_024 });
    const record = await at.extract(short);
    expect(record.error).toMatchObject({ code: "provider_refused", message: expect.stringMatching(/context of 1024 tokens is too small/) });
    expect(at.server.asked).toHaveLength(0);
  });

  test("a reply without a count of tokens costs what nobody knows", async () => {
    await using at = await serve("llama.cpp", { usage: false });
    const record = await at.extract(short);
    expect(record).toMatchObject({ status: "completed", data: SHORT, usage: { input_tokens: 0, cost_usd: null } });
  });

  test.each(["Ollama", "llama.cpp"] as const)("%s is told not to let the model think, which would use up the reply", async (kind) => {
    await using at = await serve(kind, { thinks: true });
    expect(await at.extract(short)).toMatchObject({ status: "completed", data: SHORT, completeness: { truncated: false } });
  });
});

describe("slow servers", () => {
  let server: HomeServer;
  let service: TestService;
  beforeAll(async () => {
    server = await startHomeServer("llama.cpp", { contextTokens: CONTEXT_TOKENS, schema: "kept", slots: 2, delayMs: 50 }, model);
    service = await startTestService({ env: server.env });
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  test("get as many calls at a time as they have slots", async () => {
    const client = await service.account();
    const record = await client.wait(await client.submit({ file_content: document, extraction_schema: SCHEMA, cache: "off" }));
    expect(record).toMatchObject({ status: "completed", data: WHOLE });
    expect(server.atOnce()).toBe(2);
  });
});
