/** `node progress.mjs scan.png`: follows a task while it is read, and says why when it fails. */
import { openAsBlob } from "node:fs";
import { TaskFailedError, Winnow } from "@winnow/sdk";

const winnow = new Winnow({ baseUrl: process.env.WINNOW_URL ?? "http://127.0.0.1:8080", apiKey: process.env.WINNOW_API_KEY });
const extraction = winnow.extract(await openAsBlob(process.argv[2] ?? "scan.png"), {
  type: "object",
  properties: { name: { type: "string" }, date_of_birth: { type: "string", format: "date" } },
});

for await (const { task } of extraction.events()) console.log(task.status, task.stage);
try {
  const { data } = await extraction.wait();
  console.log(data.name, data.date_of_birth);
} catch (error) {
  if (!(error instanceof TaskFailedError)) throw error;
  console.error(error.code, error.message);
  process.exitCode = 1;
}
