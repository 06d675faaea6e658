/** Format of an API key: `wnw_`, 256 random bits in base 62, a checksum of six characters. */
import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const PREFIX = "wnw_";
/** 62^43 > 2^256. */
const SECRET_CHARACTERS = 43;
const CHECKSUM_CHARACTERS = 6;
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_CHARACTERS + CHECKSUM_CHARACTERS}}$`);

export function newApiKey(): string {
  const secret = base62(BigInt(`0x${randomBytes(32).toString("hex")}`), SECRET_CHARACTERS);
  return `${PREFIX}${secret}${checksum(secret)}`;
}

/** Checks format and checksum without the database, so that made-up keys cost nothing. */
export function isApiKeyShape(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  const secret = text.slice(PREFIX.length, PREFIX.length + SECRET_CHARACTERS);
  return text.endsWith(checksum(secret));
}

/** The stored hash. A plain SHA-256 suffices, because 256 random bits cannot be guessed. */
export function hashApiKey(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

const checksum = (secret: string) => base62(BigInt(crc32(secret)), CHECKSUM_CHARACTERS);

function base62(value: bigint, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest /= 62n) text = ALPHABET[Number(rest % 62n)] + text;
  return text;
}
