/** What the supervisor does with a process that ends before it is ready. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keepRunning } from "#main/child.ts";
import { openLog } from "#platform/log.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "winnow-child-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** A program that does `first` when it is started for the first time, and is ready when it is started again. */
async function program(name: string, first: string): Promise<URL> {
  const file = path.join(folder, `${name}.mjs`);
  const mark = JSON.stringify(path.join(folder, name));
  const again = `process.send({ kind: "ready", url: "again" }); process.once("disconnect", () => process.exit());`;
  await writeFile(
    file,
    `import { existsSync, writeFileSync } from "node:fs";\nif (existsSync(${mark})) { ${again} } else { writeFileSync(${mark}, ""); ${first} }`,
  );
  return pathToFileURL(file);
}

const options = { log: openLog("silent", "test"), env: {}, execArgv: [], onDeath: async () => undefined };

test("J32: one that is killed while it starts is started again", async () => {
  const child = keepRunning(await program("killed", 'process.kill(process.pid, "SIGKILL")'), options);
  expect(await child.ready).toBe("again");
  await child.stop();
});

test("one that ends by itself at its first start ends the start", async () => {
  const child = keepRunning(await program("ended", "process.exit(1)"), options);
  await expect(child.ready).rejects.toThrow("the process ended at its start (1)");
  await child.stop();
});
