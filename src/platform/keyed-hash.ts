/** A hash that nobody without the service's secret can make: equal values are found by it, and no value can be guessed from it. */
import { createHmac, hkdfSync } from "node:crypto";

/** Base64url, 43 characters. */
export type KeyedHash = (text: string) => string;

export function keyedHash(secret: string): KeyedHash {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "winnow keyed hash v1", 32));
  return (text) => createHmac("sha256", key).update(text).digest("base64url");
}
