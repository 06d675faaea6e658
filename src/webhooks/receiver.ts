/** A webhook receiver: a callback URL, and the origin that it shares with other URLs. */
import { hash } from "node:crypto";
import { shownUrl } from "#platform/fetch/shown-url.ts";

export type Receiver = {
  /** Identifies the URL. */
  receiver: string;
  /** Scheme, host and port, such as `https://example.com:8443`. */
  origin: string;
  /** The URL as it is shown (platform/fetch/shown-url.ts). */
  shown: string;
};

/** Longer than any name that can be resolved; longer origins are cut, so that they can be indexed. */
const ORIGIN_CHARACTERS_MAX = 300;

export function receiverOf(url: string): Receiver {
  const parsed = new URL(url);
  parsed.hash = "";
  const receiver = hash("sha256", parsed.href);
  const origin = parsed.origin.slice(0, ORIGIN_CHARACTERS_MAX);
  return { receiver, origin, shown: shownUrl(url) };
}

/** Payload of notifications about the receiver. */
export const receiverId = (accountId: string, { receiver }: Pick<Receiver, "receiver">): string => `${accountId} ${receiver}`;
