/**
 * The README and every guide, as whoever reads them runs them: under the Node that the PATH has, in a fresh clone after `npm ci`, and in an empty
 * folder with the packages that `npm run release` made, against the server that they start there.
 */
import { copyFile, mkdtemp, readdir, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../support/free-port.ts";
import { type Having, runGuide } from "../support/guide.ts";
import { userEnv } from "../support/user-env.ts";
import { begin, during, IN_ORDER, page, run, until } from "./user.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const { version } = JSON.parse(await readFile(path.join(ROOT, "package.json"), "utf8"));
const PAGES = ["README.md", ...(await readdir(path.join(ROOT, "docs/guides"))).map((name) => `docs/guides/${name}`)];
/** Of the pages that need the server to be started so. */
const SETTINGS = { WINNOW_ALLOW_HOSTS: "127.0.0.1" };

let folder: string;
const newFolder = async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), "winnow-reader-of-guides-")));
};
const removeFolder = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });

/** Starts the server, runs all pages one after the other, stops it. */
async function readAll(having: Having, cwd: string, command: readonly [string, ...string[]]): Promise<void> {
  const [port, receiver] = [String(await freePort()), String(await freePort())];
  const url = `http://127.0.0.1:${port}`;
  const replace = { "http://127.0.0.1:8080": url, "listen(3000)": `listen(${receiver})`, ":3000": `:${receiver}` };
  const [program, ...args] = command;
  const service = begin(program, args, { cwd, env: userEnv({ ...SETTINGS, PORT: port }) });
  const endings = await during([service], async () => {
    await until(service, () => page(`${url}/readyz`));
    for (const each of PAGES)
      for (const { printed, prints } of await runGuide(each, { having, folder: cwd, env: {}, replace }))
        for (const expected of prints) expect(printed, each).toContain(expected);
  });
  expect(endings).toEqual([IN_ORDER]);
}

test("the Node of the PATH is the oldest that is supported", async () => {
  const { engines } = JSON.parse(await readFile(path.join(ROOT, "package.json"), "utf8"));
  const printed = await run("node", ["--version"], { cwd: ROOT, env: userEnv() });
  expect(`>=${printed.slice(1).split(".")[0]}`).toBe(engines.node);
});

describe("with the package", () => {
  beforeAll(async () => {
    await newFolder();
    const files = [`winnow-${version}.tgz`, `winnow-sdk-${version}.tgz`];
    for (const file of files) await copyFile(path.join(ROOT, "dist", file), path.join(folder, file));
    await run("npm", ["install", ...files.map((file) => `./${file}`)], { cwd: folder, env: userEnv() });
  });
  afterAll(removeFolder);

  test("all code of the README and the guides does what they say", () =>
    readAll("the package", folder, ["node_modules/.bin/winnow", "start"]));
});

describe("with a clone", () => {
  beforeAll(async () => {
    await newFolder();
    await run("git", ["clone", "--quiet", ROOT, "."], { cwd: folder, env: userEnv() });
    await run("npm", ["ci"], { cwd: folder, env: userEnv() });
  });
  afterAll(removeFolder);

  test("all code of the README and the guides does what they say", () => readAll("a clone", folder, ["npm", "start"]));
});
