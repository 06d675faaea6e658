/** Passwords as argon2id in the PHC string format. Cost: OWASP's minimum of 19 MiB and two passes (Password Storage Cheat Sheet). */
import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

/** Runs in libuv's thread pool, not on the event loop. */
const derive = promisify(argon2);

const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** All bytes of the password are hashed, whatever its length. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const tag = await derive("argon2id", { message: password.normalize("NFKC"), nonce, tagLength: TAG_BYTES, ...COST });
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${bare(nonce)}$${bare(tag)}`;
}

/** False also when the hash has another format. */
export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = "", kept = ""] = PHC.exec(hash) ?? [];
  if (kept === "") return false;
  const expected = Buffer.from(kept, "base64");
  const tag = await derive("argon2id", {
    message: password.normalize("NFKC"),
    nonce: Buffer.from(salt, "base64"),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(tag, expected);
}

const bare = (bytes: Buffer) => bytes.toString("base64").replace(/(?<!=)=+$/, "");
