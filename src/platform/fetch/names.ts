/**
 * Resolves host names of caller-supplied URLs. Uses c-ares, whose look-ups can be cancelled; getaddrinfo runs in libuv's four threads,
 * where four unanswered names block all others. Like getaddrinfo, it also reads the hosts file and, for a server with WINNOW_ALLOW_HOSTS,
 * the search list of resolv.conf. Other sources of nsswitch.conf (mDNS, LDAP) are not supported.
 */
import { Resolver } from "node:dns/promises";
import { readFile, stat } from "node:fs/promises";
import { isIP } from "node:net";
import pLimit from "p-limit";
import { limitByAccount } from "./limit-by-account.ts";

export type Names = {
  /**
   * IPv4 first; empty when the name does not exist or has no address. `search`: short names are also looked up below the domains of
   * resolv.conf, after the name itself. Throws when the name servers fail or do not answer; rejects with the signal's reason.
   */
  addressesOf(host: string, options: { search: boolean; signal: AbortSignal }): Promise<string[]>;
};

/** Concurrent look-ups per account, in one process. */
const ACCOUNT_MAX = 8;
const PROCESS_MAX = 128;
/** Per name, all look-ups together. c-ares asks each server twice, with timeouts of 1.5 s and 3 s. */
const LOOK_UP_MS_MAX = 5_000;
const ASKED = { timeout: 1_500, tries: 2 };
/** Codes for a name that does not exist or has no address of the requested kind. */
const NONE = ["ENOTFOUND", "ENODATA", "EBADNAME"];
/** RFC 6761 §6.3: never sent to a name server. */
const LOOPBACK_NAME = /(^|\.)localhost$/;

/** `servers`: name servers instead of the system's, such as `127.0.0.1:5353`. */
export function openNames({ servers = [] as string[], hostsFile = "/etc/hosts", resolvConf = "/etc/resolv.conf" } = {}): Names {
  const hosts = keptFile(hostsFile, hostsOf);
  const searching = keptFile(resolvConf, searchOf);
  const whole = pLimit(PROCESS_MAX);
  const inTurn = limitByAccount(ACCOUNT_MAX);
  return {
    async addressesOf(host, { search, signal }) {
      const written = (await hosts())?.get(host);
      if (written) return inOrder(written);
      if (LOOPBACK_NAME.test(host)) return ["127.0.0.1", "::1"];
      const { domains, dotsMin } = (search ? await searching() : null) ?? { domains: [], dotsMin: 0 };
      const names = host.split(".").length - 1 < dotsMin ? [host, ...domains.map((domain) => `${host}.${domain}`)] : [host];
      return inTurn(() => whole(() => firstFound(names, servers, AbortSignal.any([signal, AbortSignal.timeout(LOOK_UP_MS_MAX)]))), signal);
    },
  };
}

async function firstFound(names: readonly string[], servers: readonly string[], signal: AbortSignal): Promise<string[]> {
  for (const name of names) {
    const found = await ask(name, servers, signal);
    if (found.length > 0) return found;
  }
  return [];
}

/** One resolver per name: cancelling it cancels all look-ups of that name, and it reads the current resolv.conf. */
async function ask(name: string, servers: readonly string[], signal: AbortSignal): Promise<string[]> {
  signal.throwIfAborted();
  const resolver = new Resolver(ASKED);
  if (servers.length > 0) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel);
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    signal.throwIfAborted();
    const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    const failed = answers.find((answer) => answer.status === "rejected" && !NONE.includes(answer.reason?.code));
    if (found.length === 0 && failed?.status === "rejected") throw failed.reason;
    return found;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/** The parsed file, read again when it changed; null when it does not exist. */
function keptFile<T>(file: string, parse: (text: string) => T): () => Promise<T | null> {
  let kept: { at: string; parsed: T } | null = null;
  return async () => {
    try {
      const { mtimeMs, size, ino } = await stat(file);
      const at = `${mtimeMs} ${size} ${ino}`;
      if (kept?.at !== at) kept = { at, parsed: parse(await readFile(file, "utf8")) };
      return kept.parsed;
    } catch {
      return null;
    }
  };
}

const linesOf = (text: string): string[][] =>
  text
    .split("\n")
    .map((line) => (line.split(/[#;]/)[0] ?? "").trim())
    .filter((line) => line !== "")
    .map((line) => line.split(/\s+/));

function hostsOf(text: string): Map<string, string[]> {
  const hosts = new Map<string, string[]>();
  for (const [address = "", ...names] of linesOf(text))
    if (isIP(address) !== 0) for (const name of names) hosts.set(name.toLowerCase(), [...(hosts.get(name.toLowerCase()) ?? []), address]);
  return hosts;
}

/** resolv.conf(5): the last `search` or `domain` line counts; `ndots` is 1 by default. */
function searchOf(text: string): { domains: string[]; dotsMin: number } {
  const said = { domains: [] as string[], dotsMin: 1 };
  for (const [key, ...values] of linesOf(text)) {
    if (key === "search" || key === "domain") said.domains = values;
    const dots = key === "options" ? values.find((value) => /^ndots:\d{1,2}$/.test(value)) : undefined;
    if (dots) said.dotsMin = Number(dots.slice("ndots:".length));
  }
  return said;
}

const inOrder = (addresses: readonly string[]): string[] => addresses.toSorted((a, b) => isIP(a) - isIP(b));
