/** `winnow results TEMPLATE --out FILE`: the results of a server's template as a file. */
import { createWriteStream } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { type Format, formatOf } from "#spreadsheets/formats.ts";
import { UsageError } from "./failures.ts";
import { writeWhole } from "./out-folder.ts";
import type { CommandOutput } from "./output.ts";
import { send, serverOf } from "./server.ts";

type ResultsOptions = {
  out: string;
  format?: Format;
  table?: string;
  createdAfter?: string;
  createdBefore?: string;
  review?: "needed" | "done";
  url?: string;
};

/** The file is complete, or as it was before. Throws UsageError for what the server refuses. */
export async function results(template: string, options: ResultsOptions, signal: AbortSignal): Promise<CommandOutput> {
  const { out, url, table, createdAfter, createdBefore, review } = options;
  const format = options.format ?? formatOf(path.extname(out));
  if (format === null) throw new UsageError(`Say with --format what ${out} is to be: jsonl, csv or xlsx.`);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ format, table, created_after: createdAfter, created_before: createdBefore, review }))
    if (value !== undefined) query.set(name, value);
  const server = serverOf(url, "results", signal);
  const answer = await send(server, `templates/${encodeURIComponent(template)}/results?${query}`, {});
  if ("error" in answer) throw new UsageError(`The results of ${template} cannot be had: ${answer.error}`);
  await writeWhole(out, (aside) => pipeline(bytesOf(answer.value, signal), createWriteStream(aside)));
  return { record: { out, format }, lines: [], notes: [`The results are in ${out}`] };
}

async function* bytesOf({ body }: Response, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* body ?? [];
  } catch (cause) {
    signal.throwIfAborted();
    throw new Error("The server's answer broke off. Try again.", { cause });
  }
}
