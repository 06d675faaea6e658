/** What is kept of the provider's people and groups, how a change of one is kept, and what follows from it here. */
import SCIMMY from "scimmy";
import type { Actor } from "#platform/audit.store.ts";
import type { GroupRole } from "#platform/oidc-settings.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import type { ScimProfile } from "./profile.ts";
import { provision } from "./provision.ts";
import {
  deleteGroup,
  deleteUser,
  type GroupRow,
  groups,
  hasGroups,
  saveGroup,
  saveUser,
  setMembers,
  type UserRow,
  users,
  type Where,
} from "./scim.store.ts";

const { User, Group } = SCIMMY.Schemas;

/** What Winnow has no use for is not kept: RFC 7644 §3.3 lets a service ignore it. */
const NOT_KEPT =
  "nickName profileUrl title userType preferredLanguage locale timezone password phoneNumbers ims photos addresses entitlements roles x509Certificates" +
  " name.middleName name.honorificPrefix name.honorificSuffix";
User.definition.truncate(...NOT_KEPT.split(" "));

const TEXT_LENGTH_MAX = 500;

export type Kind = "Users" | "Groups";
/** As JSON. */
export type Resource = { id?: string } & Record<string, unknown>;
export type Change = { id: string | null; tx: Tx; roles: readonly GroupRole[]; by: Actor };

type KindOf = {
  Schema: typeof User | typeof Group;
  /** Attributes that are kept, and may be patched. */
  attributes: readonly string[];
  find(db: Db | Tx, where: Where): Promise<Resource[]>;
  /** Returns the id; null: nothing has the given one. */
  save(change: Change, data: Resource): Promise<string | null>;
  remove(change: Change & { id: string }): Promise<void>;
};

const meta = ({ createdAt, updatedAt }: { createdAt: Date; updatedAt: Date }) => ({ created: createdAt, lastModified: updatedAt });

const userResource = ({ id, userName, externalId, active, profile, groups: of, ...times }: UserRow): Resource => ({
  id,
  userName,
  ...(externalId === null ? {} : { externalId }),
  ...profile,
  active,
  groups: of.map((group) => ({ ...group, type: "direct" })),
  meta: meta(times),
});
const groupResource = ({ id, displayName, externalId, members, ...times }: GroupRow): Resource => ({
  id,
  displayName,
  ...(externalId === null ? {} : { externalId }),
  members,
  meta: meta(times),
});

export const KINDS: Record<Kind, KindOf> = {
  Users: {
    Schema: User,
    attributes: ["userName", "externalId", "displayName", "name", "emails", "active"],
    find: async (db, where) => (await users(db, where)).map(userResource),
    async save({ tx, id, roles, by }, { userName, externalId, displayName, name, emails, active }) {
      const profile = JSON.parse(JSON.stringify({ displayName, name, emails })) as ScimProfile;
      const saved = await saveUser(tx, id, {
        userName: textOf(userName, "userName"),
        externalId: externalId === undefined ? null : textOf(externalId, "externalId"),
        active: active !== false,
        profile,
      });
      if (saved !== null) await provisionAll(tx, [saved], await hasGroups(tx), { roles, by });
      return saved;
    },
    async remove({ tx, id, roles, by }) {
      const [user] = await users(tx, { by: "id", value: id });
      if (user) await provision(tx, { ...user, active: false }, true, { roles, by });
      await deleteUser(tx, id);
    },
  },
  Groups: {
    Schema: Group,
    attributes: ["displayName", "externalId", "members"],
    find: async (db, where) => (await groups(db, where)).map(groupResource),
    async save({ tx, id, roles, by }, { displayName, externalId, members }) {
      const before = id === null ? undefined : (await groups(tx, { by: "id", value: id }))[0];
      const name = textOf(displayName, "displayName");
      const saved = await saveGroup(tx, id, {
        displayName: name,
        externalId: externalId === undefined ? null : textOf(externalId, "externalId"),
      });
      if (saved === null) return null;
      const ids = (Array.isArray(members) ? members : []).map(({ value }: { value?: unknown }) => textOf(value, "members.value"));
      const changed = await setMembers(tx, saved, ids);
      const isRenamed = before !== undefined && before.displayName !== name;
      await provisionAll(tx, isRenamed ? [...new Set([...changed, ...ids])] : changed, true, { roles, by });
      return saved;
    },
    async remove({ tx, id, roles, by }) {
      const [group] = await groups(tx, { by: "id", value: id });
      await deleteGroup(tx, id);
      await provisionAll(tx, group?.members.map(({ value }) => value) ?? [], true, { roles, by });
    },
  },
};

async function provisionAll(tx: Tx, ids: string[], areGroupsTold: boolean, given: Parameters<typeof provision>[3]): Promise<void> {
  for (const id of ids) {
    const [user] = await users(tx, { by: "id", value: id });
    if (user) await provision(tx, user, areGroupsTold, given);
  }
}

/** Throws 400. */
function textOf(value: unknown, name: string): string {
  if (typeof value === "string" && value.trim() !== "" && value.length <= TEXT_LENGTH_MAX) return value.trim();
  throw new SCIMMY.Types.Error(400, "invalidValue", `\`${name}\` has to be a text of 1 to ${TEXT_LENGTH_MAX} characters.`);
}
