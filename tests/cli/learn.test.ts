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
    /^slip-1\.pdf {2}learned, 5 of 5 values put right\nslip-2\.pdf {2}learned, \d of 5 values put right\nzz\.pdf {2}not learned from: \S/,
  );
  const memory = `/v1/templates/${template.template_id}/memory`;
  await expect.poll(async () => (await client.get(memory)).json.layouts).toMatchObject([{ examples: 2 }]);
  const file_content = base64(await readSample({ file: "slip-3.pdf" }));
  expect((await client.extract({ template_id: template.template_id, file_content })).data).toEqual(SLIPS[2]?.values);
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
