/**
 * The package as a user has it: installed by npm into an empty folder, under the Node that the PATH has, then run as docs/deployment.md says.
 * `npm run release` has to have made it.
 */
import { copyFile, glob, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../support/free-port.ts";
import { userEnv } from "../support/user-env.ts";
import { begin, during, IN_ORDER, page, run, until, weigh } from "./user.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const { version } = JSON.parse(await readFile(path.join(ROOT, "package.json"), "utf8"));
const TARBALL = `winnow-${version}.tgz`;
const env = userEnv();

/** The lines that the page has under "From the package", without remarks. */
async function documented(): Promise<string[]> {
  const text = await readFile(path.join(ROOT, "docs/deployment.md"), "utf8");
  const [, block = ""] = /^## From the package\n.*?^```sh\n(.*?)^```/ms.exec(text) ?? [];
  return block.split("\n").flatMap((line) => line.replace(/\s+#.*$/, "") || []);
}

let folder: string;
const argumentsOf = (line: string) => line.split(" ").slice(1);
async function found(pattern: string): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob(pattern, { cwd: folder })) files.push(file);
  return files.sort();
}

beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), "winnow-package-")));
  await copyFile(path.join(ROOT, "dist", TARBALL), path.join(folder, TARBALL));
  const [install = ""] = await documented();
  expect(install).toBe(`npm install ./${TARBALL}`);
  await run("npm", argumentsOf(install), { cwd: folder, env });
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

test("it holds JavaScript, the dashboard, samples, migrations and a licence, and no tests", async () => {
  const own = "node_modules/winnow";
  expect(await found(`${own}/{src,scripts,samples,bin}/**/*.ts`)).toEqual([]);
  expect(await found(`${own}/{src,scripts,samples,bin}/**/{*.test.*,testing}`)).toEqual([]);
  expect(await found(`${own}/src/**/*.js`)).toContain(`${own}/src/main/start.js`);
  for (const file of [
    "LICENSE",
    "README.md",
    "openapi.json",
    "dashboard/dist/index.html",
    "migrations/0001_start.sql",
    "samples/job-ad.txt",
  ])
    expect(await found(`${own}/${file}`)).toEqual([`${own}/${file}`]);
});

test("npm finds the tree whole: one sharp, one ONNX runtime, no OpenCV, and our versions on the first level", async () => {
  await run("npm", ["ls", "--all"], { cwd: folder, env });
  expect(await found("node_modules/**/node_modules/{sharp,onnxruntime-node}/package.json")).toEqual([]);
  expect(await found("node_modules/{sharp,onnxruntime-node}/package.json")).toHaveLength(2);
  expect(await found("node_modules/**/opencv*/package.json")).toEqual([]);
  const { packages } = JSON.parse(await readFile(path.join(ROOT, "package-lock.json"), "utf8"));
  const installed = JSON.parse(await readFile(path.join(folder, "node_modules/.package-lock.json"), "utf8"));
  const others = Object.entries<{ version: string }>(installed.packages).flatMap(([place, { version: own }]) => {
    // Deeper packages keep their range (scripts/package/pins.ts).
    const ours = place.lastIndexOf("node_modules/") > 0 ? undefined : packages[place];
    return ours === undefined || ours.dev || ours.version === own ? [] : [`${place} ${own}`];
  });
  expect(others).toEqual([]);
});

test("the installation holds the runtime of this platform only, and says what it weighs", async () => {
  expect(await found("node_modules/onnxruntime-node/bin/*/*/*/")).toHaveLength(1);
  await weigh("The installation", folder);
});

test("npx winnow --help lists the commands", async () => {
  expect(await run("npx", ["winnow", "--help"], { cwd: folder, env })).toContain("Usage: winnow");
});

test("npx winnow demo reads the samples to the end", async () => {
  expect(await documented()).toContain("npx winnow demo");
  const printed = await run("npx", ["winnow", "demo"], { cwd: folder, env });
  for (const value of ["samples/invoice-de.pdf", "samples/receipt-photo.jpg", "Lena Brandt", "Aiko Tanabe", "files were read"])
    expect(printed).toContain(value);
  const expected = JSON.parse(await readFile(path.join(ROOT, "samples/invoice-en.expected.json"), "utf8"));
  expect(printed).toContain(expected.invoice_number);
});

test("npx winnow doctor finds nothing wrong", async () => {
  expect(await documented()).toContain("npx winnow doctor");
  const printed = await run("npx", ["winnow", "doctor"], { cwd: folder, env });
  expect(printed).toMatch(/^ok {4}database/m);
  expect(printed).not.toContain("FAIL");
});

test("winnow start answers, shows the dashboard, is backed up while it runs, and stops at SIGTERM", async () => {
  expect(await documented()).toContain("npx winnow start");
  const own = { cwd: folder, env: userEnv({ PORT: String(await freePort()) }) };
  const service = begin("node_modules/.bin/winnow", ["start"], own);
  const endings = await during([service], async () => {
    const url = `http://127.0.0.1:${own.env.PORT}`;
    await until(service, () => page(`${url}/readyz`));
    const first = await page(url);
    const [, script = ""] = /<script[^>]* src="([^"]+\.js)"/.exec(first) ?? [];
    expect((await page(url + script)).length).toBeGreaterThan(100);
    expect(await run("npx", ["winnow", "keys", "create", "--name", "first"], own)).toMatch(/^wnw_\w+\n$/);
    await run("npx", ["winnow", "backup", path.join(folder, "backup")], own);
  });
  expect(endings).toEqual([IN_ORDER]);
});
