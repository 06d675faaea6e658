/** Becoming somebody who can sign in: the owner first, then by invitation, or by anybody where the server is open. */
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

/** The owner runs the machine; the rate shields them from the others, not from themselves. */
const OWNER_TIER = "enterprise" satisfies Tier;
const OPEN_TIER = "free" satisfies Tier;

export type Person = { name: string; email: string; password: string };
/** `token`: null without a link. `fromHere`: the request was sent on this machine and came through no proxy. */
export type Way = { token: string | null; fromHere: boolean };

/**
 * The first person becomes the owner: by the printed link, or without it from this machine while there is no account at all. Later ones need
 * an invitation for their address, unless `signUp` is `open`.
 * Throws ApiError 400: link_invalid, owner_link_needed, sign_up_closed, email_taken.
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

/** Whether the one who asks becomes the owner without a link. What the command line made is given to nobody without it. */
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
  // The command line may have made the account: an invitation, which the owner gave to this address, opens it; nobody else may take it.
  const existing = await findAccount(tx, email);
  if (link === null || existing === null || (await hasCredential(tx, existing))) throw new ApiError("email_taken");
  await nameAccount(tx, email, name);
  return existing;
}

/** Sets the password of the account that the link is for; all its sessions end, and its delays. Throws ApiError 400 link_invalid. */
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
