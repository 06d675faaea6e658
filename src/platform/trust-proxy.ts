/** WINNOW_TRUST_PROXY: which proxies are trusted to report a caller's address. */
import ipaddr from "ipaddr.js";
import { ConfigError, type Env, text } from "./env.ts";

/** `false`: none. A number: that many proxies, counted from this server. A text: proxies at these addresses and ranges. */
export type TrustProxy = false | number | string;

const PROXIES_MAX = 10;
const NAME = "WINNOW_TRUST_PROXY";
const ALLOWED = `give the number of proxies before this server (1 to ${PROXIES_MAX}), or their addresses and CIDR ranges, such as 10.0.0.0/8; or false.`;

/** Throws ConfigError; also for a value that trusts every address, because then callers could forge theirs. */
export function trustProxyOf(env: Env): TrustProxy {
  const value = text(env, NAME);
  if (value === null || value === "false") return false;
  if (/^\d+$/.test(value)) {
    if (Number(value) >= 1 && Number(value) <= PROXIES_MAX) return Number(value);
    throw new ConfigError(NAME, `\`${value}\` is not allowed; ${ALLOWED}`);
  }
  if (value === "true")
    throw new ConfigError(NAME, `\`true\` would believe an address that any caller writes into X-Forwarded-For; ${ALLOWED}`);
  for (const entry of value.split(",").map((part) => part.trim())) {
    const isAddress = ipaddr.IPv4.isValidFourPartDecimal(entry) || ipaddr.IPv6.isValid(entry);
    const isRange = ipaddr.isValidCIDR(entry) && ipaddr.parseCIDR(entry)[1] > 0;
    if (!isAddress && !isRange) throw new ConfigError(NAME, `\`${entry}\` is not allowed; ${ALLOWED}`);
  }
  return value;
}
