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

export function confinements(): Confinement[] {
  const ways: Confinement[] = [];
  if (process.platform === "linux") {
    if (process.getuid?.() === 0) ways.push({ name: "stranger-without-network", prefix: WITHOUT_NETWORK, userId: NOBODY });
    ways.push({ name: "without-network", prefix: WITHOUT_NETWORK, userId: null });
  }
  ways.push({ name: "plain", prefix: [], userId: null });
  return ways;
}
