/** What the allowed server of the namespace is asked to do, written into the URL's path. */

export type Play = {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** The Location header; `itself` is the same URL again. */
  to?: string;
  /** What follows the head: bytes without end, 1 GB after a shorter promise, or one byte in ten seconds. */
  after?: "endless" | "more than said" | "drip";
};

/** `base` without a slash at its end. */
export const playUrl = (base: string, play: Play): string => `${base}/play/${encodeURIComponent(JSON.stringify(play))}`;
