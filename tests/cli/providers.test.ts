/** `winnow doctor`, `budget` and `extract --provider` against a stand-in of the vendors. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fillDataDir } from "../support/data-dir.ts";
import { startModelServer } from "../support/model-server.ts";
import { INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { pointingModel } from "../support/pointing-model.ts";
import { cloneDatabase } from "../support/service.ts";
import { winnowHere } from "../support/winnow-here.ts";

let folder: string;
/** A database of the test run's own server, and its OCR data. */
let here: Record<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "winnow-cli-"));
  here = { WINNOW_DATA_DIR: await fillDataDir(path.join(folder, "data"), { postgres: false }), DATABASE_URL: await cloneDatabase() };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const winnow = (args: string[], env: Record<string, string> = {}) => winnowHere(args, { ...here, ...env });

test("doctor asks each configured provider once and explains what fails", async () => {
  await using good = await startModelServer(() => ({ ok: true }));
  await using bad = await startModelServer();
  bad.always({ status: 401, message: "bad key canary-key-5523" });
  const env = {
    ...good.env("openai"),
    ...bad.env("anthropic", { key: "canary-key-5523" }),
    ...good.env("gemini", { model: "my-own-model" }),
  };
  const { code, stdout } = await winnow(["doctor"], env);
  expect(code).toBe(1);
  expect(stdout).toMatch(/ok +default +requests that name no provider are answered by openai/);
  expect(stdout).toMatch(/ok +openai +gpt-5\.4-mini at http:\S+ answered in \d+ ms\n/);
  expect(stdout).toMatch(/FAIL +anthropic +claude-haiku-4-5 at \S+: Anthropic refused the configured key \(status 401\)/);
  expect(stdout).toMatch(/Check ANTHROPIC_API_KEY/);
  expect(stdout).toMatch(/ok +gemini +my-own-model .*price is not known/);
  expect(stdout).not.toContain("canary");
  expect([good.asked.length, bad.asked.length]).toEqual([2, 1]);
  for (const { maxOutputTokens } of good.asked) expect(maxOutputTokens).toBeLessThanOrEqual(500);
});

test("extract --provider reads one file by a model, without a server", async () => {
  await using server = await startModelServer(pointingModel({ fields: { "/invoice_number": /Invoice number: (\S+)/ } }));
  await writeFile(path.join(folder, "invoice.pdf"), await pdfOf(INVOICE));
  await writeFile(path.join(folder, "schema.json"), JSON.stringify(INVOICE_SCHEMA));
  const ask = ["extract", path.join(folder, "invoice.pdf"), "--schema", path.join(folder, "schema.json"), "--json"];
  const { code, stdout } = await winnow([...ask, "--provider", "anthropic"], server.env("anthropic"));
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ engine: "anthropic", model: "claude-haiku-4-5", data: { invoice_number: "INV-00042" } });
  server.always({ status: 400 });
  expect(await winnow([...ask, "--provider", "anthropic"], server.env("anthropic"))).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('"code":"provider_refused"'),
  });
});

test("budget tells and sets what an account may spend", async () => {
  const account = ["--account", "owner@localhost"];
  expect(await winnow(["budget", ...account])).toMatchObject({ code: 1, stderr: expect.stringContaining("keys create") });
  await winnow(["keys", "create", "--name", "one"]);
  const env = { WINNOW_MONTHLY_BUDGET_USD: "20" };
  expect((await winnow(["budget", ...account])).stdout).toBe("spent $0.0000 of no limit this month\n");
  expect((await winnow(["budget", ...account], env)).stdout).toBe("spent $0.0000 of $20 (WINNOW_MONTHLY_BUDGET_USD) this month\n");
  expect((await winnow(["budget", ...account, "--set", "2.5"], env)).stdout).toBe("spent $0.0000 of $2.5 this month\n");
  expect((await winnow(["budget", ...account, "--set", "none"], env)).stdout).toContain("$20 (");
  expect((await winnow(["budget", ...account, "--set", "much"])).code).toBe(2);
});

test.each([
  [{ OPENAI_MODEL: "gpt-4o" }, /OPENAI_MODEL: is set, but neither OPENAI_API_KEY nor OPENAI_BASE_URL/],
  [{ GEMINI_BASE_URL: "ftp://example.com" }, /GEMINI_BASE_URL: has to be an http or https URL/],
  [{ WINNOW_DEFAULT_PROVIDER: "gemini" }, /WINNOW_DEFAULT_PROVIDER: `gemini` is not configured; set GEMINI_API_KEY/],
  [{ WINNOW_DEFAULT_PROVIDER: "gpt" }, /WINNOW_DEFAULT_PROVIDER: `gpt` is not allowed; give `local` or `openai`/],
  [{ WINNOW_MONTHLY_BUDGET_USD: "ten" }, /WINNOW_MONTHLY_BUDGET_USD: `ten` is not allowed; give US dollars/],
  [{ OPENAI_API_KEY: "k", OPENAI_API: "completions" }, /OPENAI_API: `completions` is not allowed; give `responses` or `chat`/],
])("a wrong variable stops the command: %o", async (env, message) => {
  const { code, stderr } = await winnow(["doctor"], env as Record<string, string>);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});
