/**
 * The results of a batch as JSON Lines, written as they come: a file whose line is there is done, whatever ended the process. A line that was
 * cut off is removed when the batch is gone on with.
 */
import { createReadStream } from "node:fs";
import { type FileHandle, open, rename, stat } from "node:fs/promises";
import { createInterface } from "node:readline";
import { UsageError, whyUnread } from "#cli/failures.ts";
import { isRecord } from "#contract/schema/problems.ts";

/** `file`: as it was named. `request`: digest of what was asked of it. */
export type ResultLine = { file: string; request: string; status: string; error?: unknown; [more: string]: unknown };

export type ResultsFile = {
  /** Files that have a result, by name; true where it was read. Grows with `add`. */
  readonly done: ReadonlyMap<string, boolean>;
  /** Files of which a line was there when the file was opened, also of those that are to be read again. */
  readonly seen: ReadonlySet<string>;
  /** Durable when it resolves. */
  add(lines: readonly ResultLine[]): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** `again`: whether a failed file is to be read again. Throws UsageError for a file of something else, or of another request. */
export async function openResults(name: string, request: string, again: (line: ResultLine) => boolean): Promise<ResultsFile> {
  const handle = await open(name, "a+").catch((cause: unknown) => {
    throw new UsageError(`${name} ${whyUnread(cause)}`, { cause });
  });
  await endLastLine(handle);
  await handle.close();
  const done = new Map<string, boolean>();
  const seen = new Set<string>();
  let dropped = false;
  for await (const line of linesOf(name)) {
    if (line.request !== request)
      throw new UsageError(`${name} has results of another schema, template or option. Give another file for --out, or delete this one.`);
    seen.add(line.file);
    if (again(line)) dropped = true;
    else done.set(line.file, line.status === "completed");
  }
  if (dropped) await keepOnly(name, (line) => !again(line));
  const to = await open(name, "a");
  // One after the other, so that lines do not mix.
  let writing: Promise<void> = Promise.resolve();
  return {
    done,
    seen,
    add(lines) {
      writing = writing.then(async () => {
        await to.appendFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
        await to.datasync();
        for (const line of lines) done.set(line.file, line.status === "completed");
      });
      return writing;
    },
    async [Symbol.asyncDispose]() {
      await writing.catch(() => undefined);
      await to.close();
    },
  };
}

/** Throws UsageError with the number of a line that is none of these. */
export async function* linesOf(name: string): AsyncGenerator<ResultLine> {
  let number = 0;
  for await (const text of createInterface({ input: createReadStream(name), crlfDelay: Number.POSITIVE_INFINITY })) {
    number++;
    if (text === "") continue;
    const line = parsed(text);
    if (line === null)
      throw new UsageError(`Line ${number} of ${name} was not written by \`winnow extract\`. Give another file for --out.`);
    yield line;
  }
}

function parsed(text: string): ResultLine | null {
  try {
    const value: unknown = JSON.parse(text);
    const { file, request, status } = isRecord(value) ? value : {};
    return typeof file === "string" && typeof request === "string" && typeof status === "string" ? (value as ResultLine) : null;
  } catch {
    return null;
  }
}

const NEWLINE = 0x0a;
const STEP_BYTES = 65_536;

/** Cuts off what is behind the last newline: the process was killed while it wrote that. */
async function endLastLine(handle: FileHandle): Promise<void> {
  const { size } = await handle.stat();
  for (let end = size; end > 0; end -= STEP_BYTES) {
    const from = Math.max(0, end - STEP_BYTES);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(end - from), 0, end - from, from);
    const at = buffer.subarray(0, bytesRead).lastIndexOf(NEWLINE);
    if (at < 0) continue;
    if (from + at + 1 < size) await handle.truncate(from + at + 1);
    return;
  }
  if (size > 0) await handle.truncate(0);
}

async function keepOnly(name: string, keep: (line: ResultLine) => boolean): Promise<void> {
  const aside = `${name}.new`;
  {
    await using to = await open(aside, "w", (await stat(name)).mode);
    for await (const line of linesOf(name)) if (keep(line)) await to.appendFile(`${JSON.stringify(line)}\n`);
    await to.sync();
  }
  await rename(aside, name);
}
