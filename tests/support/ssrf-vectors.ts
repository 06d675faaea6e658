import ipaddr from "ipaddr.js";

/** Addresses that must never be reached from a URL a caller gives: host parts, as they are written. */
export const FORBIDDEN_HOSTS = {
  "loopback and its spellings": [
    "127.0.0.1",
    "127.1",
    "127.255.255.254",
    "2130706433",
    "0x7f000001",
    "017700000001",
    "0177.0.0.1",
    "0x7f.1",
    "127.0x1",
    "127.0.0.1.",
    "0",
    "0.0.0.0",
    "0.1.2.3",
    "１２７.0.0.1",
    "①②⑦.⓪.⓪.①",
    "127。0。0。1",
    "%31%32%37.0.0.1",
    "127.0.0\u00ad.1",
    "localhost",
    "LOCALHOST",
    "ⓛocalhost",
    "localhost.",
    "ip6-localhost",
  ],
  "IPv6 and embedded IPv4": [
    "[::1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::127.0.0.1]",
    "[::ffff:0:127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[64:ff9b:1::7f00:1]",
    "[2002:7f00:1::]",
    "[2001:0:7f00:1::]",
    "[fe80::1]",
    "[fec0::1]",
    "[fc00::1]",
    "[fd00:ec2::254]",
    "[ff02::1]",
    "[100::1]",
    "[100:0:0:1::1]",
    "[2001:db8::1]",
    "[3fff::1]",
    "[5f00::1]",
    "[4000::1]",
  ],
  "private, reserved and metadata ranges": [
    "10.0.0.0",
    "10.128.0.1",
    "10.255.255.255",
    "172.16.0.0",
    "172.20.1.1",
    "172.31.255.255",
    "192.168.0.0",
    "192.168.1.1",
    "192.168.255.255",
    "100.64.0.0",
    "100.100.0.1",
    "100.127.255.255",
    "169.254.0.0",
    "169.254.169.254",
    "169.254.255.255",
    "192.0.0.0",
    "192.0.0.170",
    "192.0.0.255",
    "192.0.2.0",
    "192.0.2.128",
    "192.0.2.255",
    "192.88.99.0",
    "192.88.99.1",
    "192.88.99.255",
    "198.18.0.0",
    "198.19.0.1",
    "198.19.255.255",
    "198.51.100.7",
    "203.0.113.0",
    "203.0.113.77",
    "203.0.113.255",
    "224.0.0.0",
    "230.1.1.1",
    "239.255.255.255",
    "240.0.0.0",
    "250.1.1.1",
    "255.255.255.255",
    "168.63.129.16",
    "100.100.100.200",
  ],
} as const;

/** Whole URLs that must not lead anywhere; `pub` stands for the host that is allowed. */
export const FORBIDDEN_URL_KINDS = {
  "two readings": [
    "http://pub@127.0.0.1/",
    "http://pub:80@127.0.0.1/",
    "http://127.0.0.1#@pub/",
    "http://127.0.0.1?@pub/",
    "http://pub\\@127.0.0.1/",
    "http:127.0.0.1/",
    "http:/127.0.0.1/",
    "http:///127.0.0.1/",
    "http://1.1.1.1 &@127.0.0.1# @3.3.3.3/",
    "http://127.0\t.0.1/",
    "http://127.0.\n0.1/",
    "\thttp://127.0.0.1/",
    "http://127.0.0.1\u0000.pub/",
    "http://127.0.0.1%00.pub/",
    "http://pub%2f@127.0.0.1/",
    "http://[::1]@pub@127.0.0.1/",
  ],
  "other schemes and sockets of the file system": [
    "file:///etc/passwd",
    "file://pub/etc/passwd",
    "ftp://93.184.216.34/a",
    "gopher://93.184.216.34/1",
    "data:application/pdf;base64,JVBERi0=",
    "javascript:alert(1)",
    "blob:http://93.184.216.34/1",
    "unix:/var/run/docker.sock",
    "unix:///var/run/docker.sock",
    "http+unix://%2Fvar%2Frun%2Fdocker.sock/a",
    "http://%2Fvar%2Frun%2Fdocker.sock/a",
    "/var/run/docker.sock",
  ],
  ports: [
    "http://93.184.216.34:0/",
    "http://93.184.216.34:22/",
    "http://93.184.216.34:25/",
    "https://93.184.216.34:22/",
    "http://93.184.216.34:1433/",
    "http://93.184.216.34:3306/",
    "http://93.184.216.34:5432/",
    "http://93.184.216.34:6379/",
    "http://93.184.216.34:9200/",
    "http://93.184.216.34:11211/",
    "http://93.184.216.34:27017/",
    "http://[2606:2800:220:1::1]:6379/",
  ],
} as const;
/** A host by its shape, and taken as one: it ends when the name is looked up. */
export const SOCKET_AS_HOST = "http://unix:/var/run/docker.sock:/a";
export const FORBIDDEN_URLS = Object.values(FORBIDDEN_URL_KINDS).flat();

/** Every range that is not public unicast, from the IANA registries of special-purpose addresses, and the metadata addresses of clouds. */
export const NOT_PUBLIC_RANGES = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "100.100.100.200/32", "127.0.0.0/8", "168.63.129.16/32", "169.254.0.0/16"],
  ...["169.254.169.254/32", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15"],
  ...["198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
  ...["::/128", "::1/128", "::ffff:0:0/104", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "100:0:0:1::/64", "2001::/32"],
  ...["2001:20::/28", "2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8", "4000::/3"],
] as const;

/** Host parts of URLs: the first, the middle and the last address of a range. */
export function firstMiddleLast(range: string): string[] {
  const [network, bits] = ipaddr.parseCIDR(range);
  const start = network.toByteArray();
  // Bits of the address behind the network's: all 0, a 1 and then 0, all 1.
  const filled = (bitAt: (index: number) => 0 | 1) =>
    ipaddr.fromByteArray(
      start.map((byte, i) =>
        Array.from({ length: 8 }, (_, bit) => 8 * i + bit).reduce(
          (sum, index) => (index < bits ? sum : sum | (bitAt(index - bits) << (7 - (index % 8)))),
          byte,
        ),
      ),
    );
  const all = [filled(() => 0), filled((index) => (index === 0 ? 1 : 0)), filled(() => 1)];
  return [...new Set(all.map((address) => (address.kind() === "ipv6" ? `[${address.toNormalizedString()}]` : address.toString())))];
}
