/**
 * The provider's people and groups as resources of SCIM 2.0 (RFC 7643, RFC 7644). The library scimmy knows schemas, filters and patches.
 * Every function rejects with `SCIMMY.Types.Error` for what the client asks wrongly.
 */
import SCIMMY from "scimmy";
import { lockOwnership } from "#accounts/accounts.store.ts";
import type { Actor } from "#platform/audit.store.ts";
import type { GroupRole } from "#platform/oidc-settings.ts";
import type { Db } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import { isUniqueViolation } from "#platform/postgres/unique-violation.ts";
import { type Change, KINDS, type Kind, type Resource } from "./kinds.ts";
import { plainPatch } from "./patch.ts";
import type { Where } from "./scim.store.ts";

const { Filter, Error: ScimError } = SCIMMY.Types;

/** RFC 7644 §3.4.2.4: a page has as many as the client asks for, at most so many. */
export const PAGE_MAX = 200;

export type Query = {
  filter?: string | undefined;
  attributes?: string | undefined;
  excludedAttributes?: string | undefined;
  startIndex?: number | undefined;
  count?: number | undefined;
};
/** `url`: the one below which clients find the resources. */
export type Directory = { db: Db; roles: readonly GroupRole[]; url: string };

const notFound = (id: string) => new ScimError(404, "", `Nothing here has the id ${id}.`);

/** A resource as it is sent. */
type Sent = { id?: string };

function shown({ url }: Directory, kind: Kind, data: Resource, query: Query = {}): Sent {
  return new KINDS[kind].Schema(data, "out", `${url}/${kind}`, chosen(query));
}

/** RFC 7644 §3.9: the attributes that the client wants, or those that it does not. */
function chosen({ attributes, excludedAttributes }: Query): InstanceType<typeof Filter> | undefined {
  const [list, word, joined] = attributes === undefined ? [excludedAttributes, "np", " and "] : [attributes, "pr", " and "];
  if (!list?.trim()) return undefined;
  const expressions = list.split(",").map((name) => `${name.trim()} ${word}`);
  return fitting(() => new Filter(expressions.join(joined)));
}

/** What providers ask for before they make somebody is answered by an index, and names in any case. */
function whereOf(kind: Kind, filter: InstanceType<typeof Filter>): Where {
  const [only, ...more] = [...filter] as Record<string, unknown>[];
  const [[name, comparison] = [], ...others] = Object.entries(only ?? {});
  if (more.length > 0 || others.length > 0 || !Array.isArray(comparison)) return null;
  const [operator, value] = comparison as unknown[];
  if (operator !== "eq" || typeof value !== "string") return null;
  if (name === (kind === "Users" ? "userName" : "displayName")) return { by: "name", value };
  return name === "externalId" || name === "id" ? { by: name, value } : null;
}

/** One page of those that the filter lets through. Throws as the others do: 400 invalidFilter. */
export async function list(directory: Directory, kind: Kind, query: Query): Promise<object> {
  const filter = parsed(query.filter);
  const where = filter && whereOf(kind, filter);
  const found = await KINDS[kind].find(directory.db, where);
  const resources: Resource[] = filter && !where ? filter.match(found.map(plain)) : found;
  const startIndex = Math.max(1, query.startIndex ?? 1);
  const count = Math.min(PAGE_MAX, Math.max(0, query.count ?? PAGE_MAX));
  const page = resources.slice(startIndex - 1, startIndex - 1 + count).map((each) => shown(directory, kind, each, query));
  return {
    ...new SCIMMY.Messages.ListResponse([], { totalResults: resources.length, startIndex, itemsPerPage: page.length }),
    Resources: page,
  };
}

const parsed = (filter: string | undefined) => (filter?.trim() ? fitting(() => new Filter(filter)) : null);

const plain = (value: object): Resource => JSON.parse(JSON.stringify(value));

/** Throws SCIM's errors: 404. */
export async function read(directory: Directory, kind: Kind, id: string, query: Query): Promise<Sent> {
  const [found] = await KINDS[kind].find(directory.db, { by: "id", value: id });
  if (!found) throw notFound(id);
  return shown(directory, kind, found, query);
}

/** `id` null: a new one. Throws SCIM's errors: 400, 404, 409. */
export const write = (directory: Directory, kind: Kind, id: string | null, body: unknown, by: Actor): Promise<Sent> =>
  changing(directory, by, (change) => save(directory, { ...change, id }, kind, body));

/** Throws SCIM's errors: 400, 404, 409. */
export const patch = (directory: Directory, kind: Kind, id: string, body: unknown, by: Actor): Promise<Sent> =>
  changing(directory, by, async (change) => {
    const [found] = await KINDS[kind].find(change.tx, { by: "id", value: id });
    if (!found) throw notFound(id);
    const types = Array.isArray(found.emails) ? found.emails.map(({ type }: { type?: string }) => type ?? "") : [];
    const operations = plainPatch(body, KINDS[kind].attributes, types);
    const before = shown(directory, kind, found);
    if (hasNothing(operations)) return before;
    const after = await applied(operations, before);
    return after ? save(directory, { ...change, id }, kind, plain(after)) : before;
  });

const applied = async <S extends object>(operations: unknown, to: S): Promise<S | undefined> => {
  try {
    return await new SCIMMY.Messages.PatchOp(operations as never).apply(to as never);
  } catch (error) {
    throw asScims(error);
  }
};

/** All operations were about what is not kept. */
const hasNothing = (body: unknown) =>
  typeof body === "object" && body !== null && "Operations" in body && Array.isArray(body.Operations) && body.Operations.length === 0;

/** Throws SCIM's errors: 404. */
export const remove = (directory: Directory, kind: Kind, id: string, by: Actor): Promise<void> =>
  changing(directory, by, async (change) => {
    const [found] = await KINDS[kind].find(change.tx, { by: "id", value: id });
    if (!found) throw notFound(id);
    await KINDS[kind].remove({ ...change, id });
  });

async function save(directory: Directory, change: Change, kind: Kind, body: unknown): Promise<Sent> {
  const { Schema, find, save: saveAs } = KINDS[kind];
  const id = await saveAs(change, plain(fitting(() => new Schema(body as object, "in"))));
  const [saved] = id === null ? [] : await find(change.tx, { by: "id", value: id });
  if (!saved) throw notFound(change.id ?? "");
  return shown(directory, kind, saved);
}

/** One change at a time, and none beside a sign-in. */
async function changing<T>({ db, roles }: Directory, by: Actor, make: (change: Omit<Change, "id">) => Promise<T>): Promise<T> {
  try {
    return await transaction(db, async (tx) => {
      await lockOwnership(tx);
      return make({ tx, roles, by });
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new ScimError(409, "uniqueness", "Another one has this name already.");
    throw error;
  }
}

/** scimmy throws a TypeError for a value that does not fit its schema. */
function fitting<T>(made: () => T): T {
  try {
    return made();
  } catch (error) {
    throw asScims(error);
  }
}
const asScims = (error: unknown) => (error instanceof TypeError ? new ScimError(400, "invalidValue", error.message) : error);

/** Null: not an error that the client made. */
export const scimErrorOf = (error: unknown): { status: number; body: object } | null =>
  error instanceof ScimError ? { status: error.status, body: errorBody(error.status, error.message, error.scimType) } : null;

export const errorBody = (status: number, detail: string, scimType?: string): object => ({
  schemas: [SCIMMY.Messages.Error.id],
  status: String(status),
  ...(scimType ? { scimType } : {}),
  detail,
});
