/** Readers of documents for all files of a test process, as the first document of a child costs up to a second of CPU. They end with the process. */
import path from "node:path";
import { inject } from "vitest";
import { type DocumentReader, openReader } from "#documents/read-document.ts";
import { API_READERS } from "#main/compose-api.ts";
import { readerOf } from "#main/from-config.ts";
import type { Config } from "#platform/config.ts";

type ServiceReaders = { api: DocumentReader; worker: DocumentReader; batch: DocumentReader };

let reader: DocumentReader | undefined;
let ofServices: ServiceReaders | undefined;

const dirs = () => ({ tessdataDir: inject("tessdataDir"), tempDir: path.join(inject("runFolder"), `readers-of-${process.pid}`) });

/** One that reads and draws only, with one child. */
export function sharedReader(): DocumentReader {
  reader ??= openReader({ ...dirs(), size: 1 });
  return reader;
}

/**
 * What an API and a worker process have (main/compose.ts, main/compose-api.ts), for all services that run in a test process. Beside other tests
 * on the same cores a child that gives way hardly comes to work: none does here.
 */
export function serviceReaders(config: Config): ServiceReaders {
  const open = (more: { size: number; busyNice?: number }) => openReader({ ...readerOf(config), ...dirs(), ...more });
  ofServices ??= { api: open({ ...API_READERS, busyNice: 0 }), worker: open({ size: 1 }), batch: open({ size: 1 }) };
  return ofServices;
}
