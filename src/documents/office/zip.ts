/** Opens named parts of a ZIP archive, such as an Office file, within bounds. */

import { type Entry, fromBuffer, type ZipFile } from "yauzl";
import { TaskFailure } from "#contract/task-errors.ts";

/** Uncompressed bytes of all parts asked for: far more than 200,000 cells or 200 pages take, and below the child's memory. */
const PARTS_BYTES_MAX = 64 * 1024 * 1024;
const ENTRIES_MAX = 10_000;

/** `parts`: the content of those asked for. `names`: of all parts. */
export type Unzipped = { parts: Map<string, Buffer>; names: string[] };

/**
 * The parts whose names `wanted` accepts. yauzl checks the sizes that the archive states against what is inflated, so that a small file
 * cannot become a large one. Throws TaskFailure `corrupt_document`, `encrypted_document`, and `deadline_exceeded` for too many bytes.
 */
export async function unzip(bytes: Uint8Array, wanted: (name: string) => boolean): Promise<Unzipped> {
  const zip = await open(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const parts = new Map<string, Buffer>();
  const names: string[] = [];
  let total = 0;
  for await (const entry of entriesOf(zip)) {
    names.push(entry.fileName);
    if (names.length > ENTRIES_MAX) throw broken("too many entries");
    if (!wanted(entry.fileName) || parts.has(entry.fileName)) continue;
    if (entry.isEncrypted())
      throw new TaskFailure("encrypted_document", { message: "The file is protected by a password. Save it without." });
    total += entry.uncompressedSize;
    if (total > PARTS_BYTES_MAX) throw tooLarge();
    parts.set(entry.fileName, await contentOf(zip, entry));
  }
  return { parts, names };
}

function tooLarge(): TaskFailure {
  const message = `Reading the file was stopped at a resource limit: unpacked it has more than ${PARTS_BYTES_MAX / 2 ** 20} MB. Send a part of it.`;
  return new TaskFailure("deadline_exceeded", { message, internal: `zip: more than ${PARTS_BYTES_MAX} bytes` });
}
function broken(why: string, cause?: unknown): TaskFailure {
  return new TaskFailure("corrupt_document", { internal: `zip: ${why}`, cause });
}

function open(bytes: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => (error ? reject(broken(error.message, error)) : resolve(zip)));
  });
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | null>((resolve, reject) => {
      zip.once("entry", resolve);
      zip.once("end", () => resolve(null));
      zip.once("error", (error: Error) => reject(broken(error.message, error)));
      zip.readEntry();
    });
    zip.removeAllListeners();
    if (entry === null) return;
    yield entry;
  }
}

function contentOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(broken(error.message, error));
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => resolve(Buffer.concat(chunks)));
      stream.on("error", (cause: Error) => reject(broken(cause.message, cause)));
    });
  });
}
