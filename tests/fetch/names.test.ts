/** How names that callers gave are looked up: with a name server that answers over UDP what is written here, or nothing. */
import type { Socket } from "node:dgram";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Names, openNames } from "#platform/fetch/names.ts";
import { inAccount } from "#platform/postgres/account-scope.ts";
import { startNameServer } from "../support/namespace/dns.ts";

const KNOWN: Record<string, string[]> = {
  "files.example": ["93.184.216.34", "2606:2800:220:1::1"],
  "app.team.cluster.example": ["10.0.0.7"],
  app: [],
  "one.two.three": ["93.184.216.35"],
};

/** A silent server is given up by then. */
const GIVEN_UP_MS = 6_000;

let server: Socket;
let folder: string;
let names: Names;
let asked: string[] = [];
beforeAll(async () => {
  const zone = (name: string) => (name.endsWith(".silent.example") ? "silent" : KNOWN[name] ? { addresses: KNOWN[name] } : null);
  server = await startNameServer({ host: "127.0.0.1", port: 0 }, zone, (name) => void asked.push(name));
  folder = await mkdtemp(path.join(tmpdir(), "winnow-names-"));
  await writeFile(path.join(folder, "hosts"), "# ours\n10.0.0.9  nas NAS.example # a box\n2001:db8::9 nas\n");
  await writeFile(
    path.join(folder, "resolv.conf"),
    "nameserver 192.0.2.1\nsearch team.cluster.example other.example\noptions ndots:2 edns0\n",
  );
  names = openNames({
    servers: [`127.0.0.1:${server.address().port}`],
    hostsFile: path.join(folder, "hosts"),
    resolvConf: path.join(folder, "resolv.conf"),
  });
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  asked = [];
});

const never = new AbortController().signal;
const find = (host: string, { search = false, signal = never } = {}) => names.addressesOf(host, { search, signal });

test("both kinds of addresses, IPv4 first; none for a name that nobody has", async () => {
  expect(await find("files.example")).toEqual(KNOWN["files.example"]);
  expect(await find("none.example")).toEqual([]);
  expect(await find(`${"x".repeat(64)}.example`)).toEqual([]);
});

test("names of the hosts file are known without a name server, and as the file says by now", async () => {
  expect(await find("nas")).toEqual(["10.0.0.9", "2001:db8::9"]);
  expect(await find("nas.example")).toEqual(["10.0.0.9"]);
  await writeFile(path.join(folder, "hosts"), "10.0.0.10 another nas.example\n");
  expect(await find("nas.example")).toEqual(["10.0.0.10"]);
  expect(await find("localhost")).toEqual(["127.0.0.1", "::1"]);
  expect(asked).toEqual([]);
});

test("short names are looked for below the search list where that is wanted, and nowhere else", async () => {
  expect(await find("app", { search: true })).toEqual(["10.0.0.7"]);
  expect(await find("app")).toEqual([]);
  expect(await find("one.two.three", { search: true })).toEqual(KNOWN["one.two.three"]);
  expect(asked.filter((name) => name.startsWith("one."))).toEqual(["one.two.three", "one.two.three"]);
});

test("H05: a name whose server is silent is given up in time, and at once when nobody waits for it any more", async () => {
  const t0 = performance.now();
  await expect(find("a.silent.example")).rejects.toThrow();
  expect(performance.now() - t0).toBeLessThan(GIVEN_UP_MS);
  const gone = new AbortController();
  const asking = find("b.silent.example", { signal: gone.signal });
  await expect.poll(() => asked).toContain("b.silent.example");
  const t1 = performance.now();
  gone.abort(new Error("gone"));
  await expect(asking).rejects.toThrow("gone");
  expect(performance.now() - t1).toBeLessThan(GIVEN_UP_MS / 2);
});

test("H05: an account has eight look-ups under way; others, and whoever leaves the line, are not held up by it", async () => {
  const gone = new AbortController();
  const hosts = Array.from({ length: 30 }, (_, i) => `n${i}.silent.example`);
  const silent = inAccount("acct_a", () => Promise.allSettled(hosts.map((host) => find(host, { signal: gone.signal }))));
  await expect.poll(() => new Set(asked).size).toBe(8);
  const t0 = performance.now();
  expect(await inAccount("acct_b", () => find("files.example"))).toHaveLength(2);
  expect(performance.now() - t0).toBeLessThan(GIVEN_UP_MS / 2);
  expect(new Set(asked).size).toBe(9);
  gone.abort(new Error("gone"));
  for (const end of await silent) expect(end).toMatchObject({ status: "rejected", reason: { message: "gone" } });
  expect(await inAccount("acct_a", () => find("files.example"))).toHaveLength(2);
});
