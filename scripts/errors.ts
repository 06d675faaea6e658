/** Generates docs/errors.md from the two error catalogues; with `--check` it only compares and fails when the file is outdated. */
import { readFile, writeFile } from "node:fs/promises";
import { API_ERRORS, ERROR_TYPES } from "#contract/errors.ts";
import { TASK_ERRORS } from "#contract/task-errors.ts";

const FILE = new URL("../docs/errors.md", import.meta.url);

const row = (cells: (string | number)[]) => `| ${cells.join(" | ")} |`;
const table = (head: string[], rows: (string | number)[][]) => [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n");

const apiErrors = Object.entries(API_ERRORS)
  .sort(([, a], [, b]) => a.status - b.status)
  .map(([code, { status, detail }]) => [status, `\`${code}\``, `\`${ERROR_TYPES[status]}\``, detail]);
const taskErrors = Object.entries(TASK_ERRORS).map(([code, { retryable, message }]) => [`\`${code}\``, retryable ? "yes" : "no", message]);

const text = `# Errors

Printed by \`npm run errors\` from \`src/contract/errors.ts\` and \`src/contract/task-errors.ts\`; do not edit by hand.

## Answers of the API

Every error answer has one body: \`detail\`, \`error_code\`, \`error: {message, type}\` and \`request_id\`, which is also the header \`x-request-id\`.
\`detail\` is the text below or says more; at 422 it is a list of \`{loc, msg, type}\`, one for each wrong place.
At 429 \`retry_after\` (seconds) stands at the top and inside \`error\`, and the header \`Retry-After\` says the same.

${table(["status", "error_code", "error.type", "text"], apiErrors)}

## Failures of a task

The \`error\` of a task record is \`{code, message, retryable, stage}\`. Where *retryable* is yes the service tries again by itself, up to four
attempts within the deadline; when those are used up, or where it is no, the task is \`failed\`. A single failure may be the exception:
a document URL that answers 404 is not tried again, one that answers 503 is. \`POST /tasks/{task_id}/retry\` starts any failed task anew.

${table(["code", "retryable", "text"], taskErrors)}
`;

if (process.argv.includes("--check")) {
  if ((await readFile(FILE, "utf8").catch(() => "")) !== text) {
    process.stderr.write("docs/errors.md is not what the catalogues say. Run `npm run errors` and commit it.\n");
    process.exit(1);
  }
} else {
  await writeFile(FILE, text);
}
