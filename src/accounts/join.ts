/** Sign-up: the owner first, then people with an invitation, or everyone when sign-up is open. */
import { ApiError } from "#contract/errors.ts";
import { RATE_PER_MINUTE, type Tier } from "#contract/tiers.ts";
import { type Actor, recordAudit } from "#platform/audit.store.ts";
import type { SignUp } from "#platform/config.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import { accountExists, findAccount, insertAccount, lockOwnership, makeOwner, nameAccount, ownerExists } from "./accounts.store.ts";
import { hasCredential, setCredential } from "./credentials.store.ts";
import { takeLink } from "./links.store.ts";
import { hashToken } from "./links.ts";
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
 * email_taken.
 */
export async function join(deps: { db: Db; signUp: SignUp }, person: Person, way: Way, by: Actor): Promise<void> {
  const passwordHash = await hashPassword(person.password);
  await transaction(deps.db, async (tx) => {
    await lockOwnership(tx);
    const accountId = await accountFor(tx, deps.signUp, person, way);
    await setCredential(tx, accountId, passwordHash);
    await recordAudit(tx, { ...by, accountId }, "account.created", accountId);
  });
}

/**
 * Whether this request may become the owner without a link. Not once the command line has created an account: its data is given out with
 * the link only.
 */
export const isFirstVisit = async (db: Db | Tx, { fromHere }: Pick<Way, "fromHere">): Promise<boolean> =>
  fromHere && !(await accountExists(db));

async function accountFor(tx: Tx, signUp: SignUp, { email, name }: Person, { token, fromHere }: Way): Promise<string> {
  const link = token === null ? null : await takeLink(tx, hashToken(token));
  if (!(await ownerExists(tx))) {
    if (token !== null && link?.kind !== "owner") throw new ApiError("link_invalid");
    if (token === null && !(await isFirstVisit(tx, { fromHere }))) throw new ApiError("owner_link_needed");
    return makeOwner(tx, { email, name, tier: OWNER_TIER, ratePerMinute: RATE_PER_MINUTE[OWNER_TIER] });
  }
  if (token === null && signUp !== "open") throw new ApiError("sign_up_closed");
  if (token !== null && (link?.kind !== "invite" || link.email !== email)) throw new ApiError("link_invalid");
  const tier = link?.tier ?? OPEN_TIER;
  const made = await insertAccount(tx, { email, name, tier, ratePerMinute: RATE_PER_MINUTE[tier] });
  if (made !== null) return made;
  // The command line may have created the account. Only an invitation to this address, which the owner made, gives access to it.
  const existing = await findAccount(tx, email);
  if (link === null || existing === null || (await hasCredential(tx, existing))) throw new ApiError("email_taken");
  await nameAccount(tx, email, name);
  return existing;
}

/** Sets the password of the link's account, ends all its sessions and clears its sign-in delay. Throws ApiError 400 link_invalid. */
export async function setPasswordByLink(db: Db, token: string, password: string, by: Actor): Promise<{ email: string }> {
  const passwordHash = await hashPassword(password);
  const email = await transaction(db, async (tx) => {
    const link = await takeLink(tx, hashToken(token));
    const accountId = link?.kind === "password" && link.email !== null ? await findAccount(tx, link.email) : null;
    if (!link?.email || accountId === null) throw new ApiError("link_invalid");
    await setCredential(tx, accountId, passwordHash);
    await recordAudit(tx, { ...by, accountId }, "account.password_changed", accountId);
    return link.email;
  });
  await forgetSignInTries(db, email);
  return { email };
}
