/** `winnow results`: what a server has of a template, as a file. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parse } from "csv-parse/sync";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { sharedService } from "../support/shared-service.ts";
import { winnowHere } from "../support/winnow-here.ts";

let folder: string;
let env: Record<string, string>;
let template: string;
beforeAll(async () => {
  const service = await sharedService();
  folder = await mkdtemp(path.join(tmpdir(), "winnow-results-"));
  const client = await service.account();
  template = (await client.post("/v1/templates", { name: "Invoices", extraction_schema: INVOICE_SCHEMA })).json.template_id;
  await client.extract({ template_id: template, file_content: base64(await pdfOf(INVOICE)) });
  env = { WINNOW_API_KEY: client.apiKey ?? "", WINNOW_URL: service.url };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const results = (...args: string[]) => winnowHere(["results", ...args], env);

test("are written in the format that the name ends with, or that is asked for", async () => {
  const out = (name: string) => path.join(folder, name);
  expect(await results(template, "--out", out("all.csv"))).toMatchObject({ code: 0, stderr: `The results are in ${out("all.csv")}\n` });
  const [head, row] = parse(await readFile(out("all.csv")), { bom: true });
  expect([head?.slice(5), row?.slice(5)]).toEqual([
    ["invoice_number", "invoice_date", "total", "total.currency"],
    ["INV-00042", "2026-04-03", "1190", "EUR"],
  ]);
  expect((await results(template, "--out", out("all"), "--format", "xlsx")).code).toBe(0);
  expect(Object.keys(unzipSync(await readFile(out("all"))))).toContain("xl/worksheets/sheet1.xml");
  expect((await results(template, "--out", out("reviewed.jsonl"), "--review", "done")).code).toBe(0);
  expect(await readFile(out("reviewed.jsonl"), "utf8")).toBe("");
});

test("that cannot be had leave no file, and the reason is the server's", async () => {
  const before = await readdir(folder);
  const refused = await results(template, "--out", path.join(folder, "rows.csv"), "--table", "items");
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("The template has no tables.") });
  expect(await results("tpl_none", "--out", path.join(folder, "none.csv"))).toMatchObject({ code: 2 });
  expect(await results(template, "--out", path.join(folder, "none.ods"))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--format"),
  });
  expect(await results(template, "--out", path.join(folder, "no/folder.csv"))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("ENOENT"),
  });
  expect(await readdir(folder)).toEqual(before);
});
