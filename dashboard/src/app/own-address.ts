/** Only an address of ours: nobody is sent elsewhere by a link that carries `next`. */
export function ownAddress(next: unknown): string {
  if (typeof next !== "string" || !next.startsWith("/")) return "/";
  const url = URL.parse(next, location.origin);
  return url?.origin === location.origin ? url.pathname + url.search : "/";
}
