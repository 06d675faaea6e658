/** What the supervisor does with a process that ends before it is ready. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Death, keepRunning } from "#main/child.ts";
import { openLog } from "#platform/log.ts";
import { nodeEnv } from "../support/node-env.ts";
import { processesBelow } from "../support/process-table.ts";
import { kill } from "../support/processes.ts";
import { cloneDatabase } from "../support/service.ts";

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

const options = { log: openLog("silent", "test"), env: {}, handover: Promise.resolve({}), execArgv: [], onDeath: async () => undefined };

test("J32: one that is killed while it starts is started again", async () => {
  const child = keepRunning(await program("killed", 'process.kill(process.pid, "SIGKILL")'), options);
  expect(await child.ready).toMatchObject({ url: "again" });
  await child.stop();
});

test("one that ends by itself at its first start ends the start", async () => {
  const child = keepRunning(await program("ended", "process.exit(1)"), options);
  await expect(child.ready).rejects.toThrow("the process ended at its start (1)");
  await child.stop();
});

test("H02: one whose event loop is held by something that does not end is killed, and started again; what it held is told", async () => {
  const held = `process.send({ kind: "claim", name: "process-extraction", claim: { id: "job", retryCount: 0 } }); process.send({ kind: "beat", cpuSeconds: 0.1 }, () => { for (;;); });`;
  const deaths: Death[] = [];
  const child = keepRunning(await program("held", held), { ...options, onDeath: async (death) => void deaths.push(death) });
  expect(await child.ready).toMatchObject({ url: "again" });
  expect(deaths.map((death) => death.held)).toEqual([[{ kind: "claim", name: "process-extraction", claim: { id: "job", retryCount: 0 } }]]);
  await child.stop();
}, 30_000);

test("H02: one that does not run, as its machine has no time for it, is left alone", async () => {
  const child = keepRunning(
    await program("stopped", 'process.send({ kind: "beat", cpuSeconds: 0.1 }, () => process.kill(process.pid, "SIGSTOP"));'),
    options,
  );
  const again = await Promise.race([child.ready.catch(() => "stopped"), sleep(8_000, "waiting")]);
  expect(again).toBe("waiting");
  const stopping = child.stop();
  for (const { pid, command } of await processesBelow(process.pid)) if (command.includes("stopped.mjs")) process.kill(pid, "SIGKILL");
  await stopping;
}, 30_000);

test("a service whose workers do not come up ends at SIGTERM", async () => {
  const env = { ...nodeEnv(), WINNOW_ROLE: "worker", WINNOW_WORKERS: "1", WINNOW_DATA_DIR: path.join(folder, "data") };
  const shared = { DATABASE_URL: await cloneDatabase(), WINNOW_SECRET: "a secret of the tests, long enough", WINNOW_LOG_LEVEL: "silent" };
  const service = spawn(process.execPath, ["src/main/start.ts"], { env: { ...env, ...shared }, stdio: "ignore" });
  const ended = once(service, "exit");
  onTestFinished(() => void service.kill("SIGKILL"));
  let killed = 0;
  while (service.exitCode === null && service.signalCode === null) {
    const workers = (await processesBelow(service.pid ?? 0)).filter(({ command }) => command.includes("worker-process.ts"));
    for (const { pid } of workers) kill(pid);
    killed += workers.length;
    if (killed >= 2) service.kill("SIGTERM");
    await sleep(20);
  }
  expect(await ended).toEqual([0, null]);
});
