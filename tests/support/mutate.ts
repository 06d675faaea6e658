/** Breaks a file a little, as transport, disks and people with bad intentions do. The same numbers break it the same way. */

type Random = () => number;
type Mutation = (bytes: Buffer, random: Random) => Buffer;

const below = (random: Random, end: number) => Math.floor(random() * end);
const part = (bytes: Buffer, random: Random, most: number): [from: number, to: number] => {
  const from = below(random, bytes.length);
  return [from, Math.min(bytes.length, from + 1 + below(random, most))];
};
const ABSURD = ["4294967295", "2147483648", "-1", "99999999999999999999", "0", "1e308"];
/** What ties the parts of the formats together: swapping two of them confuses a reader more than random bytes. */
const MARKERS: Record<string, readonly string[]> = {
  pdf: [
    "obj",
    "endobj",
    "stream",
    "endstream",
    "/Length",
    "/Kids",
    "/Parent",
    "/Contents",
    "/Filter",
    "/Type",
    "xref",
    "trailer",
    "<<",
    ">>",
    "/Font",
    "Tj",
    " R",
  ],
  zip: ["PK\x01\x02", "PK\x03\x04", "PK\x05\x06", "word/document.xml", "[Content_Types].xml"],
  picture: ["IHDR", "IDAT", "IEND", "PLTE", "\xff\xd8", "\xff\xc0", "\xff\xc4", "\xff\xda", "\xff\xdb", "\xff\xd9", "\xff\xe1"],
};
const ALL_MARKERS = Object.values(MARKERS).flat();

const MUTATIONS: Record<string, Mutation> = {
  flips(bytes, random) {
    const out = Buffer.from(bytes);
    for (let left = 1 + below(random, 50); left > 0; left--) {
      const at = below(random, out.length);
      out[at] = (out[at] ?? 0) ^ (1 << below(random, 8));
    }
    return out;
  },
  "cut off": (bytes, random) => bytes.subarray(0, below(random, bytes.length)),
  spliced(bytes, random) {
    const [from, to] = part(bytes, random, 4_096);
    const at = below(random, bytes.length);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(from, to), bytes.subarray(at)]);
  },
  "a part left out"(bytes, random) {
    const [from, to] = part(bytes, random, 4_096);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
  "a part overwritten"(bytes, random) {
    const out = Buffer.from(bytes);
    const [from, to] = part(bytes, random, 64);
    return out.fill(below(random, 2) === 0 ? 0xff : 0, from, to);
  },
  "absurd numbers"(bytes, random) {
    const text = bytes.toString("latin1");
    const numbers = [...text.matchAll(/\b\d{1,10}\b/g)];
    const found = numbers[below(random, numbers.length)];
    if (!found) return bytes;
    const absurd = ABSURD[below(random, ABSURD.length)] ?? "";
    return Buffer.from(text.slice(0, found.index) + absurd + text.slice(found.index + found[0].length), "latin1");
  },
  "swapped markers"(bytes, random) {
    const text = bytes.toString("latin1");
    const present = ALL_MARKERS.filter((marker) => text.includes(marker));
    const [one = "", other = ""] = [present[below(random, present.length)], ALL_MARKERS[below(random, ALL_MARKERS.length)]];
    const places = [...text.matchAll(new RegExp(one.replace(/[^\w]/g, "\\$&"), "g"))];
    const at = places[below(random, places.length)]?.index ?? 0;
    return Buffer.from(text.slice(0, at) + other + text.slice(at + one.length), "latin1");
  },
};
const NAMES = Object.keys(MUTATIONS);

/** One to three mutations, and their names. */
export function mutated(bytes: Buffer, random: Random): { bytes: Buffer; how: string } {
  let out = bytes;
  const how: string[] = [];
  for (let left = 1 + below(random, 3); left > 0; left--) {
    const name = NAMES[below(random, NAMES.length)] ?? "";
    how.push(name);
    if (out.length > 0) out = MUTATIONS[name]?.(out, random) ?? out;
  }
  return { bytes: out, how: how.join(", ") };
}
