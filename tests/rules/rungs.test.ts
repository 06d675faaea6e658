/** The canary of the rungs: a planted bad import has to be found, or the check sees nothing. */
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");
let folder: string;
beforeAll(async () => {
  // In a folder that tests which read all sources beside this one leave out.
  folder = await mkdtemp(path.join(ROOT, "src/documents/testing/canary-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function cruise(file: string): string {
  const bin = path.join(ROOT, "node_modules/.bin/depcruise");
  return spawnSync(bin, ["--config", ".dependency-cruiser.cjs", "--output-type", "err", file], { cwd: ROOT, encoding: "utf8" }).stdout;
}

test.each([
  [
    "upward",
    'import { submitExtraction } from "#extraction/submit.ts";\nexport const canary = submitExtraction;\n',
    "documents-looks-down",
  ],
  [
    "upward by type only",
    'import type { TaskRow } from "#extraction/task-rows.store.ts";\nexport type Canary = TaskRow;\n',
    "documents-looks-down",
  ],
])("an import that looks %s is found", async (name, text, rule) => {
  const file = path.join(folder, `${name.replaceAll(" ", "-")}.ts`);
  await writeFile(file, text);
  expect(cruise(path.relative(ROOT, file))).toContain(rule);
});

test("an allowed import is not", async () => {
  const file = path.join(folder, "allowed.ts");
  await writeFile(file, 'import { LIMITS } from "#contract/limits.ts";\nexport const canary = LIMITS;\n');
  expect(cruise(path.relative(ROOT, file))).toContain("no dependency violations found");
});
