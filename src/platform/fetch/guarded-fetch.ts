/**
 * The only way to fetch a caller-supplied URL. The name is resolved once and every answer is checked; the socket connects to a checked
 * address, and its remote address is checked again before a byte is sent. Uses no proxy settings, cookies or keys of ours. A connection
 * serves one request.
 */
import { isIP } from "node:net";
import type { Agent, buildConnector } from "undici";
import type { AllowedHosts } from "#platform/config-hosts.ts";
import { isExempt, isPublicAddress } from "./address-rules.ts";
import { bareHost, checkUrl, REFUSED_ADDRESS } from "./check-url.ts";
import type { Names } from "./names.ts";

export type FetchRules = {
  allowed: AllowedHosts;
  /** Our own listen address; a URL that points to it is refused. */
  self: { port: number; publicUrl: string | null } | null;
  names: Names;
};

export type FetchAsk = {
  method: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  redirectsMax: number;
  /** Reading stops one byte after this limit. */
  bytesMax: number;
  /** When the body is longer than `bytesMax`: fail, or return its beginning. */
  whenLonger: "fail" | "cut";
  /** For the whole call, including redirects and body. */
  timeoutSeconds: number;
  signal: AbortSignal;
};

export type FetchAnswer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer<ArrayBuffer> };

export const FETCH_FAULTS = ["refused", "unreachable", "timeout", "too_many_redirects", "too_large"] as const;
/** `fault` is the kind of failure; `message` may be shown to the caller. */
export class FetchFault extends Error {
  readonly fault: (typeof FETCH_FAULTS)[number];
  constructor(fault: (typeof FETCH_FAULTS)[number], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "FetchFault";
    this.fault = fault;
  }
}

export async function guardedFetch(text: string, rules: FetchRules, ask: FetchAsk): Promise<FetchAnswer> {
  const deadline = AbortSignal.timeout(ask.timeoutSeconds * 1000);
  const signal = AbortSignal.any([deadline, ask.signal]);
  try {
    let at = text;
    for (let hops = 0; ; hops++) {
      const answer = await one(at, rules, ask, signal);
      const location = answer.headers.location;
      if (answer.status < 300 || answer.status >= 400 || typeof location !== "string" || ask.redirectsMax === 0) return answer;
      if (hops >= ask.redirectsMax) throw new FetchFault("too_many_redirects", `The URL redirects more than ${ask.redirectsMax} times.`);
      if (!URL.canParse(location, at)) throw new FetchFault("unreachable", "The URL redirects to an address that is not a URL.");
      at = new URL(location, at).href;
    }
  } catch (error) {
    if (ask.signal.aborted) throw ask.signal.reason;
    if (deadline.aborted) throw new FetchFault("timeout", `The URL did not answer in full within ${ask.timeoutSeconds} seconds.`, error);
    if (error instanceof FetchFault) throw error;
    throw new FetchFault("unreachable", "The URL could not be reached.", error);
  }
}

async function one(text: string, rules: FetchRules, ask: FetchAsk, signal: AbortSignal): Promise<FetchAnswer> {
  const verdict = checkUrl(text, rules.allowed);
  if (!verdict.ok) throw new FetchFault("refused", verdict.why);
  const { url, host, port } = verdict;
  if (isOwnUrl(rules, host, url.port)) throw new FetchFault("refused", REFUSED_ADDRESS);
  const address = await addressOf(host, rules, signal);
  // Loaded with the first fetch: most processes never fetch anything.
  const { Agent, buildConnector, request } = await import("undici");
  const connect = connectTo(address, host, port, rules, buildConnector);
  signal.throwIfAborted();
  await using agent = closing(new Agent({ connect, pipelining: 0, maxHeaderSize: 16_384, headersTimeout: 0, bodyTimeout: 0 }));
  const answer = await request(url, {
    method: ask.method,
    headers: ask.headers ?? {},
    body: ask.body ?? null,
    dispatcher: agent.it,
    signal,
  });
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer.body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > ask.bytesMax) {
      if (ask.whenLonger === "cut") break;
      throw new FetchFault("too_large", `The answer is larger than ${ask.bytesMax} bytes.`);
    }
  }
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks).subarray(0, ask.bytesMax) };
}

/**
 * Whether the URL points to our public URL or listen address; http and https of one host count as the same. `host`: as checkUrl returns it.
 * `port`: empty for the scheme's default.
 */
function isOwnUrl({ self }: FetchRules, host: string, port: string): boolean {
  if (self?.publicUrl == null) return false;
  const own = new URL(self.publicUrl);
  return bareHost(own) === host && own.port === port;
}

/** Destroys the sockets at the end of the block, including those of an unread body. */
const closing = (it: Agent) => ({ it, [Symbol.asyncDispose]: () => it.destroy() });

/**
 * Returns one address to connect to. All answers have to be public: one private address refuses the name. A name that does not exist gets
 * the same message, so that a caller cannot find out which names exist in an internal network.
 */
export async function addressOf(host: string, { allowed, names }: FetchRules, signal: AbortSignal): Promise<string> {
  if (isIP(host) !== 0) return host;
  const search = allowed.names.length + allowed.ranges.length > 0;
  const found = await names.addressesOf(host, { search, signal }).catch((error: unknown) => {
    throw new FetchFault("unreachable", "The host name could not be resolved.", error);
  });
  const [first] = found;
  if (first === undefined || !found.every((address) => isPublicAddress(address) || isExempt(allowed, host, address)))
    throw new FetchFault("refused", REFUSED_ADDRESS);
  return first;
}

/** Connects to the checked address even if the name resolves to another one by now; TLS still verifies the name. */
function connectTo(address: string, host: string, port: number, rules: FetchRules, build: typeof buildConnector): buildConnector.connector {
  const connect = build({ timeout: 10_000, allowH2: false });
  return (options, done) => {
    const servername = isIP(host) === 0 ? host : undefined;
    connect(
      { ...options, hostname: address, host: address, port: String(port), ...(servername ? { servername } : {}) },
      (error, socket) => {
        if (error || !socket) return done(error ?? new Error("no socket"), null);
        const remote = socket.remoteAddress ?? "";
        const own = rules.self !== null && socket.remotePort === rules.self.port && remote === socket.localAddress;
        if (own || !(isPublicAddress(remote) || isExempt(rules.allowed, host, remote))) {
          socket.destroy();
          return done(new FetchFault("refused", REFUSED_ADDRESS), null);
        }
        done(null, socket);
      },
    );
  };
}
