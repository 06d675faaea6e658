/** After an installation nothing is left for other platforms; what this one needs is. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";

const folder = await mkdtemp(path.join(tmpdir(), "platforms-"));
afterAll(() => rm(folder, { recursive: true }));

async function put(...files: string[]): Promise<void> {
  for (const file of files) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), file.endsWith(".json") ? "{}" : "data");
  }
}
const files = async (below: string) =>
  (await readdir(path.join(folder, below), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(path.join(folder, below), path.join(entry.parentPath, entry.name)))
    .sort();

const RUNTIME = "node_modules/onnxruntime-node";
const DATA = "node_modules/@tesseract.js-data";

const SCRIPT = path.resolve(import.meta.dirname, "../../bin/without-other-platforms.mjs");
const tidy = (root: string) => promisify(execFile)(process.execPath, [SCRIPT, path.join(folder, root)]);
const HERE = `${process.platform}/${process.arch}`;
const program = (root: string, system: string) => `${root}/${RUNTIME}/bin/napi-v6/${system}/binding.node`;

test("one platform's runtime and the data that are used stay", async () => {
  const systems = [HERE, `${process.platform}/mips`, "aix/ppc64"].map((system) => program("whole", system));
  const data = ["eng", "chi_sim"].flatMap((language) =>
    ["4.0.0", "4.0.0_best_int"].map((variant) => `whole/${DATA}/${language}/${variant}/${language}.traineddata.gz`),
  );
  await put("whole/package.json", `whole/${RUNTIME}/package.json`, `whole/${DATA}/eng/package.json`, ...systems, ...data);
  await tidy("whole");
  expect(await files(`whole/${RUNTIME}/bin`)).toEqual([`napi-v6/${HERE}/binding.node`]);
  expect((await files(`whole/${DATA}`)).filter((file) => file.endsWith(".gz"))).toEqual([
    "chi_sim/4.0.0/chi_sim.traineddata.gz",
    "chi_sim/4.0.0_best_int/chi_sim.traineddata.gz",
    "eng/4.0.0_best_int/eng.traineddata.gz",
  ]);
});

test("where there is no program for this platform nothing goes", async () => {
  await put("elsewhere/package.json", `elsewhere/${RUNTIME}/package.json`, program("elsewhere", "aix/ppc64"));
  await tidy("elsewhere");
  expect(await files(`elsewhere/${RUNTIME}/bin`)).toEqual(["napi-v6/aix/ppc64/binding.node"]);
});

test("where nothing is installed it ends well", async () => {
  await tidy("nothing-here");
});
