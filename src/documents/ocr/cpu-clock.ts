/** How much CPU a document has taken: OCR is by far the most expensive part of reading. */

/** CPU seconds of one request after which no further page is given to OCR; such pages are left to the next request (read-on.ts), or reported as failed. */
export const OCR_CPU_SECONDS_MAX = 20;

/** CPU seconds of this process since the call. */
export function cpuClock(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1e6;
  };
}
