/** `winnow measure` over documents of which we know what it finds right, wrong, missing and invented. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fillDataDir } from "../support/data-dir.ts";
import { startHomeServer } from "../support/home-server.ts";
import { INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { pointingModel } from "../support/pointing-model.ts";
import { winnowHere } from "../support/winnow-here.ts";

const RIGHT = { invoice_number: "inv-00042", invoice_date: "2026-04-03", total: { amount: 1190, currency: "EUR" } };

let folder: string;
let labelled: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "winnow-measure-"));
  labelled = path.join(folder, "labelled");
  await fillDataDir(path.join(folder, "data"), { postgres: false });
  await mkdir(labelled);
  const pdf = await pdfOf(INVOICE);
  const put = (name: string, content: Buffer | object) =>
    writeFile(path.join(labelled, name), Buffer.isBuffer(content) ? content : JSON.stringify(content));
  await put("schema.json", INVOICE_SCHEMA);
  await put("good.pdf", pdf);
  await put("good.expected.json", RIGHT);
  await put("bad.pdf", pdf);
  await put("bad.expected.json", { ...RIGHT, invoice_date: "2026-03-04", total: null, tax: 7 });
  // Of this file the schema asks for one thing that is not there.
  await put("more.pdf", pdf);
  await put("more.schema.json", { fields: [...INVOICE_SCHEMA.fields, { name: "iban", type: "string", description: "IBAN" }] });
  await put("more.expected.json", { ...RIGHT, iban: "DE37 9999 9999 0123 4567 89" });
  await put("broken.pdf", Buffer.from("%PDF-1.4\nbroken"));
  await put("broken.expected.json", RIGHT);
  await put("unlabelled.pdf", pdf);
  await put("lonely.expected.json", RIGHT);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const measure = (...args: string[]) => winnowHere(["measure", ...args], { WINNOW_DATA_DIR: path.join(folder, "data") });

test("every value counts once, mistakes come the surest first, and a file that fails counts as all missing", async () => {
  const { code, stdout, stderr } = await measure(labelled, "--json");
  expect(code).toBe(0);
  const score = JSON.parse(stdout);
  // good: 3 right; bad: 1 right, 1 wrong, 1 invented; more: 3 right, 1 missing; broken: 3 missing.
  expect(score).toMatchObject({ documents: 4, documents_right: 1, values: 12, right: 7, wrong: 1, missing: 4, invented: 1 });
  expect(score).toMatchObject({ accuracy: 7 / 13, precision: 7 / 9, recall: 7 / 12 });
  expect(score.fields).toContainEqual({ field: "/invoice_date", values: 4, right: 2, wrong: 1, missing: 1, invented: 0 });
  expect(score.failed).toEqual([{ file: "broken.pdf", code: "corrupt_document", message: expect.any(String) }]);
  const read = score.mistakes.filter(({ outcome }: { outcome: string }) => outcome !== "missing");
  expect(read).toContainEqual(
    expect.objectContaining({
      file: "bad.pdf",
      field: "/invoice_date",
      outcome: "wrong",
      expected: "2026-03-04",
      read: "2026-04-03",
      page: 1,
      confidence: expect.any(Number),
    }),
  );
  const confidence = score.mistakes.map(({ confidence }: { confidence: number | null }) => confidence ?? -1);
  expect(confidence).toEqual([...confidence].sort((a, b) => b - a));
  expect(score.calibration.reduce((sum: number, { values }: { values: number }) => sum + values, 0)).toBe(9);
  expect(stderr.trim().split("\n").sort()).toEqual([
    "4 documents measured",
    "bad.expected.json: /tax is not as the schema says and is not compared.",
    "lonely.expected.json has no document beside it.",
    "unlabelled.pdf has no label (unlabelled.expected.json) and is left out.",
  ]);
});

test("the report shows the same to people, and --at-least fails below", async () => {
  const { code, stdout, stderr } = await measure(labelled, "--at-least", "60");
  expect(code).toBe(1);
  expect(stdout).toMatch(/^\/invoice_date +4 +50\.0 +1 +1 +0$/m);
  expect(stdout).toMatch(/^all +12 +58\.3 +1 +4 +1$/m);
  expect(stdout).toContain("4 documents, 1 of them entirely right, 1 failed\naccuracy 53.8 %, precision 77.8 %, recall 58.3 %\n");
  expect(stdout).toMatch(/^\d\.\d\d {2}bad\.pdf {2}\/invoice_date {2}page 1: expected "2026-03-04", read "2026-04-03"$/m);
  expect(stdout).toMatch(/^broken\.pdf {2}corrupt_document: /m);
  expect(stderr).toContain("The accuracy of 53.8 % is below the 60 % of --at-least.");
});

test("what cannot be measured is said before any file is read", async () => {
  const empty = path.join(folder, "empty");
  await mkdir(empty);
  expect(await measure(empty)).toMatchObject({ code: 2, stderr: expect.stringContaining("x.expected.json") });
  await writeFile(path.join(empty, "a.pdf"), "");
  await writeFile(path.join(empty, "a.expected.json"), "{");
  expect(await measure(empty)).toMatchObject({ code: 2, stderr: expect.stringContaining("a.schema.json") });
  await writeFile(path.join(empty, "schema.json"), JSON.stringify(INVOICE_SCHEMA));
  expect(await measure(empty)).toMatchObject({ code: 2, stderr: expect.stringContaining("a.expected.json is not valid JSON") });
  expect(await measure(labelled, "--at-least", "much")).toMatchObject({ code: 2, stderr: expect.stringContaining("such as 95") });
});

describe("several engines on the same documents", () => {
  /** Reads the number and the total, and takes the wrong date. */
  const model = pointingModel({
    fields: { "/invoice_number": /Invoice number: (\S+)/, "/total": /Total due: (.+)/, "/invoice_date": /Due date: (.+)/ },
  });
  const compared = async (...args: string[]) => {
    await using server = await startHomeServer("llama.cpp", { contextTokens: 8_192, schema: "kept" }, model);
    const env = { WINNOW_DATA_DIR: path.join(folder, "data"), ...server.env };
    return await winnowHere(["measure", labelled, "--provider", "local,openai", ...args], env);
  };

  test("stand side by side, with what they cost and where they differ", async () => {
    const { code, stdout } = await compared();
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ +local +openai$/m);
    expect(stdout).toMatch(/^model +none +qwen3-8b$/m);
    expect(stdout).toMatch(/^right +7 +\d+$/m);
    expect(stdout).toMatch(/^accuracy % +53\.8 +\d+\.\d$/m);
    expect(stdout).toMatch(/^tokens in +0 +[\d,]+$/m);
    expect(stdout).toMatch(/^cost +\$0\.0000 +not known$/m);
    expect(stdout).toMatch(/^seconds a document +\d+\.\d +\d+\.\d$/m);
    expect(stdout).toMatch(/^good\.pdf {2}\/invoice_date: "2026-04-03" by local; openai /m);
    expect(stdout).toMatch(/^openai {2}broken\.pdf {2}corrupt_document: /m);
  });

  test("--price tells what a model at home costs, --json has every figure, --at-least looks at each", async () => {
    const { code, stdout, stderr } = await compared("--price", "0.5,2", "--json", "--at-least", "53");
    const { engines, differences } = JSON.parse(stdout);
    expect(engines).toMatchObject([
      { provider: "local", model: null, documents: 4, values: 12, right: 7, usage: { input_tokens: 0, output_tokens: 0, cost_usd: 0 } },
      { provider: "openai", model: "qwen3-8b", documents: 4, values: 12, calibration: expect.any(Array) },
    ]);
    const { input_tokens, output_tokens, cost_usd } = engines[1].usage;
    expect(input_tokens).toBeGreaterThan(1_000);
    expect(cost_usd).toBeCloseTo((input_tokens * 0.5 + output_tokens * 2) / 1_000_000, 12);
    expect(differences).toContainEqual(
      expect.objectContaining({ file: "good.pdf", at: "/invoice_date", expected: "2026-04-03", right: ["local"] }),
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(/accuracy of \d+\.\d % of openai is below the 53 %/);
    expect(stderr).not.toContain("of local is below");
  });

  test("an unknown or unconfigured engine is said before a file is read", async () => {
    expect(await compared("--provider", "gpt")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("local, openai, anthropic, gemini"),
    });
    expect(await measure(labelled, "--provider", "gemini")).toMatchObject({ code: 1, stderr: expect.stringContaining("GEMINI_API_KEY") });
  });
});
