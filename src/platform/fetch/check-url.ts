/** Checks a URL before its name is resolved. Looks at the normalised host, never at the text. */
import { isIP } from "node:net";
import type { AllowedHosts } from "#platform/config-hosts.ts";
import { isAllowedPort, isExempt, isPublicAddress } from "./address-rules.ts";

/** The same message for all refused addresses, so that an error reveals nothing about the network. */
export const REFUSED_ADDRESS =
  "This server may not use this URL: its host is unknown, or has a private, local or reserved address. The server's operator can allow the host with WINNOW_ALLOW_HOSTS.";

export type UrlVerdict = { ok: true; url: URL; host: string; port: number } | { ok: false; why: string };

/** Names that resolve to the machine itself or its network (RFC 6761, RFC 8375, mDNS) are refused without DNS. */
export const LOCAL_NAME = /(^|\.)(localhost|local|internal|home\.arpa|ip6-localhost|ip6-loopback|localdomain)$/;

export function checkUrl(text: string, allowed: AllowedHosts): UrlVerdict {
  const refuse = (why: string): UrlVerdict => ({ ok: false, why });
  if (/[\s\p{Cc}\\]/u.test(text)) return refuse("This URL has a space, control character or backslash. Write it percent-encoded.");
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return refuse("Give an absolute http or https URL.");
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return refuse("Give the URL without a user name and password.");
  const host = bareHost(url);
  const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
  const literal = isIP(host) !== 0;
  if (isExempt(allowed, host, literal ? host : null)) return { ok: true, url, host, port };
  if (!isAllowedPort(port))
    return refuse(
      "This server may not use this URL: only the ports 80, 443 and 1024 to 65535 are allowed, and of these not those of databases. The server's operator can allow the host with WINNOW_ALLOW_HOSTS.",
    );
  if (host === "" || (literal ? !isPublicAddress(host) : LOCAL_NAME.test(host))) return refuse(REFUSED_ADDRESS);
  return { ok: true, url, host, port };
}

/** In lower case, without the brackets of IPv6 and the final dot of an absolute name. */
export function bareHost({ hostname }: URL): string {
  return hostname
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "")
    .toLowerCase();
}
