/** Who gets a webhook: a callback URL, and the host it shares with others. */
import { hash } from "node:crypto";
import { shownUrl } from "#platform/fetch/shown-url.ts";

export type Receiver = {
  /** Names the URL. */
  receiver: string;
  /** Scheme, host and port, such as `https://example.com:8443`. */
  origin: string;
  /** As it is shown (platform/fetch/shown-url.ts). */
  shown: string;
};

/** No name that can be resolved is longer; what is longer is cut, so that it can be indexed. */
const ORIGIN_CHARACTERS_MAX = 300;

export function receiverOf(url: string): Receiver {
  const parsed = new URL(url);
  parsed.hash = "";
  const receiver = hash("sha256", parsed.href);
  const origin = parsed.origin.slice(0, ORIGIN_CHARACTERS_MAX);
  return { receiver, origin, shown: shownUrl(url) };
}

/** Names it in notices of changes. */
export const receiverId = (accountId: string, { receiver }: Pick<Receiver, "receiver">): string => `${accountId} ${receiver}`;
