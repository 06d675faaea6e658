/** How much CPU a document has taken: OCR is by far the most expensive part of reading. */

/** CPU seconds of one request after which no further page is given to OCR; such pages are reported as failed. */
export const OCR_CPU_SECONDS_MAX = 20;
/** The same where further requests read the pages that are left (read-on.ts): the sooner they begin, the sooner idle cores help. */
export const OCR_TURN_SECONDS = 8;

/** CPU seconds of this process since the call. */
export function cpuClock(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1e6;
  };
}
