/** Reads a body into one buffer, so that it is in memory only once. */
import { createHash, type Hash } from "node:crypto";
import type { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import { ApiError } from "#contract/errors.ts";

/** A body is aborted when no bytes arrived for this long. */
const STALLED_MS = 10_000;
/** First growth step of a body without Content-Length. */
const STEP_BYTES = 65_536;

export type ReadBody = { bytes: Buffer; hash: Buffer | null };

/** `hash`: updated with the bytes as they arrive; null: not needed. Throws ApiError 400 and 429, and the stream's error. */
export async function readBody(request: FastifyRequest, from: Readable, hash: Hash | null): Promise<ReadBody> {
  const contentLength = request.headers["content-length"];
  const room = roomFor(request, contentLength === undefined ? null : Number(contentLength));
  await eachChunk(from, (chunk) => {
    hash?.update(chunk);
    return room.add(chunk);
  });
  return { bytes: room.bytes(), hash: hash?.digest() ?? null };
}

/** Hash of method and URL, to be updated with the body. */
export const requestHash = ({ method, url }: FastifyRequest): Hash => createHash("sha256").update(`${method} ${url}\n`);

function roomFor({ routeOptions, takeMore }: FastifyRequest, contentLength: number | null) {
  const bytesMax = routeOptions.bodyLimit ?? 0;
  // Untouched memory costs nothing: the system allocates it page by page.
  let buffer = Buffer.allocUnsafeSlow(contentLength ?? 0);
  let used = 0;
  const grow = async (needed: number) => {
    if (needed > bytesMax) throw new ApiError("body_too_large");
    if (contentLength !== null) throw new ApiError("bad_request");
    const size = Math.min(bytesMax, Math.max(needed, STEP_BYTES, 2 * buffer.length));
    await takeMore?.(size - buffer.length);
    const larger = Buffer.allocUnsafeSlow(size);
    buffer.copy(larger, 0, 0, used);
    buffer = larger;
  };
  return {
    /** Returns a promise when more bytes have to be reserved first. */
    add(chunk: Buffer): Promise<void> | undefined {
      if (used + chunk.length > buffer.length) return grow(used + chunk.length).then(() => this.put(chunk));
      this.put(chunk);
    },
    put(chunk: Buffer): void {
      used += chunk.copy(buffer, used);
    },
    bytes: () => buffer.subarray(0, used),
  };
}

/**
 * Does not use `for await`, which destroys the connection when it ends early, so that no response can be sent. Chunks are processed one at
 * a time.
 */
export function eachChunk(from: Readable, work: (chunk: Buffer) => Promise<void> | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      from.off("data", onData).off("end", onEnd).off("error", onError).off("close", onClose);
    };
    const onError = (error: unknown) => {
      stop();
      reject(error);
    };
    // The last chunk may still be in progress: a stream that was read to its end emits `end` even while it is paused.
    let working: Promise<void> | undefined;
    const onEnd = () => {
      stop();
      if (working) working.then(resolve, reject);
      else resolve();
    };
    const onClose = () => onError(new ApiError("bad_request"));
    const stalled = () => onError(new ApiError("bad_request", { detail: `Nothing more of the body arrived for ${STALLED_MS / 1000} s.` }));
    const timer = setTimeout(stalled, STALLED_MS);
    const onData = (chunk: Buffer) => {
      timer.refresh();
      try {
        working = work(chunk);
      } catch (error) {
        return onError(error);
      }
      if (!working) return;
      from.pause();
      working.then(() => from.resume(), onError);
    };
    from.on("data", onData).on("end", onEnd).on("error", onError).on("close", onClose);
  });
}
