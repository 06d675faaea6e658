/**
 * Which addresses and ports a caller-supplied URL may reach. Only public unicast is allowed. Sources: the IANA special-purpose registries
 * for IPv4 and IPv6, RFC 6890, and the metadata addresses of the large clouds.
 */
import ipaddr from "ipaddr.js";
import type { AllowedHosts } from "#platform/config-hosts.ts";

const range = (text: string) => ipaddr.parseCIDR(text);

/** Azure's wire server: a public address that serves the cloud's internals. Alibaba's 100.100.100.200 is within 100.64/10. */
const REFUSED_V4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
].map(range);
/** IPv6: global unicast only, without its special blocks (Teredo, ORCHID, documentation, 6to4, segment routing). */
const GLOBAL_V6 = range("2000::/3");
const REFUSED_V6 = ["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"].map(range);

/** `address`: as DNS or a socket returns it. False for anything that is not an address. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return !REFUSED_V4.some((refused) => parsed.match(refused));
  return parsed.match(GLOBAL_V6) && !REFUSED_V6.some((refused) => parsed.match(refused));
}

/** True when the operator exempted this exact name or a range that contains this address. */
export function isExempt(allowed: AllowedHosts, host: string, address: string | null): boolean {
  if (allowed.names.includes(host.toLowerCase())) return true;
  if (address === null || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return allowed.ranges.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
}

/**
 * Ports above 1023 of data stores that interpret the lines of an HTTP request as commands, or need no password by default: SQL Server,
 * Oracle, MySQL, PostgreSQL, Redis, Elasticsearch, memcached, MongoDB. Ports from the IANA service name registry.
 */
const DATA_STORE_PORTS: ReadonlySet<number> = new Set([1433, 1521, 3306, 5432, 6379, 9200, 9300, 11211, 27017]);

/** 80, 443 and 1024 or higher, except the ports of data stores. */
export function isAllowedPort(port: number): boolean {
  return port === 80 || port === 443 || (port >= 1024 && port <= 65535 && !DATA_STORE_PORTS.has(port));
}
