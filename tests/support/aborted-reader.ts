/** A file that ends whatever reads it: large enough to be told from others, and slow enough to be met while it is read. */
import { readFile } from "node:fs/promises";
import { flateBomb } from "./bomb-pdf.ts";
import { processesBelow } from "./process-table.ts";
import { kill } from "./processes.ts";

/** Almost the largest that is taken. */
const BYTES = 9.5 * 1024 * 1024;
/** A reader that has taken in as much in its life has this file: its start takes 9 MB, and other files of these tests are of some kilobytes. */
const MET_BYTES = 11 * 1024 * 1024;
const LOOK_MS = 5;

/** Its drawing takes a reader a while, and less memory than it may have. */
export const poisonPdf = (): Buffer => Buffer.concat([flateBomb(2), Buffer.from(`\n%${"x".repeat(BYTES)}\n`)]);

export type Aborting = { aborted: number[]; [Symbol.asyncDispose](): Promise<void> };

/**
 * Until it is disposed, SIGABRT, as of a parser's failed assertion, ends each reader below `root` that takes in a file of that size.
 */
export function abortReaders(root: number): Aborting {
  const aborted: number[] = [];
  let going = true;
  const look = async (): Promise<void> => {
    for (const { pid, command } of await processesBelow(root)) {
      if (!command.includes("documents/child/main.ts") || aborted.includes(pid)) continue;
      if ((await bytesTaken(pid)) < MET_BYTES) continue;
      aborted.push(pid);
      process.kill(pid, "SIGABRT");
    }
  };
  const watching = (async () => {
    while (going) {
      await look().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  })();
  return {
    aborted,
    async [Symbol.asyncDispose]() {
      going = false;
      await watching;
      for (const pid of aborted) kill(pid);
    },
  };
}

/** Bytes that a process has read in its life, sockets included; 0 when there is none. */
async function bytesTaken(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/io`, "utf8").catch(() => "");
  return Number(/^rchar: (\d+)/m.exec(text)?.[1] ?? 0);
}
