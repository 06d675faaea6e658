/** The SDK as it is published: packed, installed in an empty folder, checked as others check packages, and its examples run. */
import { type ChildProcess, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";
import { userEnv } from "../support/user-env.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const SDK = path.join(ROOT, "sdk");
const DEPENDENCIES = ["eventsource-parser", "openapi-fetch", "openapi-typescript-helpers"];
const sample = (name: string) => path.join(ROOT, "samples", name);

let folder: string;
let tarball: Buffer;
let service: SharedService;
let env: Record<string, string>;
const servers: ChildProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "winnow-sdk-"));
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", folder], SDK);
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf("[\n")));
  tarball = await readFile(path.join(folder, filename));
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ name: "user", type: "module", private: true }));
  // With an empty cache, so that the test needs neither the network nor what npm kept of earlier installs.
  const offline = ["--offline", "--cache", path.join(folder, "cache"), "--install-links", "--no-audit", "--no-fund"];
  await run("npm", ["install", ...offline, `./${filename}`, ...DEPENDENCIES.map((name) => path.join(ROOT, "node_modules", name))], folder);
  for (const name of await readdir(path.join(SDK, "examples"))) await cp(path.join(SDK, "examples", name), path.join(folder, name));
  service = await sharedService();
  env = userEnv({ WINNOW_URL: service.url, WINNOW_API_KEY: (await service.account()).key });
});
afterAll(async () => {
  for (const server of servers) server.kill();
  await rm(folder, { recursive: true, force: true });
});

/** Under the Node of the user's PATH. Rejects with what was printed when it does not exit with 0. */
function run(command: string, args: string[], cwd: string, more: Record<string, string> = userEnv()) {
  return new Promise<{ stdout: string }>((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: more, stdio: ["ignore", "pipe", "pipe"] });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve({ stdout }) : reject(new Error(`${command} ${args[0]}: ${stdout}${stderr}`))));
  });
}
const example = async (...args: string[]) => (await run("node", args, folder, env)).stdout;

test("publint finds nothing, and Are The Types Wrong nothing that modules meet", async () => {
  const { messages } = await publint({ pack: { tarball: new Uint8Array(tarball).buffer }, level: "suggestion" });
  expect(messages).toEqual([]);
  const checked = await checkPackage(createPackageFromTarballData(tarball));
  if (!checked.types) throw new Error("the package has no types");
  // CommonJS of old loads it by import(): the package is of modules only.
  const met = checked.problems.filter((problem) => !("resolutionKind" in problem) || !/^node(10|16-cjs)$/.test(problem.resolutionKind));
  expect(met).toEqual([]);
});

test("it brings only itself and three small packages", async () => {
  const installed = path.join(folder, "node_modules");
  expect((await readdir(installed)).filter((name) => !name.startsWith(".")).sort()).toEqual(["@winnow", ...DEPENDENCIES]);
  const { dependencies } = JSON.parse(await readFile(path.join(installed, "@winnow/sdk/package.json"), "utf8"));
  expect(Object.keys(dependencies).sort()).toEqual(DEPENDENCIES);
  const files = await readdir(path.join(installed, "@winnow/sdk"), { recursive: true });
  expect(files.filter((name) => /test|tsconfig/.test(name))).toEqual([]);
});

test.each([
  ["of Node", { module: "nodenext" }],
  ["of bundlers, where settings are lax", { module: "esnext", moduleResolution: "bundler", exactOptionalPropertyTypes: false }],
])("its types are understood by TypeScript with the resolution %s, with all checks of libraries", async (name, options) => {
  const place = path.join(folder, name.replaceAll(/\W+/g, "-"));
  await mkdir(place);
  for (const file of (await readdir(folder)).filter((entry) => entry.endsWith(".mjs")))
    await cp(path.join(folder, file), path.join(place, file));
  const compilerOptions = {
    strict: true,
    allowJs: true,
    checkJs: true,
    noEmit: true,
    skipLibCheck: false,
    target: "es2023",
    types: ["node"],
    typeRoots: [path.join(ROOT, "node_modules/@types")],
  };
  await writeFile(
    path.join(place, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { ...compilerOptions, exactOptionalPropertyTypes: true, ...options } }),
  );
  await run(path.join(ROOT, "node_modules/.bin/tsc"), ["-p", "."], place);
});

test("the code of its readme are the examples", async () => {
  const readme = await readFile(path.join(SDK, "README.md"), "utf8");
  const names = await readdir(path.join(SDK, "examples"));
  const examples = await Promise.all(names.map(async (name) => (await readFile(path.join(SDK, "examples", name), "utf8")).trim()));
  expect([...readme.matchAll(/```js\n(.*?)\n```/gs)].map(([, code]) => code).sort()).toEqual(examples.sort());
});

describe("its examples", () => {
  test("extract", async () => {
    const printed = await example("extract.mjs", sample("invoice-en.pdf"));
    const expected = JSON.parse(await readFile(sample("invoice-en.expected.json"), "utf8"));
    expect(printed).toContain(`${expected.invoice_number} ${expected.total.amount} ${expected.total.currency}`);
    expect(printed).toMatch(/^\/total: “.+” on page \d, confidence 0\.\d+$/m);
  });

  test("progress", async () => {
    expect(await example("progress.mjs", sample("form-scan.png"))).toMatch(/^completed done$/m);
    const archive = path.join(folder, "archive.tgz");
    await writeFile(archive, tarball);
    await expect(example("progress.mjs", archive)).rejects.toThrow("not a PDF");
  });

  test("rank-applicants", async () => {
    const printed = await example(
      "rank-applicants.mjs",
      sample("job-ad.txt"),
      sample("resume-tomas-ferreira.pdf"),
      sample("resume-lena-brandt.pdf"),
    );
    expect(printed.trim().split("\n")).toEqual([expect.stringMatching(/^\d+ Lena Brandt$/), expect.stringMatching(/^\d+ Tomás Ferreira/)]);
  });

  test("receive-webhooks", async () => {
    const client = await service.account();
    const { secret } = (await client.get("/v1/webhook-secret")).json;
    const port = await freePort();
    const server = spawn("node", ["receive-webhooks.mjs"], {
      cwd: folder,
      env: { ...env, WINNOW_WEBHOOK_SECRET: secret, PORT: String(port) },
      stdio: ["ignore", "pipe", "inherit"],
    });
    servers.push(server);
    let printed = "";
    server.stdout.on("data", (chunk) => {
      printed += chunk;
    });
    await eventually(
      () => printed,
      (text) => expect(text).toContain("listening"),
    );
    const id = await client.submit({
      file_content: (await readFile(sample("invoice-en.pdf"))).toString("base64"),
      extraction_schema: { fields: [{ name: "invoice_number" }] },
      callback_url: `http://127.0.0.1:${port}/`,
    });
    await eventually(
      () => printed,
      (text) => expect(text).toContain(`${id} {"invoice_number":`),
    );
  });
});
