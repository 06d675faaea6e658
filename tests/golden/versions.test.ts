/** Versions that answers are kept by: no output changes without them. */
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DocumentReader, openReader } from "#documents/read-document.ts";
import { PROMPT_VERSION, promptWords } from "#engines/llm/prompt-version.ts";
import { engineVersion } from "#engines/versions.ts";
import type { Model, Models } from "#platform/models/models.ts";
import { askOnce } from "#recruiting/models/ask-once.ts";
import { startTestService } from "../support/service.ts";
import { type Output, outputs, wrongWith } from "./outputs.ts";
import recorded from "./versions.json" with { type: "json" };

let folder: string;
let reader: DocumentReader;
let now: Record<string, Output>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "winnow-golden-"));
  await chmod(folder, 0o711);
  reader = openReader({ tessdataDir: folder, tempDir: path.join(folder, "reader"), size: 1 });
  now = await outputs(reader);
});
afterAll(async () => {
  await reader?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const before: Record<string, Output> = recorded;

test("H16: the outputs of engine, confidence, rules, claims and reading are those recorded with their versions", () => {
  expect(Object.entries(now).flatMap(([name, output]) => wrongWith(name, output, before[name]) ?? [])).toEqual([]);
  // A new version that nobody recorded would guard nothing.
  expect(now).toEqual(before);
});

test("H16: a changed output under the same version is told, with what to raise", () => {
  const changed = { ...now.engine, hash: "another" } as Output;
  expect(wrongWith("engine", changed, before.engine)).toContain("Raise ENGINE_VERSION");
  expect(wrongWith("engine", { ...changed, version: 1_000 }, before.engine)).toBeNull();
});

/** Strings and parts of templates in a source, without its comments and imports. */
function literalsOf(source: string): string[] {
  const code = source.replace(/^\s*\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$|^import.*$/gm, "");
  const found: string[] = [];
  /** What is open: a quote, or the braces of a template's expression. */
  const open: string[] = [];
  let text = "";
  for (const [i, sign] of [...code].entries()) {
    const top = open.at(-1);
    const isText = top === '"' || top === "`";
    const ends = isText && (sign === top || (top === "`" && sign === "{" && code[i - 1] === "$"));
    if (isText && !ends) text += sign;
    if (ends) found.push(text.replace(/\$$/, ""));
    if (ends || (!isText && (sign === '"' || sign === "`"))) text = "";
    if (ends && sign === top) open.pop();
    else if (!isText && (sign === '"' || sign === "`")) open.push(sign);
    else if (sign === "{" && (ends || !isText)) open.push("{");
    else if (sign === "}" && top === "{") open.pop();
  }
  return found;
}

test("H16: every text that the extraction's prompts are made of is part of their version", async () => {
  const words = promptWords();
  for (const file of ["prompt.ts", "fields.ts"]) {
    const source = await readFile(path.resolve(import.meta.dirname, "../../src/engines/llm", file), "utf8");
    for (const text of literalsOf(source).flatMap((literal) => literal.split(/\\n|\n/)))
      if (/\p{L}{2,} \p{L}{2,}/u.test(text)) expect(words, file).toContain(text.replaceAll("\\", "").trim());
  }
  expect(PROMPT_VERSION).toMatch(/^[0-9a-f]{16}$/);
  const models = { modelFor: () => ({ name: "m" }) } as unknown as Models;
  expect(engineVersion("openai", models)).toContain(PROMPT_VERSION);
});

test("H16: a question to a model is asked again when its words or the form of its reply changed", async () => {
  await using service = await startTestService({ worker: false });
  const { accountId } = await service.account();
  let asked = 0;
  const ask: Model["ask"] = async () => {
    asked++;
    return { text: '{"ok":true}', cut: false } as Awaited<ReturnType<Model["ask"]>>;
  };
  const model = { provider: "openai", name: "m", contextTokens: 1_000, outputTokensMax: 100, ask, usage: () => ({}) } as unknown as Model;
  const question = { instructions: "Read.", content: ["A line."], reply: { name: "r", schema: { type: "object" } } } as const;
  const put = (more: object) =>
    askOnce(
      { db: service.forAll.db, retentionDays: 1 },
      accountId,
      model,
      { ...question, content: ["A line."], ...more },
      (text) => JSON.parse(text),
      new AbortController().signal,
    );
  await put({});
  await put({});
  expect(asked).toBe(1);
  await put({ instructions: "Read well." });
  await put({ reply: { name: "r", schema: { type: "object", required: ["ok"] } } });
  await put({ content: ["Another line."] });
  expect(asked).toBe(4);
});
