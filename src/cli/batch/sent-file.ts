/**
 * What was sent to a server of a batch whose results are not all here: written before and after each request, so that a run that was killed is
 * gone on with by asking for the same batches, and nothing is read twice.
 */
import { open, readFile, rm, writeFile } from "node:fs/promises";
import { UsageError } from "#cli/failures.ts";

/** `key`: its Idempotency-Key. `batchId`: null when the server's answer did not arrive. */
export type Sent = { key: string; files: string[]; batchId: string | null };
type Line = { key: string; files?: string[]; batch_id?: string };

export type SentFile = {
  readonly sent: readonly Sent[];
  add(line: Line): Promise<void>;
  /** When all results are here. */
  remove(): Promise<void>;
};

export async function openSent(name: string): Promise<SentFile> {
  const text = await readFile(name, "utf8").catch(() => "");
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  // A line was cut off when the process was killed.
  if (whole !== text) await writeFile(name, whole);
  const sent = new Map<string, Sent>();
  for (const part of whole.split("\n").slice(0, -1)) {
    const { key, files = [], batch_id = null } = lineOf(part, name);
    sent.set(key, { key, files: sent.get(key)?.files ?? files, batchId: batch_id });
  }
  return {
    sent: [...sent.values()],
    async add(line) {
      await using to = await open(name, "a");
      await to.appendFile(`${JSON.stringify(line)}\n`);
      await to.datasync();
    },
    remove: () => rm(name, { force: true }),
  };
}

function lineOf(text: string, name: string): Line {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`${name} is damaged. Delete it: what was sent and is not in the results is then read again.`, { cause });
  }
}
