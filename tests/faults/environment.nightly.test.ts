/** What somebody who runs as the same user finds in /proc of the service's processes. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { fillDataDir } from "../support/data-dir.ts";
import { processesBelow } from "../support/process-table.ts";
import { startProcesses } from "../support/processes.ts";
import { cloneDatabase } from "../support/service.ts";

const SECRETS = {
  WINNOW_SECRET: "a secret of the tests that nobody may see",
  OPENAI_API_KEY: "sk-of-the-tests",
  AWS_SECRET_ACCESS_KEY: "aws-of-the-tests",
};

test.skipIf(process.platform !== "linux")("H10: no environment of the service's processes holds a secret", async () => {
  const folder = await fillDataDir(await mkdtemp(path.join(tmpdir(), "winnow-environment-")), { postgres: false });
  await using processes = await startProcesses(folder, {
    ...SECRETS,
    DATABASE_URL: await cloneDatabase(),
    WINNOW_DEFAULT_PROVIDER: "local",
  });
  const ours = async () => (await processesBelow(processes.supervisor.pid ?? 0)).filter(({ command }) => command.includes("src/main/"));
  // The readers of the API start before somebody waits for them, a moment after it is ready.
  await expect
    .poll(async () => (await ours()).map(({ command }) => /main\/([\w-]+)\.ts/.exec(command)?.[1]))
    .toEqual(expect.arrayContaining(["start", "api-process", "worker-process", "reader-process"]));
  const running = await ours();
  for (const { pid, command } of running) {
    const environment = await readFile(`/proc/${pid}/environ`, "utf8");
    for (const secret of [...Object.values(SECRETS), "DATABASE_URL"])
      expect([command, environment.includes(secret)]).toEqual([command, false]);
  }
  await processes.stop();
  await rm(folder, { recursive: true, force: true });
});
