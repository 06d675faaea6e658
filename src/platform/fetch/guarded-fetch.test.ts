/** Only name resolution is faked: the addresses of each name and the count of look-ups. The sockets are real. */
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { readConfig } from "#platform/config.ts";
import { FetchFault, type FetchRules, guardedFetch } from "./guarded-fetch.ts";
import type { Names } from "./names.ts";

const addressesOf = vi.fn<Names["addressesOf"]>();

let server: Server;
let port: number;
let hosts: (string | undefined)[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    hosts.push(request.headers.host);
    response.end("hello");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  port = typeof address === "object" && address !== null ? address.port : 0;
});
afterAll(() => void server.close());
beforeEach(() => {
  addressesOf.mockReset();
  hosts = [];
});

const rules = (allow: string): FetchRules => ({
  allowed: readConfig({ WINNOW_ALLOW_HOSTS: allow }).allowHosts,
  self: null,
  names: { addressesOf },
});
const get = (host: string, allow = "", more: Partial<FetchRules> = {}) =>
  guardedFetch(
    `http://${host}:${port}/`,
    { ...rules(allow), ...more },
    { method: "GET", redirectsMax: 0, bytesMax: 100, whenLonger: "fail", timeoutSeconds: 5, signal: new AbortController().signal },
  );
const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => "answered",
    (error: unknown) => (error instanceof FetchFault ? `${error.fault}: ${error.message}` : error),
  );
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => "answered",
    (error: unknown) => (error instanceof FetchFault ? error.fault : error),
  );

describe("DNS resolved once, every address checked, connected to that address", () => {
  test("a name is asked for once, and what it says later changes nothing", async () => {
    addressesOf.mockResolvedValueOnce(["127.0.0.1"]).mockResolvedValue(["10.0.0.1"]);
    const answer = await get("files.example.com", "127.0.0.0/8");
    expect(answer.body.toString()).toBe("hello");
    expect(addressesOf).toHaveBeenCalledTimes(1);
    expect(hosts).toEqual([`files.example.com:${port}`]);
  });

  test.each([
    ["a private address", ["10.0.0.1"]],
    ["loopback", ["127.0.0.1"]],
    ["IPv4 in IPv6", ["::ffff:127.0.0.1"]],
    ["a public and a private address", ["93.184.216.34", "127.0.0.1"]],
    ["a public and a metadata address", ["2606:2800:220:1:248:1893:25c8:1946", "169.254.169.254"]],
  ])("a name with %s is refused and nothing is connected", async (_name, list) => {
    addressesOf.mockResolvedValue(list);
    expect(await faultOf(get("rebind.example.com"))).toBe("refused");
    expect(hosts).toEqual([]);
  });

  test("an exempt name may have a private address; another name of the same address may not", async () => {
    addressesOf.mockResolvedValue(["127.0.0.1"]);
    expect((await get("files.example.com", "files.example.com")).status).toBe(200);
    expect(await faultOf(get("other.example.com", "files.example.com"))).toBe("refused");
  });

  test("H05: a name that nobody has is refused as one with a private address is; a resolver that fails is told apart", async () => {
    addressesOf.mockResolvedValueOnce([]);
    const unknown = await messageOf(get("none.example.com"));
    addressesOf.mockResolvedValueOnce(["10.0.0.1"]);
    expect(await messageOf(get("none.example.com"))).toBe(unknown);
    addressesOf.mockRejectedValueOnce(Object.assign(new Error("again"), { code: "ESERVFAIL" }));
    expect(await faultOf(get("none.example.com"))).toBe("unreachable");
  });

  test("names of the machine itself are refused without asking", async () => {
    for (const host of ["localhost", "a.localhost", "printer.local", "vault.internal", "nas.home.arpa"])
      expect(await faultOf(get(host))).toBe("refused");
    expect(addressesOf).not.toHaveBeenCalled();
  });

  test("a name that leads back to this service is refused, also where its address is exempt", async () => {
    addressesOf.mockResolvedValue(["127.0.0.1"]);
    expect(await faultOf(get("self.example.com", "127.0.0.1", { self: { port, publicUrl: null } }))).toBe("refused");
    expect(hosts).toEqual([]);
  });
});
