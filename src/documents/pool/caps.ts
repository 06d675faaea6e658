/** What one document may cost in its child process, and how the operating system is made to enforce it. */

export const CHILD_CAPS = {
  dataBytes: 512 * 1024 * 1024,
  cpuSeconds: 30,
  wallSeconds: 45,
  /** For a child with a lower scheduling priority: its document is not to blame for waiting for the CPU. */
  yieldingWallSeconds: 180,
  /** A child that is not ready by then is ended, and another one started. */
  startSeconds: 60,
  /** A child that used this much CPU in total is replaced, so that sound documents never meet the kernel's own cap below. */
  childCpuSecondsMax: 600,
  /** A child that read this many documents is replaced, whatever its memory; not sooner, as V8 compiles everything again in a new one. */
  childDocumentsMax: 5000,
  /**
   * A child that still holds this much after a document frees memory (rest.ts), and is replaced when that is not enough. After a thousand text
   * documents and a page of 4 megapixels it holds 389 MB, of which 144 MB are garbage. A document that lacks what is held gets a fresh child.
   */
  childIdleBytesMax: 352 * 1024 * 1024,
  /** A child that does not free its memory within this time is ended. */
  restSeconds: 5,
} as const;

/**
 * V8 maps a code range of 512 MB at its start, readable, writable and executable. Linux counts it as data although almost none of it is
 * ever touched, so the kernel's cap must be higher than the document's share by as much.
 */
const V8_CODE_RANGE_BYTES = 512 * 1024 * 1024;
/** Heap, stacks and libraries of an idle child, as measured. */
const IDLE_CHILD_BYTES = 64 * 1024 * 1024;

/** Shell lines that set the caps and exec the command in "$@". On systems without one of the limits the child starts without it. */
export function capScript(): string {
  const dataKilobytes = Math.ceil((CHILD_CAPS.dataBytes + V8_CODE_RANGE_BYTES + IDLE_CHILD_BYTES) / 1024);
  const cpuSeconds = CHILD_CAPS.childCpuSecondsMax + 2 * CHILD_CAPS.cpuSeconds;
  return `ulimit -c 0; ulimit -t ${cpuSeconds}; ulimit -d ${dataKilobytes} 2>/dev/null; exec "$@"`;
}
