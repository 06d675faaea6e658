/** What `winnow` tells people of files it reads: doubts, empty files, places it cannot write to, and the fields of a document. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fillDataDir } from "../support/data-dir.ts";
import { INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { stackOf } from "../support/stack.ts";
import { winnowHere } from "../support/winnow-here.ts";

let folder: string;
const file = (name: string) => path.join(folder, name);
const winnow = (...args: string[]) => winnowHere(args, { WINNOW_DATA_DIR: file("data") });
const extract = (...args: string[]) => winnow("extract", file("invoice.pdf"), "--schema", file("schema.json"), ...args);
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "winnow-reading-"));
  await fillDataDir(file("data"), { postgres: false });
  await writeFile(file("invoice.pdf"), await pdfOf(INVOICE));
  await writeFile(file("schema.json"), JSON.stringify(INVOICE_SCHEMA));
  await writeFile(file("empty.pdf"), "");
  await mkdir(file("taken/invoice.json"), { recursive: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("a date that can be read in two ways is shown with both, below its value", async () => {
  await writeFile(file("date.pdf"), await pdfOf([[{ text: "Invoice date: 03/04/2026", y: 60 }]]));
  await writeFile(file("date.json"), JSON.stringify({ fields: [{ name: "invoice_date", type: "date" }] }));
  const { stdout } = await winnow("extract", file("date.pdf"), "--schema", file("date.json"));
  expect(stdout).toMatch(
    /^\/invoice_date {2}"2026-0[34]-0[34]".*\n {4}ambiguous_date: .*It may be "2026-0[34]-0[34]" or "2026-0[34]-0[34]"\.\n$/,
  );
});

test.each([["extract", "--schema", "schema.json"], ["suggest"], ["resume"], ["evaluate", "--skills", "Python"], ["analyze-job"]])(
  "%s of a file without a byte says that it is empty",
  async (command, ...more) => {
    const args = more.map((word) => (word.endsWith(".json") ? file(word) : word));
    expect(await winnow(command, file("empty.pdf"), ...args)).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/^empty_document: .*0 bytes/),
    });
  },
);

describe("--out", () => {
  test.each([
    ["a file", "schema.json", "names a file"],
    ["a file without an ending", "data/plain", "is a file"],
    ["a name that looks like a file's", "new.json", "--json > "],
    ["a place below a file", "schema.json/below", "cannot be made"],
    ["a folder whose NAME.json is a folder", "taken", "is a folder"],
  ])("%s is refused with what to do, before anything is read", async (_what, name, told) => {
    await writeFile(file("data/plain"), "");
    const { code, stdout, stderr } = await extract("--out", file(name));
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(told);
    expect(stderr).not.toMatch(/EEXIST|EISDIR|at .*\.ts/);
  });

  test("an existing folder is written to, also one that is called like a file", async () => {
    await mkdir(file("old.json"));
    expect((await extract("--out", file("old.json"))).code).toBe(0);
    expect(await readdir(file("old.json"))).toEqual(["invoice.json"]);
  });
});

test("a provider that was never configured is not told to be gone", async () => {
  const { code, stderr } = await extract("--provider", "openai");
  expect(code).not.toBe(0);
  expect(stderr).toContain("The provider `openai` is not configured here. Set OPENAI_API_KEY");
  expect(stderr).not.toContain("any more");
});

describe("split", () => {
  test("prints the documents of a stack with their pages and templates", async () => {
    const slip = path.join(import.meta.dirname, "../../samples/slip.schema.json");
    await writeFile(file("stack.pdf"), await stackOf([{ sample: "invoice-en" }, { sample: "resume-lena-brandt" }]));
    await writeFile(file("invoice.json"), JSON.stringify({ name: "Invoice", extraction_schema: INVOICE_SCHEMA }));
    const { code, stdout } = await winnow("split", file("stack.pdf"), "--templates", file("invoice.json"), slip);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^pages 1–2: Invoice \((?:0\.\d{1,3}|1)\)/m);
    expect(stdout).toMatch(/^page 3: none of the templates/m);
    const { stdout: json } = await winnow("split", file("stack.pdf"), "--templates", file("invoice.json"), "--json");
    expect(JSON.parse(json)).toMatchObject({
      page_count: 3,
      parts: [
        { pages: [1, 2], template: "Invoice" },
        { pages: [3], template: null },
      ],
    });
  });
});

describe("suggest", () => {
  test("prints each field with its type, a sample and its label", async () => {
    const { code, stdout } = await winnow("suggest", file("invoice.pdf"));
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\/invoice_number +string +"INV-00042" +“Invoice number:?”, page 1$/m);
    expect(stdout).toMatch(/^\/total +currency +"EUR 1,190\.00" /m);
  });

  test("what --json prints is a schema for extract", async () => {
    const { stdout } = await winnow("suggest", file("invoice.pdf"), "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      extraction_schema: { fields: expect.any(Array) },
      suggestions: expect.any(Array),
      warnings: [],
    });
    await writeFile(file("suggested.json"), stdout);
    const extracted = await winnow("extract", file("invoice.pdf"), "--schema", file("suggested.json"), "--json");
    expect(JSON.parse(extracted.stdout).data).toMatchObject({ invoice_number: "INV-00042", total: { amount: 1190, currency: "EUR" } });
    expect(await readFile(file("suggested.json"), "utf8")).not.toContain("png_base64");
  });
});
