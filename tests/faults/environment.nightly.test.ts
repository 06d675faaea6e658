/** What somebody who runs as the same user finds in /proc of the service's processes. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { startOwnProcesses } from "../support/own-processes.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { processesBelow } from "../support/process-table.ts";

const SECRETS = {
  WINNOW_SECRET: "a secret of the tests that nobody may see",
  OPENAI_API_KEY: "sk-of-the-tests",
  AWS_SECRET_ACCESS_KEY: "aws-of-the-tests",
};

test.skipIf(process.platform !== "linux")("H10: no environment of the service's processes holds a secret", async () => {
  await using service = await startOwnProcesses({ ...SECRETS, WINNOW_DEFAULT_PROVIDER: "local" });
  // Readers start with the first document, and stay.
  const task = await service.client.extract({ file_content: base64(await pdfOf(INVOICE)), extraction_schema: INVOICE_SCHEMA });
  expect(task.status).toBe("completed");
  const { pid: supervisor = 0 } = service.processes.supervisor;
  const running = (await processesBelow(supervisor)).filter(({ command }) => command.includes("src/main/"));
  expect(running.map(({ command }) => /main\/([\w-]+)\.ts/.exec(command)?.[1])).toEqual(
    expect.arrayContaining(["start", "api-process", "worker-process", "reader-process"]),
  );
  for (const { pid, command } of running) {
    const environment = await readFile(`/proc/${pid}/environ`, "utf8");
    for (const secret of [...Object.values(SECRETS), "DATABASE_URL"])
      expect([command, environment.includes(secret)]).toEqual([command, false]);
  }
});
