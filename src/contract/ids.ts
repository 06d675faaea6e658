/** Ids: a type prefix, 48 bits of time so that ids sort by age, 128 random bits so that ids cannot be guessed. */
import { randomBytes } from "node:crypto";
import { z } from "zod";

export const ID_PREFIXES = [
  "task",
  "pkt",
  "bat",
  "upl",
  "job",
  "app",
  "pos",
  "tpl",
  "lay",
  "lst",
  "evl",
  "evd",
  "eval",
  "dlv",
  "acct",
  "per",
  "cmt",
  "inb",
  "itm",
  "out",
  "key",
  "msg",
  "req",
  "sess",
  "cred",
  "psk",
  "scu",
  "scg",
] as const;
export type IdPrefix = (typeof ID_PREFIXES)[number];

/** Crockford's base 32 in lower case (no i, l, o, u); the alphabet is in ASCII order, so ids sort as their numbers do. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** A new id such as `task_01jd8…`: 10 characters of milliseconds, 26 of randomness. */
export function newId(prefix: IdPrefix, nowMs: number = Date.now()): string {
  let random = "";
  let bits = 0;
  let held = 0;
  for (const byte of randomBytes(17)) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5 && random.length < 26) {
      bits -= 5;
      random += ALPHABET[(held >> bits) & 31];
    }
    held &= (1 << bits) - 1;
  }
  return `${prefix}_${idTime(nowMs)}${random}`;
}

/** The part after the prefix of ids made at this time; ids made later sort after it. */
export function idTime(ms: number): string {
  let time = "";
  for (let rest = ms, i = 0; i < 10; i++, rest = Math.floor(rest / 32)) time = ALPHABET[rest % 32] + time;
  return time;
}

/** An id in a path. Checks no more than the length: an id of the wrong shape is a 404 as well, like an unknown one. */
export const idShape = (prefix: IdPrefix) => z.string().max(200).overwrite(withoutNul).describe(`Id such as \`${prefix}_…\``);

const ID_OF = new RegExp(`^(${ID_PREFIXES.join("|")})_[${ALPHABET}]{36}$`);

/** Whether a text is an id with this prefix. */
export const isId = (prefix: IdPrefix, text: string): boolean => ID_OF.exec(text)?.[1] === prefix;

/** PostgreSQL rejects NUL in texts, so a NUL in a path is replaced by U+FFFD, which matches nothing either. */
export const withoutNul = (text: string) => text.replaceAll("\u0000", "\ufffd");
