/** `winnow extract FILE… --schema FILE`: the same extraction as a task's, in this process. */
import { writeFile } from "node:fs/promises";
import { readConfig } from "#platform/config.ts";
import { openModels } from "#platform/models/models.ts";
import { batchAsked, type ExtractOptions, schemaFileOf } from "./batch/ask.ts";
import { type Extracted, extractOne } from "./extract-one.ts";
import { type CommandFailure, EXIT } from "./failures.ts";
import { cannotWrite, targetsIn } from "./out-folder.ts";
import { paint, printLine, printNote } from "./output.ts";
import { openProgress } from "./progress.ts";
import { readSchema, schemaNotes } from "./read-json.ts";
import { openReaderHere } from "./with-reader.ts";

/**
 * Prints each result when it is ready, so that a later failure loses nothing. Returns the exit code: a file that fails does not stop the
 * others. What goes to one file of results is ./batch.
 */
export async function extract(files: readonly string[], options: ExtractOptions, signal: AbortSignal): Promise<number> {
  const { json = false, out } = options;
  const batch = await batchAsked(files, options);
  if (batch) return (await import("./batch/batch.ts")).extractBatch(batch, signal);
  const schemaFile = schemaFileOf(options);
  const schema = await readSchema(schemaFile);
  for (const note of schemaNotes(schemaFile, schema)) printNote(paint("yellow", note, process.stderr));
  await using models = openModels(readConfig().models, null);
  const ask = { ...options, ...schema, models };
  const targets = out === undefined ? null : await targetsIn(out, files);
  const failures: CommandFailure[] = [];
  const many = files.length > 1;
  await using reader = await openReaderHere();
  using progress = openProgress(files.length, files[0] ?? "");
  for (const [i, file] of files.entries()) {
    const extracted = await extractOne(reader, file, ask, signal);
    const target = targets?.[i];
    if (target !== undefined) await writeFile(target, `${JSON.stringify(extracted.record, null, 2)}\n`).catch(cannotWrite(target));
    if (extracted.failure) failures.push(extracted.failure);
    progress.aside(() => printOne(extracted, { name: many ? file : null, json, printed: target === undefined }));
    progress.advance(files[i + 1] ?? "");
  }
  if (many) progress.done(`${files.length - failures.length} of ${files.length} files read${out ? `, written to ${out}` : ""}`);
  return failures.length === 0 ? EXIT.done : Math.min(...failures.map(({ exitCode }) => exitCode));
}

/** `name`: set when there are several files. */
function printOne(
  { record, lines, failure }: Extracted,
  { name, json, printed }: { name: string | null; json: boolean; printed: boolean },
): void {
  if (failure?.text) printNote(paint("red", name === null ? failure.text : `${name}: ${failure.text}`, process.stderr));
  if (json) printLine(JSON.stringify(name === null ? record : { file: name, ...record }));
  else if (printed && !failure) for (const line of name === null ? lines : [paint("bold", name), ...lines, ""]) printLine(line);
}
