/** `winnow extract FOLDER --out results.jsonl`: many files, one file of results, gone on with after whatever ended the first run. */
import { type ChildProcess, spawn } from "node:child_process";
import { appendFile, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parse } from "csv-parse/sync";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fillDataDir } from "../support/data-dir.ts";
import { nodeEnv } from "../support/node-env.ts";
import { pdfOf } from "../support/pdf.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";
import { winnowHere } from "../support/winnow-here.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const SCHEMA = { fields: [{ name: "reference" }, { name: "total", type: "currency" }] };
let folder: string;
let env: Record<string, string>;
const file = (name: string) => path.join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "winnow-batch-"));
  env = { WINNOW_DATA_DIR: file("data") };
  await fillDataDir(file("data"), { postgres: false });
  await writeFile(file("schema.json"), JSON.stringify(SCHEMA));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const letter = (reference: string) =>
  pdfOf([
    [
      { text: `Reference: ${reference}`, y: 60 },
      { text: "Total: EUR 12.50", y: 100 },
    ],
  ]);

/** A folder with so many letters, one in a folder of its own, and what is no document. */
async function lettersIn(name: string, count: number): Promise<string> {
  const at = file(name);
  await mkdir(path.join(at, "below"), { recursive: true });
  await mkdir(path.join(at, ".hidden"));
  for (let i = 0; i < count; i++) await writeFile(path.join(at, i === 0 ? "below/0.pdf" : `${i}.pdf`), await letter(`R-${1000 + i}`));
  await writeFile(path.join(at, ".hidden/x.pdf"), await letter("hidden"));
  await writeFile(path.join(at, "notes.json"), "{}");
  return at;
}

type Line = { file: string; status: string; data?: { reference: string | null }; error?: { code: string } };
const linesOf = async (name: string): Promise<Line[]> => {
  const text = await readFile(name, "utf8").catch(() => "");
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
};

function started(
  args: string[],
  more: Record<string, string> = {},
): { child: ChildProcess; ended: Promise<{ code: number | null; stderr: string }> } {
  const child = spawn(process.execPath, ["src/cli/winnow.ts", "extract", ...args], { cwd: ROOT, env: { ...nodeEnv(), ...env, ...more } });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const ended = new Promise<{ code: number | null; stderr: string }>((resolve) => child.once("close", (code) => resolve({ code, stderr })));
  return { child, ended };
}

const extract = (...args: string[]) => winnowHere(["extract", ...args], env);

test("a run that is killed is gone on with: each file is read once, and none is lost", async () => {
  const letters = await lettersIn("killed", 60);
  await writeFile(path.join(letters, "broken.pdf"), "%PDF-1.4\nbroken");
  const out = file("killed.jsonl");
  const args = [letters, "--schema", file("schema.json"), "--out", out];
  const first = started(args);
  await expect.poll(async () => (await linesOf(out)).length, { interval: 5 }).toBeGreaterThan(3);
  first.child.kill("SIGKILL");
  await first.ended;
  const before = await linesOf(out);
  expect(before.length).toBeLessThan(60);
  // As a process leaves it that is killed while it writes.
  await appendFile(out, '{"file":"half of a li');
  const { code, stderr } = await extract(...args);
  expect([code, stderr]).toEqual([4, expect.stringContaining("60 of 61 files read, 1 failed, written to")]);
  expect(stderr).toContain(`${before.length} of 61 files were done before.`);
  const lines = await linesOf(out);
  expect(lines.slice(0, before.length)).toEqual(before);
  const read = lines.flatMap(({ data }) => data?.reference ?? []).sort();
  expect(read).toEqual(Array.from({ length: 60 }, (_, i) => `R-${1000 + i}`));
  expect(lines.filter(({ status }) => status === "failed")).toMatchObject([{ error: { code: "corrupt_document" } }]);
  const again = await extract(...args);
  expect([again.code, again.stderr]).toEqual([4, expect.stringContaining("61 of 61 files were done before.")]);
  expect(await linesOf(out)).toEqual(lines);
});

test("Ctrl-C ends it with 130 and whole lines, and the same command goes on", async () => {
  const letters = await lettersIn("stopped", 30);
  const args = [letters, "--schema", file("schema.json"), "--out", file("stopped.jsonl")];
  const { child, ended } = started(args);
  await expect.poll(async () => (await linesOf(file("stopped.jsonl"))).length, { interval: 5 }).toBeGreaterThan(2);
  child.kill("SIGINT");
  const { code, stderr } = await ended;
  expect([code, stderr]).toEqual([
    130,
    expect.stringMatching(/of 30 files are in .*The same command goes on with the others\.\nStopped\./),
  ]);
  expect((await extract(...args)).code).toBe(0);
  expect(new Set((await linesOf(file("stopped.jsonl"))).map((line) => line.file)).size).toBe(30);
});

