import { createHash, timingSafeEqual } from "node:crypto";

/** Whether the `Authorization` header carries the token (RFC 6750). How long the comparison takes tells nothing of the token. */
export const hasToken = (authorization: string | undefined, token: string): boolean =>
  timingSafeEqual(digest(authorization ?? ""), digest(`Bearer ${token}`));

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
