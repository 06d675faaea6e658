/** Every guide does what it says: its code is run as it stands, against the service's own processes. */
import { readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runGuide } from "../support/guide.ts";
import { type OwnProcesses, startOwnProcesses } from "../support/own-processes.ts";
import { freePort } from "../support/service.ts";

const GUIDES = readdirSync(path.resolve(import.meta.dirname, "../../docs/guides")).map((name) => `docs/guides/${name}`);

let service: OwnProcesses;
beforeAll(async () => {
  service = await startOwnProcesses({ WINNOW_WORKERS: "1" });
});
afterAll(() => service?.[Symbol.asyncDispose]());

test.each(GUIDES)("%s", async (page) => {
  const env = { WINNOW_URL: service.processes.url, WINNOW_DATA_DIR: service.dataDir, DATABASE_URL: service.databaseUrl };
  const port = String(await freePort());
  for (const { printed, prints } of await runGuide(page, { env, replace: { "listen(3000)": `listen(${port})`, ":3000": `:${port}` } }))
    for (const expected of prints) expect(printed).toContain(expected);
});
