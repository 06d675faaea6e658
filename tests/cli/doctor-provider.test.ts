/** `winnow doctor --provider`: what a model's server can do, and what to do about what it cannot, against stand-ins of the three at home. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fillDataDir } from "../support/data-dir.ts";
import { startHomeServer } from "../support/home-server.ts";
import type { HomeAsked, HomeKind, HomeOptions } from "../support/home-server-words.ts";
import { startModelServer } from "../support/model-server.ts";
import { winnowHere } from "../support/winnow-here.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "winnow-doctor-"));
  await fillDataDir(path.join(folder, "data"), { postgres: false });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const doctor = (env: Record<string, string>, provider = "openai", ...more: string[]) =>
  winnowHere(["doctor", "--provider", provider, ...more], { WINNOW_DATA_DIR: path.join(folder, "data"), ...env });
const model = ({ pictures }: HomeAsked) => (pictures > 0 ? { text: "Winnow reads this page." } : { numbers: "one, two, three" });
const serve = (kind: HomeKind, options: Partial<HomeOptions>) =>
  startHomeServer(kind, { contextTokens: 32_768, schema: "kept", ...options }, model);

test("a capable server: all lines are good, in two calls to the model", async () => {
  await using server = await serve("llama.cpp", { vision: true });
  const { code, stdout } = await doctor(server.env);
  expect(stdout).toMatch(/^ok +server +llama\.cpp at http:\S+\/v1, without a key$/m);
  expect(stdout).toMatch(/^ok +model +qwen3-8b, of 1 that the server lists$/m);
  expect(stdout).toMatch(/^ok +context +32,768 tokens, as the server tells$/m);
  expect(stdout).toMatch(/^ok +answers +in \d+\.\d s, \d+ tokens per second$/m);
  expect(stdout).toMatch(/^ok +schema +keeps to a JSON Schema$/m);
  expect(stdout).toMatch(/^ok +pictures +reads them$/m);
  expect(stdout).toMatch(/^ok +price +not known\n.*winnow budget/m);
  expect(code).toBe(0);
  expect(server.asked).toHaveLength(2);
});

test("what a small server cannot do is said with what to do", async () => {
  await using server = await serve("Ollama", { contextTokens: 4_096, schema: "text only", usage: false });
  const { code, stdout } = await doctor(server.env);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ok +server +Ollama at /m);
  expect(stdout).toMatch(/^ok +context +4,096 tokens, as the server tells\n.*OLLAMA_CONTEXT_LENGTH, or num_ctx/m);
  expect(stdout).toMatch(/^ok +answers +.*does not count tokens\n.*not noticed/m);
  expect(stdout).toMatch(/^ok +schema +takes no JSON Schema\n.*mended/m);
  expect(stdout).toMatch(/^ok +pictures +takes none\n.*pictures_not_seen/m);
});

test("a schema that is taken and not kept, and pictures that are refused, are found out", async () => {
  await using server = await serve("vLLM", { schema: "ignored" });
  const { stdout } = await doctor(server.env);
  expect(stdout).toMatch(/^ok +schema +takes a JSON Schema, but does not keep to it$/m);
  expect(stdout).toMatch(/^ok +pictures +takes none$/m);
});

test("a model that the server does not have, and a context that it does not have, fail", async () => {
  await using server = await serve("vLLM", {});
  const { code, stdout } = await doctor({ ...server.env, OPENAI_MODEL: "gemma" });
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^FAIL +model +gemma is not among the 1 models of the server\n.*OPENAI_MODEL to one of its models: Qwen\/Qwen3-8B\./m,
  );
  expect(stdout).toMatch(/^FAIL +answers +vLLM does not know the model `gemma`/m);
  expect(stdout).not.toMatch(/pictures/);
  const other = await doctor({ ...server.env, OPENAI_CONTEXT_TOKENS: "65536" });
  expect(other).toMatchObject({ code: 1, stdout: expect.stringMatching(/^FAIL +context +65,536 tokens.*\n.*tells 32,768/m) });
});

test("a server that is not there, and a provider that is not set up", async () => {
  const { code, stdout } = await doctor({ OPENAI_BASE_URL: "http://127.0.0.1:9/v1", OPENAI_MODEL: "m" });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^FAIL +answers +OpenAI could not be reached\.\n.*models-at-home/m);
  expect(await doctor({}, "gemini")).toMatchObject({ code: 1, stdout: expect.stringContaining("Set GEMINI_API_KEY") });
  expect(await doctor({}, "local")).toMatchObject({ code: 2 });
});

test.each(["openai", "anthropic", "gemini"] as const)("%s as a vendor: no line has the key, and --json has all lines", async (provider) => {
  await using server = await startModelServer(({ pictures }) => (pictures > 0 ? { text: "Winnow reads this page." } : { numbers: "one" }));
  const { code, stdout, stderr } = await doctor(server.env(provider, { key: "canary-key-5523" }), provider, "--json");
  expect(code).toBe(0);
  const { ok, checks } = JSON.parse(stdout);
  expect(ok).toBe(true);
  expect(checks.map(({ name }: { name: string }) => name)).toEqual([
    "server",
    "model",
    "context",
    "answers",
    "schema",
    "pictures",
    "price",
  ]);
  expect(checks[6]).toMatchObject({ text: "known", advice: null });
  expect(stdout + stderr).not.toContain("canary");
});
