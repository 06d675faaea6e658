/** `winnow learn`: last year's documents with their right answers teach a server how this year's are read. */
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readBeside, readSample, SLIPS } from "../../samples/list.ts";
import { base64 } from "../support/pdf.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";
import { winnowHere } from "../support/winnow-here.ts";

const SAMPLES = path.resolve(import.meta.dirname, "../../samples");
let service: SharedService;
let folder: string;
beforeAll(async () => {
  service = await sharedService();
  folder = await mkdtemp(path.join(tmpdir(), "winnow-learn-"));
  await copyFile(path.join(SAMPLES, "slip.schema.json"), path.join(folder, "schema.json"));
  for (const { file, values } of SLIPS.slice(0, 2)) {
    await copyFile(path.join(SAMPLES, file), path.join(folder, file));
    await writeFile(path.join(folder, file.replace(".pdf", ".expected.json")), JSON.stringify(values));
  }
  await writeFile(path.join(folder, "zz.pdf"), "%PDF-1.4\nbroken");
  await writeFile(path.join(folder, "zz.expected.json"), JSON.stringify({ sum: 1 }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("documents with labels are reviewed, what cannot be read is said, and the next document is read as they were", async () => {
  const client = await service.account();
  const extraction_schema = await readBeside({ file: "slip.pdf", what: "" }, "schema");
  const { json: template } = await client.post("/v1/templates", { name: "Slips", extraction_schema });
  const env = { WINNOW_API_KEY: client.apiKey ?? "", WINNOW_URL: service.url };
  const { code, stdout, stderr } = await winnowHere(["learn", folder, "--template", template.template_id], env);
  expect({ code, stderr }).toMatchObject({ code: 1 });
  expect(stdout).toMatch(
    /^slip-1\.pdf {2}learned, 4 of 5 values put right\nslip-2\.pdf {2}learned, \d of 5 values put right\nzz\.pdf {2}not learned from: \S/,
  );
  const memory = `/v1/templates/${template.template_id}/memory`;
  await expect.poll(async () => (await client.get(memory)).json.layouts).toMatchObject([{ examples: 2 }]);
  const file_content = base64(await readSample({ file: "slip-3.pdf" }));
  expect((await client.extract({ template_id: template.template_id, file_content })).data).toEqual(SLIPS[2]?.values);
});

test("a CSV with a row for each row of a list teaches as the labels do, and says which rows are of no use", async () => {
  const client = await service.account();
  const extraction_schema = await readBeside({ file: "slip.pdf", what: "" }, "schema");
  const { json: template } = await client.post("/v1/templates", { name: "Slips", extraction_schema });
  const env = { WINNOW_API_KEY: client.apiKey ?? "", WINNOW_URL: service.url };
  const csv = `file;order_code;customer;due_day;sum;goods.text;goods.amount
slip-1.pdf;KX-20411;Orchard Lane Bakery;2026-02-03;318,40;Rye flour;118,40
;;;;;Oven trays;200,00
slip-2.pdf;KX-20977;Elms Bicycle Works;17 March 2026;92,15;Chain oil;92,15
slip_1.pdf;A;B;2026-01-01;1;;
zz.pdf;;;sometime;;;`;
  await writeFile(path.join(folder, "answers.csv"), csv);
  const { code, stdout } = await winnowHere(["learn", path.join(folder, "answers.csv"), "--template", template.template_id], env);
  expect(stdout.split("\n")).toEqual([
    "slip-1.pdf  learned, 4 of 5 values put right",
    expect.stringMatching(/^slip-2\.pdf {2}learned, \d of 5 values put right$/),
    "slip_1.pdf  not learned from: line 5: there is no such file beside the CSV. Did you mean slip-1.pdf?",
    "zz.pdf  not learned from: line 6, due_day: “sometime” cannot be read. Enter a date such as 2026-04-03 or 3 April 2026.",
    "",
  ]);
  expect(code).toBe(1);
  await expect
    .poll(async () => (await client.get(`/v1/templates/${template.template_id}/memory`)).json.layouts)
    .toMatchObject([{ examples: 2 }]);
  const file_content = base64(await readSample({ file: "slip-3.pdf" }));
  expect((await client.extract({ template_id: template.template_id, file_content })).data).toEqual(SLIPS[2]?.values);
  const misspelt = path.join(folder, "misspelt.csv");
  await writeFile(misspelt, "file,ordercode,customr\nslip-1.pdf,KX-20411,Orchard Lane Bakery");
  const refused = await winnowHere(["learn", misspelt, "--template", template.template_id], env);
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("the schema has no field `ordercode`. Did you mean `order_code`?"),
  });
  const unknown = await winnowHere(["learn", misspelt, "--template", "tpl_none"], env);
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining("The template tpl_none cannot be used: ") });
  // Without a template the schema beside the CSV says what its columns are.
  const plain = path.join(folder, "plain.csv");
  await writeFile(plain, "file,order_code\nslip-1.pdf,KX-20411");
  expect(await winnowHere(["learn", plain], env)).toMatchObject({ code: 0, stdout: "slip-1.pdf  learned, 1 of 1 values put right\n" });
});

test("a missing or refused key and a server that is not there are said", async () => {
  const nowhere = { WINNOW_API_KEY: "wnw_x", WINNOW_URL: "http://127.0.0.1:9" };
  expect(await winnowHere(["learn", folder], { WINNOW_API_KEY: "" })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("WINNOW_API_KEY"),
  });
  expect(await winnowHere(["learn", folder], nowhere)).toMatchObject({ code: 2, stderr: expect.stringContaining("no server at") });
  expect(await winnowHere(["learn", folder, "--url", service.url], nowhere)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("refuses the key"),
  });
});
