/** Where somebody may be sent on to after signing in. */

/** Screens of whoever is not signed in. Nobody goes on to one of them from another: addresses would nest without end. */
const DOORS = ["/sign-in", "/join"];

export const isDoor = (path: string): boolean => DOORS.includes(path.toLowerCase().replace(/\/+$/, ""));

/** Only an address of ours: nobody is sent elsewhere by a link that carries `next`. */
export function ownAddress(next: unknown): string {
  if (typeof next !== "string" || !next.startsWith("/")) return "/";
  const url = URL.parse(next, location.origin);
  return url?.origin === location.origin && !isDoor(url.pathname) ? url.pathname + url.search : "/";
}

/** The search of the sign-in page that leads back to `address`. */
export function nextOf(address: unknown): { next?: string } {
  const next = ownAddress(address);
  return next === "/" ? {} : { next };
}
