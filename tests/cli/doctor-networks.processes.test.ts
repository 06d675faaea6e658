/** `winnow doctor` with WINNOW_OCR_MODELS: the networks that come with Winnow, under the names that PP-OCRv5 is published with. */
import { execFile } from "node:child_process";
import { chmod, copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fillDataDir } from "../support/data-dir.ts";
import { nodeEnv } from "../support/node-env.ts";
import { cloneDatabase } from "../support/service.ts";
import type { Run } from "../support/winnow-here.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const SHIPPED = path.dirname(fileURLToPath(import.meta.resolve("#ppocr/en_dict.txt")));
const PUBLISHED = {
  "ch_PP-OCRv4_det_infer.onnx": "PP-OCRv5_mobile_det.onnx",
  "en_PP-OCRv4_rec_infer.onnx": "en_PP-OCRv5_mobile_rec.onnx",
  "en_dict.txt": "ppocrv5_en_dict.txt",
  "latin_PP-OCRv3_rec_infer.onnx": "latin_PP-OCRv5_mobile_rec.onnx",
  "latin_dict.txt": "ppocrv5_latin_dict.txt",
};
let folder: string;
let networks: string;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "winnow-networks-"));
  await chmod(folder, 0o755);
  networks = path.join(folder, "networks");
  await mkdir(networks);
  for (const [from, to] of Object.entries(PUBLISHED)) await copyFile(path.join(SHIPPED, from), path.join(networks, to));
  const dataDir = await fillDataDir(path.join(folder, "data"), { postgres: false });
  env = { WINNOW_DATA_DIR: dataDir, DATABASE_URL: await cloneDatabase(), WINNOW_OCR_MODELS: networks };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const doctor = (): Promise<Run> =>
  new Promise((resolve) => {
    execFile(process.execPath, ["src/cli/winnow.ts", "doctor"], { cwd: ROOT, env: { ...nodeEnv(), ...env } }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === "number" ? error.code : error ? 1 : 0, stdout, stderr }),
    );
  });

test("it names the networks that it found and tried, and reads a picture with them", async () => {
  const { code, stdout } = await doctor();
  expect(stdout).toMatch(
    /^ok +networks +lines are found by PP-OCRv5_mobile_det.onnx, plain letters are read by en_PP-OCRv5_mobile_rec.onnx \(95 letters\), /m,
  );
  expect(stdout).toMatch(/^ok +OCR +read a line from a picture$/m);
  expect(code).toBe(0);
});

test("it says of which purpose there are two networks, what to do, and exits 1", async () => {
  await copyFile(path.join(networks, "PP-OCRv5_mobile_det.onnx"), path.join(networks, "PP-OCRv5_server_det.onnx"));
  const { code, stdout } = await doctor();
  expect(stdout).toMatch(/^FAIL +networks .*has several finders of lines, .*PP-OCRv5_mobile_det.onnx, PP-OCRv5_server_det.onnx$/m);
  expect(stdout).toContain("docs/ocr-networks.md");
  expect(code).toBe(1);
});