test("exit codes tell whether all, some or none of the files were read", async () => {
  const letters = await lettersIn("codes", 2);
  await writeFile(file("broken.pdf"), "%PDF-1.4\nbroken");
  const by = ["--schema", file("schema.json"), "--out"];
  expect((await extract(letters, ...by, file("all.jsonl"))).code).toBe(0);
  expect((await extract(letters, file("broken.pdf"), ...by, file("some.jsonl"))).code).toBe(4);
  expect((await extract(file("broken.pdf"), ...by, file("none.jsonl"))).code).toBe(5);
  await mkdir(file("nothing"));
  expect((await extract(file("nothing"), ...by, file("nothing.jsonl"))).code).toBe(5);
});

test("a file that failed is read again when it is asked for, and has one line", async () => {
  await writeFile(file("mended.pdf"), "%PDF-1.4\nbroken");
  const args = [file("mended.pdf"), "--schema", file("schema.json"), "--out", file("mended.jsonl")];
  expect((await extract(...args)).code).toBe(5);
  await writeFile(file("mended.pdf"), await letter("R-7"));
  expect((await extract(...args)).code).toBe(5);
  expect((await extract(...args, "--retry-failed")).code).toBe(0);
  expect(await linesOf(file("mended.jsonl"))).toMatchObject([{ status: "completed", data: { reference: "R-7" } }]);
});

describe("tables for spreadsheets", () => {
  const invoices = () => [path.join(ROOT, "samples/invoice-en.pdf"), file("formula.pdf")];
  beforeAll(async () => {
    const schema = JSON.parse(await readFile(path.join(ROOT, "samples/invoice-en.schema.json"), "utf8"));
    await writeFile(file("table.json"), JSON.stringify({ fields: [...schema.fields, { name: "reference" }] }));
    await writeFile(file("formula.pdf"), await letter("=R-1000"));
  });

  test("CSV has a row for each file, the rows of a table in a file beside it, and no formula", async () => {
    const { code } = await extract(...invoices(), "--schema", file("table.json"), "--out", file("all.csv"));
    expect(code).toBe(0);
    const expected = JSON.parse(await readFile(path.join(ROOT, "samples/invoice-en.expected.json"), "utf8"));
    const rows = parse(await readFile(file("all.csv")), { bom: true, columns: true }) as Record<string, string>[];
    expect(rows.map((row) => [path.basename(row.file ?? ""), row.status])).toContainEqual(["invoice-en.pdf", "completed"]);
    const invoice = rows.find((row) => row.file?.endsWith("invoice-en.pdf"));
    expect(invoice).toMatchObject({
      invoice_number: expected.invoice_number,
      total: String(expected.total.amount),
      "total.currency": expected.total.currency,
    });
    expect(rows.find((row) => row.file?.endsWith("formula.pdf"))?.reference).toMatch(/^'=R-1000/);
    const items = parse(await readFile(file("all.line_items.csv")), { bom: true, columns: true }) as Record<string, string>[];
    expect(items.map(({ row }) => row)).toEqual(expected.line_items.map((_: unknown, i: number) => String(i + 1)));
    expect(items[0]?.description).toBe(expected.line_items[0].description);
  });

  test("XLSX has a sheet for each, with texts as texts and numbers as numbers", async () => {
    const { code } = await extract(...invoices(), "--schema", file("table.json"), "--out", file("all.xlsx"));
    expect(code).toBe(0);
    const parts = unzipSync(await readFile(file("all.xlsx")));
    const text = (name: string) => new TextDecoder().decode(parts[name]);
    expect(text("xl/workbook.xml")).toMatch(/name="Files".*name="line_items"/s);
    const sheets = Object.keys(parts)
      .filter((name) => name.startsWith("xl/worksheets/sheet"))
      .map(text);
    expect(sheets).toHaveLength(2);
    for (const sheet of sheets) expect(sheet).not.toContain("<f>");
    expect(sheets.join("")).toMatch(/<v>12\.5<\/v>/);
    expect(
      Object.values(parts)
        .map((each) => new TextDecoder().decode(each))
        .join(""),
    ).toContain(">=R-1000</t>");
    expect((await readdir(folder)).filter((name) => name.endsWith(".new"))).toEqual([]);
  });

  test("go on with new files, and are no documents of the folder they lie in", async () => {
    const letters = await lettersIn("growing", 2);
    const args = [letters, "--schema", file("schema.json"), "--out", path.join(letters, "results.csv")];
    expect((await extract(...args)).code).toBe(0);
    await writeFile(path.join(letters, "new.pdf"), await letter("R-9"));
    const { stderr } = await extract(...args);
    expect(stderr).toMatch(/2 of 3 files were done before\.\n3 of 3 files read/);
    expect(parse(await readFile(path.join(letters, "results.csv")), { bom: true })).toHaveLength(4);
  });
});

test.each([
  [["--schema", "schema.json"], "is a folder. Say where"],
  [["--schema", "schema.json", "--template", "tpl_a", "--out", "a.jsonl"], "not both"],
  [["--out", "a.jsonl"], "--schema FILE"],
  [["--template", "tpl_a", "--out", "a.jsonl"], "WINNOW_API_KEY"],
  [["--schema", "schema.json", "--out", "other.jsonl"], "Line 1 of"],
  [["--schema", "schema.json", "--out", "asked.jsonl"], "another schema"],
])("extract of a folder with %s is refused with what to do", async (args, told) => {
  await mkdir(file("some"), { recursive: true });
  await copyFile(path.join(ROOT, "samples/invoice-en.pdf"), file("some/a.pdf"));
  await writeFile(file("other.jsonl"), "{}\n");
  await writeFile(file("asked.jsonl"), '{"file":"a","request":"0","status":"completed"}\n');
  const named = args.map((word) => (/\.\w+$/.test(word) ? file(word) : word));
  const { code, stdout, stderr } = await winnowHere(["extract", file("some"), ...named], { ...env, WINNOW_API_KEY: "" });
  expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining(told)]);
});

