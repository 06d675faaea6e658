/**
 * Wraps better-auth's database adapter so that sessions are stored with a hash of their token: a leaked copy of the table cannot be used to
 * sign in.
 */
import { createHash } from "node:crypto";
import type { DBAdapter } from "better-auth";

/** Names the hash function of a stored token. */
const PREFIX = "sha256:";

const hashed = (token: string): string => PREFIX + createHash("sha256").update(token).digest("base64url");

type Where = Parameters<DBAdapter["findOne"]>[0]["where"][number];
type Ask = { model: string; where?: Where[] | undefined };

/** Hashes tokens in writes and lookups; a session found by its token is returned with the plain token. */
export function withHashedTokens(inner: DBAdapter): DBAdapter {
  const outer: DBAdapter = {
    ...inner,
    async create<T extends Record<string, unknown>, R = T>(ask: Parameters<DBAdapter["create"]>[0]): Promise<R> {
      const token = ask.model === "session" ? textOf(ask.data.token) : null;
      const made = await inner.create<T, R>({ ...ask, data: withHash(ask.data, token) } as never);
      return plain(made, token);
    },
    findOne: async <T>(ask: Parameters<DBAdapter["findOne"]>[0]) => plain(await inner.findOne<T>(hash(ask)), tokenOf(ask)),
    findMany: (ask) => inner.findMany(hash(ask)),
    count: (ask) => inner.count(hash(ask)),
    update: async <T>(ask: Parameters<DBAdapter["update"]>[0]) => plain(await inner.update<T>(hash(ask)), tokenOf(ask)),
    updateMany: (ask) => inner.updateMany(hash(ask)),
    delete: (ask) => inner.delete(hash(ask)),
    deleteMany: (ask) => inner.deleteMany(hash(ask)),
    transaction: (work) => work(outer),
  };
  return outer;
}

function hash<A extends Ask>(ask: A): A {
  if (ask.model !== "session" || !ask.where) return ask;
  return { ...ask, where: ask.where.map((each) => (each.field === "token" ? { ...each, value: hashOf(each.value) } : each)) };
}

function hashOf(value: Where["value"]): Where["value"] {
  if (typeof value === "string") return hashed(value);
  return Array.isArray(value) ? value.map((each) => hashed(String(each))) : value;
}

const tokenOf = ({ model, where }: Ask): string | null =>
  model === "session" ? textOf(where?.find(({ field }) => field === "token")?.value) : null;
const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
const withHash = <T extends object>(row: T, token: string | null): T => (token === null ? row : { ...row, token: hashed(token) });
const plain = <T>(row: T, token: string | null): T => (token === null || row === null ? row : { ...row, token });
