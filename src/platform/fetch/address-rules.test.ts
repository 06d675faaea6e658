import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { describe, expect, test } from "vitest";
import { isAllowedPort, isExempt, isPublicAddress } from "./address-rules.ts";

/** Copied from the IANA registries of special-purpose addresses, independently of the code. */
const NOT_PUBLIC = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "168.63.129.16/32",
  "::/128",
  "::1/128",
  "::ffff:0:0/96",
  "64:ff9b::/96",
  "64:ff9b:1::/48",
  "100::/64",
  "2001::/32",
  "2001:20::/28",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
  "5f00::/16",
  "fc00::/7",
  "fe80::/10",
  "fec0::/10",
  "ff00::/8",
  "4000::/3",
];

/** A random address of a range: its network bits, then random bits. */
const inRange = (range: string) => {
  const [network, bits] = ipaddr.parseCIDR(range);
  const start = network.toByteArray();
  return fc.uint8Array({ minLength: start.length, maxLength: start.length }).map((any) => {
    const bytes = start.map((byte, i) => {
      const fixed = Math.max(0, Math.min(8, bits - 8 * i));
      const mask = (0xff << (8 - fixed)) & 0xff;
      return (byte & mask) | ((any[i] ?? 0) & ~mask & 0xff);
    });
    return ipaddr.fromByteArray(bytes);
  });
};

describe("isPublicAddress", () => {
  test.each(NOT_PUBLIC)("nothing of %s is public", (range) => {
    const mapped = range.startsWith("::ffff");
    fc.assert(
      fc.property(inRange(range), (address) => {
        // A mapped IPv4 address is checked as an IPv4 address.
        if (mapped && address instanceof ipaddr.IPv6)
          return void expect(isPublicAddress(address.toString())).toBe(isPublicAddress(address.toIPv4Address().toString()));
        expect(isPublicAddress(address.toString())).toBe(false);
      }),
    );
  });

  test("an IPv4 address that is not public is not public in any IPv6 dress", () => {
    const v4 = fc.constantFrom(...NOT_PUBLIC.filter((range) => range.includes("."))).chain(inRange);
    fc.assert(
      fc.property(v4, fc.constantFrom("::ffff:", "::", "64:ff9b::", "::ffff:0:", "64:ff9b:1::"), (address, prefix) => {
        expect(isPublicAddress(`${prefix}${address}`)).toBe(false);
      }),
    );
  });

  test.each(["93.184.216.34", "1.1.1.1", "8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:2800:220:1:248:1893:25c8:1946", "2a00:1450::1"])(
    "%s is public",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  test("text that is no address is not public", () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !ipaddr.isValid(text)),
        (text) => void expect(isPublicAddress(text)).toBe(false),
      ),
    );
  });
});

describe("isExempt", () => {
  const allowed = { names: ["files.internal"], ranges: [ipaddr.parseCIDR("10.1.0.0/16")] };
  test("an exact name or an address within a range, nothing near it", () => {
    expect(isExempt(allowed, "Files.Internal", null)).toBe(true);
    expect(isExempt(allowed, "a.files.internal", null)).toBe(false);
    expect(isExempt(allowed, "files.internal.example.com", null)).toBe(false);
    expect(isExempt(allowed, "x", "10.1.2.3")).toBe(true);
    expect(isExempt(allowed, "x", "::ffff:10.1.2.3")).toBe(true);
    expect(isExempt(allowed, "x", "10.2.0.1")).toBe(false);
    expect(isExempt(allowed, "x", "no address")).toBe(false);
  });
});

test.each([1433, 1521, 3306, 5432, 6379, 9200, 9300, 11_211, 27_017])("port %i, where a data store listens, is refused", (port) => {
  expect(isAllowedPort(port)).toBe(false);
});

test("of the other ports 80, 443 and 1024 up, and no others", () => {
  const dataStores = [1433, 1521, 3306, 5432, 6379, 9200, 9300, 11_211, 27_017];
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 70_000 }).filter((port) => !dataStores.includes(port)),
      (port) => void expect(isAllowedPort(port)).toBe(port === 80 || port === 443 || (port >= 1024 && port <= 65_535)),
    ),
  );
});
