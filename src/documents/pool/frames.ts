/** The wire format between parent and child: frames of a JSON head and a body of bytes, each preceded by its length. */

/** Bounds of one frame in bytes: a child's head is small, a body holds one document, one page, one picture or one answer. */
const HEAD_BYTES_MAX = 1024 * 1024;
/** A request's head may hold a schema, findings or the text of a job ad. */
export const ASKED_HEAD_BYTES_MAX = 64 * 1024 * 1024;
const BODY_BYTES_MAX = 256 * 1024 * 1024;
const PREFIX_BYTES = 8;

export type Frame = { head: unknown; body: Buffer };

/** The chunks of one frame, to be written in order; the body is not copied. */
export function encodeFrame(head: unknown, body: Uint8Array = Buffer.alloc(0)): Uint8Array[] {
  const headBytes = Buffer.from(JSON.stringify(head));
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeUInt32LE(headBytes.byteLength, 0);
  prefix.writeUInt32LE(body.byteLength, 4);
  return body.byteLength === 0 ? [prefix, headBytes] : [prefix, headBytes, body];
}

/**
 * Collects chunks and yields whole frames. `push` throws RangeError when a length exceeds the bounds and SyntaxError when a head is not
 * JSON: the other side cannot be trusted any more.
 */
export class FrameReader {
  private chunks: Buffer[] = [];
  private held = 0;
  private needed = PREFIX_BYTES;
  private readonly headBytesMax: number;

  constructor(headBytesMax = HEAD_BYTES_MAX) {
    this.headBytesMax = headBytesMax;
  }

  push(chunk: Buffer): Frame[] {
    this.chunks.push(chunk);
    this.held += chunk.byteLength;
    const frames: Frame[] = [];
    while (this.held >= this.needed) {
      const all = this.chunks.length === 1 && this.chunks[0] ? this.chunks[0] : Buffer.concat(this.chunks, this.held);
      this.chunks = [all];
      const frameBytes = frameLength(all, this.headBytesMax);
      if (all.byteLength < frameBytes) {
        this.needed = frameBytes;
        break;
      }
      frames.push(decodeFrame(all.subarray(0, frameBytes)));
      this.keep(all.subarray(frameBytes));
    }
    return frames;
  }

  private keep(rest: Buffer): void {
    this.chunks = rest.byteLength > 0 ? [rest] : [];
    this.held = rest.byteLength;
    this.needed = PREFIX_BYTES;
  }
}

function frameLength(bytes: Buffer, headBytesMax: number): number {
  const head = bytes.readUInt32LE(0);
  const body = bytes.readUInt32LE(4);
  if (head > headBytesMax || body > BODY_BYTES_MAX) throw new RangeError(`frame of ${head} + ${body} bytes`);
  return PREFIX_BYTES + head + body;
}

function decodeFrame(bytes: Buffer): Frame {
  const headEnd = PREFIX_BYTES + bytes.readUInt32LE(0);
  return { head: JSON.parse(bytes.toString("utf8", PREFIX_BYTES, headEnd)), body: bytes.subarray(headEnd) };
}
