/** What an address counts as, wherever callers are told apart by where they come from. */
import ipaddr from "ipaddr.js";

/** An IPv4 address, or the /64 of an IPv6 address: whoever has one of those has all of them. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(":") : parsed.toString();
}
