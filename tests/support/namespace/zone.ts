/** The names of the namespace. A leading number makes as many of a kind as a test needs: `7.rebinding.example`. */
import type { Answer, Zone } from "./dns.ts";

/** Addresses of an allowed server; connections to any other address of the world are counted. */
export const PUBLIC = { v4: "93.184.216.34", v6: "2606:2800:220:1::1" } as const;
/** What the operator exempted. */
export const EXEMPT = "10.0.0.5";
/** The allowed server by its name, also over https. */
export const PUBLIC_NAME = "files.example";

const KINDS: Record<string, (count: number) => Answer | "silent"> = {
  silent: () => "silent",
  files: () => ({ addresses: [PUBLIC.v4, PUBLIC.v6] }),
  // Other hosts of the same server; the second is what the service calls itself.
  mirror: () => ({ addresses: [PUBLIC.v4] }),
  winnow: () => ({ addresses: [PUBLIC.v4] }),
  v6only: () => ({ addresses: [PUBLIC.v6] }),
  empty: () => ({ addresses: [] }),
  private: () => ({ addresses: ["10.0.0.1"] }),
  metadata: () => ({ addresses: ["169.254.169.254"] }),
  loopback6: () => ({ addresses: ["::1"] }),
  mapped6: () => ({ addresses: ["::ffff:10.0.0.1"] }),
  alias: () => ({ addresses: ["192.168.1.1"], alias: "inside.example" }),
  // Public and private together, in turn one and the other first.
  mixed: (count) => ({ addresses: count % 2 === 0 ? [PUBLIC.v4, "10.0.0.1"] : ["10.0.0.1", PUBLIC.v4] }),
  mixed6: () => ({ addresses: [PUBLIC.v4, "fd00:ec2::254"] }),
  // Public for the first who asks, private from then on; and the other way round.
  rebinding: (count) => ({ addresses: count === 1 ? [PUBLIC.v4] : ["10.0.0.1"] }),
  flipping: (count) => ({ addresses: count % 2 === 0 ? [PUBLIC.v4] : ["169.254.169.254"] }),
};

export const zone: Zone = (name, count) => {
  const [, kind = ""] = /^(?:[\w-]+\.)?(\w+)\.example$/.exec(name) ?? [];
  return KINDS[kind]?.(count) ?? null;
};
