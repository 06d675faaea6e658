/** Settings that name hosts: which hosts this server may call, and which origins may call it from a browser. */
import ipaddr from "ipaddr.js";
import { ConfigError, type Env, text } from "./env.ts";

/** A name matches exactly, not its subdomains; a range matches addresses. */
export type AllowedHosts = { names: string[]; ranges: [ipaddr.IPv4 | ipaddr.IPv6, number][] };
/** Origins whose pages may call the API with a key from a browser; `*`: all origins. */
export type CorsOrigins = "*" | string[];

/** Throws ConfigError. */
export function allowHostsOf(env: Env): AllowedHosts {
  const allowed: AllowedHosts = { names: [], ranges: [] };
  for (const entry of (text(env, "WINNOW_ALLOW_HOSTS") ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean)) {
    if (ipaddr.isValidCIDR(entry)) allowed.ranges.push(ipaddr.parseCIDR(entry));
    else if (ipaddr.isValid(entry)) {
      const address = ipaddr.parse(entry);
      allowed.ranges.push([address, address.kind() === "ipv4" ? 32 : 128]);
    } else if (/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(entry)) allowed.names.push(entry.toLowerCase());
    else throw new ConfigError("WINNOW_ALLOW_HOSTS", `\`${entry}\` is not a host name, address or CIDR range; separate several by commas.`);
  }
  return allowed;
}

/** Throws ConfigError. */
export function corsOriginsOf(env: Env): CorsOrigins {
  const value = text(env, "WINNOW_CORS_ORIGINS") ?? "";
  if (value === "*") return value;
  const origins = value
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  for (const origin of origins)
    if (!/^https?:/.test(origin) || origin.includes("*") || !URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new ConfigError(
        "WINNOW_CORS_ORIGINS",
        `\`${origin}\` is not an origin; give scheme, host and port without a path, such as https://app.example.com, several separated by commas, or \`*\`.`,
      );
  return origins;
}