describe("read by a server", () => {
  let service: SharedService;
  beforeAll(async () => {
    service = await sharedService();
  });

  test("a killed run is gone on with, and the server reads each file once", async () => {
    const client = await service.account({ tier: "pro" });
    const { template_id } = (await client.post("/v1/templates", { name: "Letters", extraction_schema: SCHEMA })).json;
    const letters = await lettersIn("sent", 90);
    await writeFile(path.join(letters, "empty.pdf"), "");
    const out = file("sent.jsonl");
    const args = [letters, "--template", template_id, "--out", out];
    const key = { WINNOW_API_KEY: client.apiKey ?? "", WINNOW_URL: service.url };
    const { child, ended } = started(args, key);
    const tasks = async () => (await client.get("/v1/extract-batch?limit=100")).json.batches;
    await expect.poll(async () => (await tasks()).length, { interval: 5 }).toBeGreaterThan(0);
    child.kill("SIGKILL");
    await ended;
    const { code, stderr } = await winnowHere(["extract", ...args], { ...env, ...key });
    expect([code, stderr]).toEqual([4, expect.stringContaining("90 of 91 files read, 1 failed")]);
    const lines = await linesOf(out);
    expect(lines.flatMap(({ data }) => data?.reference ?? []).sort()).toEqual(Array.from({ length: 90 }, (_, i) => `R-${1000 + i}`));
    expect((await tasks()).reduce((sum: number, { total }: { total: number }) => sum + total, 0)).toBe(90);
    expect((await readdir(folder)).filter((name) => name.endsWith(".sent"))).toEqual([]);
  });

  test("a schema, and a file that the server cannot read", async () => {
    const client = await service.account();
    await writeFile(file("broken.pdf"), "%PDF-1.4\nbroken");
    await writeFile(file("fine.pdf"), await letter("R-1"));
    const args = [
      "extract",
      file("fine.pdf"),
      file("broken.pdf"),
      "--schema",
      file("schema.json"),
      "--url",
      service.url,
      "--out",
      file("two.csv"),
    ];
    const { code, stderr } = await winnowHere(args, { ...env, WINNOW_API_KEY: client.apiKey ?? "" });
    expect([code, stderr]).toEqual([4, expect.stringContaining("corrupt_document")]);
    const rows = parse(await readFile(file("two.csv")), { bom: true, columns: true }) as Record<string, string>[];
    // In the order in which they were done.
    expect(rows.map(({ status, reference }) => [status, reference]).sort()).toEqual([
      ["completed", "R-1"],
      ["failed", ""],
    ]);
  });
});
