/** Reads the files of a batch in this process, several at a time. */

import type { SchemaAsk } from "#cli/extract-file.ts";
import { extractOne } from "#cli/extract-one.ts";
import { openReaderHere } from "#cli/with-reader.ts";
import { readConfig } from "#platform/config.ts";
import { openModels } from "#platform/models/models.ts";
import type { BatchAsk } from "./ask.ts";

/** Takes the result of a file; the next one is begun when it resolves. */
export type OnRead = (results: { file: string; record: { status: string; error?: unknown } }[]) => Promise<void>;

export async function readHere(
  files: readonly string[],
  ask: BatchAsk & { schema: SchemaAsk },
  onRead: OnRead,
  signal: AbortSignal,
): Promise<void> {
  const config = readConfig();
  const atOnce = Math.min(config.workers, files.length);
  await using models = openModels(config.models, null);
  await using reader = await openReaderHere(atOnce);
  const left = files.values();
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  const { provider, pages, password } = ask;
  const work = async () => {
    for (const file of left) {
      stop.throwIfAborted();
      const { record } = await extractOne(reader, file, { ...ask.schema, provider, pages, password, models }, stop);
      await onRead([{ file, record }]);
    }
  };
  const all = Array.from({ length: atOnce }, () =>
    work().catch((error: unknown) => {
      failed.abort(error);
      throw error;
    }),
  );
  // The reader is closed when nothing uses it any more.
  await Promise.allSettled(all);
  await Promise.all(all);
}
