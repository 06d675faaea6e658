/** Encrypts the few secrets that have to be stored in the database: document passwords and webhook secrets. */
import { hkdfSync } from "node:crypto";
import { openWith, sealWith } from "./aes-gcm.ts";

export type SecretBox = { seal(text: string): string /** Throws when sealed with another secret. */; open(sealed: string): string };

export function secretBox(secret: string): SecretBox {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "winnow secret box v1", 32));
  return {
    seal: (text) => sealWith(key, Buffer.from(text)).toString("base64"),
    open: (sealed) => openWith(key, Buffer.from(sealed, "base64")).toString("utf8"),
  };
}
