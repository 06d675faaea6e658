/** The README and the guides do what they say: their code is run as it stands, against the service's own processes. Of an installed package: `npm run release:check`. */
import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../support/free-port.ts";
import { likeClone, runGuide } from "../support/guide.ts";
import { type OwnProcesses, startOwnProcesses } from "../support/own-processes.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const GUIDES = readdirSync(path.join(ROOT, "docs/guides")).map((name) => `docs/guides/${name}`);
const PAGES = ["README.md", ...GUIDES];

let service: OwnProcesses;
beforeAll(async () => {
  // As `npm ci` does it.
  await promisify(execFile)("npm", ["run", "build", "-w", "sdk"], { cwd: ROOT });
  service = await startOwnProcesses({ WINNOW_WORKERS: "1" });
});
afterAll(() => service?.[Symbol.asyncDispose]());

test.each(PAGES)("%s, in a clone", async (page) => {
  await using clone = await likeClone();
  const env = { WINNOW_DATA_DIR: service.dataDir, DATABASE_URL: service.databaseUrl };
  const port = String(await freePort());
  const replace = { "http://127.0.0.1:8080": service.processes.url, "listen(3000)": `listen(${port})`, ":3000": `:${port}` };
  for (const { printed, prints } of await runGuide(page, { having: "a clone", folder: clone.folder, env, replace }))
    for (const expected of prints) expect(printed).toContain(expected);
});
