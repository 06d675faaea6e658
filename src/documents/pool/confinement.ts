/** Ways to start a child with less power than its parent, strictest first; the first that works on this system is used. */

export type Confinement = {
  name: "stranger-without-network" | "without-network" | "plain";
  /** Put before the command. */
  prefix: readonly string[];
  /** User and group to become; null keeps the parent's. */
  userId: number | null;
};

/** The user `nobody`: owns nothing, so the child may neither write outside its own folder nor look into its siblings'. */
const NOBODY = 65534;
/** A fresh user namespace is what lets an ordinary user have an empty network namespace: every connect is ENETUNREACH. */
const WITHOUT_NETWORK = ["unshare", "--user", "--net", "--"];

/** The kernel ends the child with its parent, also one that is busy in native code and would not see its socket close. */
const WITH_ITS_PARENT = ["setpriv", "--pdeathsig", "KILL", "--"];

export function confinements(): Confinement[] {
  const plain: Confinement = { name: "plain", prefix: [], userId: null };
  if (process.platform !== "linux") return [plain];
  const ways: Confinement[] = [{ name: "without-network", prefix: WITHOUT_NETWORK, userId: null }, plain];
  if (process.getuid?.() === 0) ways.unshift({ name: "stranger-without-network", prefix: WITHOUT_NETWORK, userId: NOBODY });
  return ways.flatMap((way) => [{ ...way, prefix: [...way.prefix, ...WITH_ITS_PARENT] }, way]);
}
