/** The network of a caller's address, used to count unauthenticated requests. */
import ipaddr from "ipaddr.js";

/** An IPv4 address, or the /64 of an IPv6 address, because one subscriber usually has all addresses of a /64. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(":") : parsed.toString();
}
