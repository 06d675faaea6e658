/** What one document may cost in its child process, and how the operating system is told. */

export const CAPS = {
  dataBytes: 512 * 1024 * 1024,
  cpuSeconds: 30,
  wallSeconds: 45,
  /** Of a child that gives way to others: what it waits for the processor is not its document's fault. */
  yieldingWallSeconds: 180,
  /** A child that used this much CPU in all is replaced, so that the kernel's own cap below is never met by honest work. */
  childCpuSecondsMax: 600,
  /** A child that read this many documents is replaced, whatever it holds: a new one has to be compiled anew by V8. */
  childDocumentsMax: 5000,
  /** A child that still holds this much after a document is replaced, so that the next one has its full share. */
  childIdleBytesMax: 256 * 1024 * 1024,
} as const;

/**
 * V8 maps a code range of 512 MB at its start, readable, writable and executable. Linux counts it as data although
 * next to none of it is ever touched, so the kernel's cap has to be that much higher than the document's share.
 */
const V8_CODE_RANGE_BYTES = 512 * 1024 * 1024;
/** Heap, stacks and libraries of an idle child, as measured. */
const IDLE_CHILD_BYTES = 64 * 1024 * 1024;

/** Shell lines that cap the process and become the command in "$@". Systems without a limit start uncapped by it. */
export function capScript(): string {
  const dataKilobytes = Math.ceil((CAPS.dataBytes + V8_CODE_RANGE_BYTES + IDLE_CHILD_BYTES) / 1024);
  const cpuSeconds = CAPS.childCpuSecondsMax + 2 * CAPS.cpuSeconds;
  return `ulimit -c 0; ulimit -t ${cpuSeconds}; ulimit -d ${dataKilobytes} 2>/dev/null; exec "$@"`;
}
