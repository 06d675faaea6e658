/** Reads the pages that a request left, by requests to the same children, and to further ones while cores are idle. */
import type { Document } from "./document.ts";
import { CHILD_CAPS } from "./pool/caps.ts";
import { idleCores } from "./pool/idle-cores.ts";
import type { ReadOptions } from "./pool/protocol.ts";
import type { ReaderPool } from "./pool/reader-pool.ts";
import { failureOf, pagesOf } from "./pool/replies.ts";
import { type PagesOf, readOn } from "./read-on.ts";

type Whole = (begun: Document, bytes: Uint8Array, reading: ReadOptions, signal: AbortSignal) => Promise<Document>;

/** `further`: at most `most` children of it read beside one of `pool`. Rejects with TaskFailure, and the signal's reason. */
export function wholeBy(pool: ReaderPool, further: ReaderPool | null, most: number): Whole {
  return async (begun, bytes, reading, signal) => {
    const failed = new AbortController();
    const either = AbortSignal.any([signal, failed.signal]);
    return readOn(begun, {
      async read(pages, child) {
        try {
          return await readPages(child === 0 || further === null ? pool : further, bytes, { ...reading, pages }, either);
        } catch (error) {
          failed.abort(error);
          throw error;
        }
      },
      cores: async () => (further === null ? 1 : Math.max(1, Math.min(1 + most, await idleCores(), 1 + roomFor()))),
    });
  };
}

/** Further children that the machine, or the container, has memory for. */
const roomFor = (): number => Math.floor(process.availableMemory() / CHILD_CAPS.dataBytes);

/** Blank or damaged are pages, not the document. */
async function readPages(pool: ReaderPool, bytes: Uint8Array, reading: ReadOptions, signal: AbortSignal): Promise<PagesOf> {
  const { reply, pages: wires } = await pool.run({ kind: "read", ...reading }, bytes, signal);
  const pages = await pagesOf(wires);
  if (reply.kind === "read") return { ...reply.summary, pages };
  const code = reply.kind === "failure" ? reply.code : null;
  if (code !== "empty_document" && code !== "corrupt_document") throw failureOf(reply);
  const given = new Set(pages.map(({ number }) => number));
  const failed = code === "empty_document" ? [] : (reading.pages ?? []).filter((number) => !given.has(number));
  return { pages, pagesFailed: failed, truncated: false };
}
