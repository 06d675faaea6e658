/** Sign-up: the owner first, then people with an invitation, or everyone when sign-up is open. */
import { ApiError } from "#contract/errors.ts";
import type { MemberRole } from "#contract/roles.ts";
import { RATE_PER_MINUTE, type Tier } from "#contract/tiers.ts";
import { type Actor, recordAudit } from "#platform/audit.store.ts";
import type { SignUp } from "#platform/config.ts";
import type { OidcConfig } from "#platform/oidc-settings.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import { accountExists, findAccount, insertAccount, lockOwnership, makeOwner, nameAccount, ownerExists } from "./accounts.store.ts";
import { setCredential } from "./credentials.store.ts";
import { type LinkRow, takeLink } from "./links.store.ts";
import { hashToken } from "./links.ts";
import { addMember, findPerson, hasMembers, insertPerson, listMemberships, upsertOwner } from "./members.store.ts";
import { hashPassword } from "./passwords.ts";
import { forgetSignInTries } from "./sign-in-delay.store.ts";

/** The owner operates the machine; the rate limit protects them from other accounts and does not restrict them. */
const OWNER_TIER = "enterprise" satisfies Tier;
const OPEN_TIER = "free" satisfies Tier;

export type Person = { name: string; email: string; password: string };
/** `token`: null without a link. `fromHere`: the request came from this machine and through no proxy. */
export type Way = { token: string | null; fromHere: boolean };

/**
 * The first person becomes the owner: with the printed link, or without it from this machine while no account exists. Later people need an
 * invitation for their address, unless `signUp` is `open`. Throws ApiError 400: link_invalid, owner_link_needed, sign_up_closed,
 * email_taken, passwords_off.
 */
export async function join(deps: { db: Db; signUp: SignUp; oidc: OidcConfig | null }, person: Person, way: Way, by: Actor): Promise<void> {
  const passwordHash = await hashPassword(person.password);
  await transaction(deps.db, async (tx) => {
    await lockOwnership(tx);
    if (deps.oidc?.isOnly && (await ownerExists(tx))) throw new ApiError("passwords_off");
    const { accountId, personId } = await memberFor(tx, deps.signUp, person, way);
    await setCredential(tx, personId, passwordHash);
    await recordAudit(tx, { ...by, accountId }, "account.created", personId);
  });
}

/**
 * Whether this request may become the owner without a link. Not once the command line has created an account: its data is given out with
 * the link only.
 */
export const isFirstVisit = async (db: Db | Tx, { fromHere }: Pick<Way, "fromHere">): Promise<boolean> =>
  fromHere && !(await accountExists(db));

type Joined = { accountId: string; personId: string };

async function memberFor(tx: Tx, signUp: SignUp, { email, name }: Person, { token, fromHere }: Way): Promise<Joined> {
  const link = token === null ? null : await takeLink(tx, hashToken(token));
  if (!(await ownerExists(tx))) {
    if (token !== null && link?.kind !== "owner") throw new ApiError("link_invalid");
    if (token === null && !(await isFirstVisit(tx, { fromHere }))) throw new ApiError("owner_link_needed");
    const accountId = await makeOwner(tx, { email, name, tier: OWNER_TIER, ratePerMinute: RATE_PER_MINUTE[OWNER_TIER] });
    const personId = await upsertOwner(tx, { email, name });
    await addMember(tx, accountId, personId, "owner");
    return { accountId, personId };
  }
  if (token === null && signUp !== "open") throw new ApiError("sign_up_closed");
  if (token !== null && ((link?.kind !== "invite" && link?.kind !== "member") || link.email !== email)) throw new ApiError("link_invalid");
  const place = await placeFor(tx, signUp, { email, name }, link);
  const personId = await insertPerson(tx, { email, name });
  if (personId === null) throw new ApiError("email_taken");
  await addMember(tx, place.accountId, personId, place.role);
  return { accountId: place.accountId, personId };
}

/**
 * The workspace that a person gets, and the role in it: the one of an invitation to a workspace, else one of their own. `link`: null without one, which open
 * sign-up allows. Throws ApiError 400 email_taken, sign_up_closed.
 */
export async function placeFor(
  tx: Tx,
  signUp: SignUp,
  { email, name }: Omit<Person, "password">,
  link: LinkRow | null,
): Promise<{ accountId: string; role: MemberRole }> {
  if (link?.kind === "member" && link.createdBy !== null && link.role !== null) return { accountId: link.createdBy, role: link.role };
  if (link === null && signUp !== "open") throw new ApiError("sign_up_closed");
  const tier = link?.tier ?? OPEN_TIER;
  const made = await insertAccount(tx, { email, name, tier, ratePerMinute: RATE_PER_MINUTE[tier] });
  if (made !== null) return { accountId: made, role: "owner" };
  // The command line may have created the account. Only an invitation to this address, which the owner made, gives access to it.
  const existing = await findAccount(tx, email);
  if (link === null || existing === null || (await hasMembers(tx, existing))) throw new ApiError("email_taken");
  await nameAccount(tx, email, name);
  return { accountId: existing, role: "owner" };
}

/**
 * Sets the password of the link's person, ends all their sessions and clears their sign-in delay. An account that only the command line has
 * used gets this person as its owner. Throws ApiError 400 link_invalid.
 */
export async function setPasswordByLink(db: Db, token: string, password: string, by: Actor): Promise<{ email: string }> {
  const passwordHash = await hashPassword(password);
  const email = await transaction(db, async (tx) => {
    const link = await takeLink(tx, hashToken(token));
    if (link?.kind !== "password" || link.email === null) throw new ApiError("link_invalid");
    const accountId = await findAccount(tx, link.email);
    const personId = (await findPerson(tx, link.email))?.id ?? (accountId && (await insertPerson(tx, { email: link.email, name: "" })));
    if (!personId) throw new ApiError("link_invalid");
    if (accountId !== null && !(await hasMembers(tx, accountId))) await addMember(tx, accountId, personId, "owner");
    await setCredential(tx, personId, passwordHash);
    for (const workspace of await listMemberships(tx, personId, { atProvider: true }))
      await recordAudit(tx, { ...by, accountId: workspace.accountId }, "account.password_changed", personId);
    return link.email;
  });
  await forgetSignInTries(db, email);
  return { email };
}
