/** A certificate that signs itself, made on the spot: P-256, one host name (RFC 5280, as DER by hand). */
import { generateKeyPairSync, sign } from "node:crypto";

const DAY_MS = 86_400_000;
const OID = {
  ecdsaWithSha256: "2a8648ce3d040302",
  commonName: "550403",
  subjectAltName: "551d11",
  basicConstraints: "551d13",
} as const;

/** Valid from yesterday for `days` days from now; a negative number makes one that has expired. */
export function selfSigned(host: string, { days = 1 }: { days?: number } = {}): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = sequence(der(0x06, Buffer.from(OID.ecdsaWithSha256, "hex")));
  const name = sequence(der(0x31, sequence(oid(OID.commonName), der(0x0c, Buffer.from(host)))));
  const validity = sequence(time(Date.now() - 2 * DAY_MS), time(Date.now() + days * DAY_MS));
  const altName = extension(OID.subjectAltName, sequence(der(0x82, Buffer.from(host))));
  const isAuthority = extension(OID.basicConstraints, sequence(der(0x01, Buffer.from([0xff]))));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(altName, isAuthority)),
  );
  const signature = sign("sha256", body, privateKey);
  const whole = sequence(body, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = whole.toString("base64").replace(/.{64}/g, "$&\n");
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const long = length > 255 ? [0x82, length >> 8, length & 0xff] : [0x81, length];
  return Buffer.concat([Buffer.from([tag, ...(length < 128 ? [length] : long)]), content]);
}

const sequence = (...parts: Buffer[]) => der(0x30, Buffer.concat(parts));
const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const extension = (id: string, value: Buffer) => sequence(oid(id), der(0x04, value));
/** UTCTime, for years before 2050. */
const time = (at: number) => der(0x17, Buffer.from(`${new Date(at).toISOString().replace(/[-:T]/g, "").slice(2, 14)}Z`));
