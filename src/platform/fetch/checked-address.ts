/** The address of a caller-supplied host for a connection that is no HTTP. */
import { isIP } from "node:net";
import type { AllowedHosts } from "#platform/config-hosts.ts";
import { isExempt, isPublicAddress } from "./address-rules.ts";
import { LOCAL_NAME, REFUSED_ADDRESS } from "./check-url.ts";
import { addressOf, FetchFault, type FetchRules } from "./guarded-fetch.ts";

/** Whether the operator allowed the host by name, or by its address where it is one. */
export const isAllowedHost = (allowed: AllowedHosts, host: string): boolean => isExempt(allowed, host, isIP(host) === 0 ? null : host);

/** Connect to it, whatever the name resolves to by then; TLS still verifies the name. Throws FetchFault. */
export async function checkedAddress(host: string, rules: FetchRules, signal: AbortSignal): Promise<string> {
  const isPublic = isIP(host) === 0 ? !LOCAL_NAME.test(host) : isPublicAddress(host);
  if (!isPublic && !isAllowedHost(rules.allowed, host)) throw new FetchFault("refused", REFUSED_ADDRESS);
  return addressOf(host, rules, signal);
}
