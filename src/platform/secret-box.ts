/** Encrypts the few secrets that have to wait in the database: document passwords and webhook secrets. AES-256-GCM. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

export type SecretBox = { seal(text: string): string /** Throws when sealed with another secret. */; open(sealed: string): string };

export function secretBox(secret: string): SecretBox {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "winnow secret box v1", 32));
  return {
    seal(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, nonce);
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64");
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, "base64");
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
    },
  };
}
