/** Makes field names from the words of labels. */
import { withoutBoxNumber } from "#structure/labels/label-shapes.ts";

/** Letters that ASCII writes with two; other accents are dropped. */
const TWO_LETTERS: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d" };
const CHARACTERS_MAX = 48;

/**
 * `Zählernummer:` → `zaehlernummer`, `5 Medicare wages` → `medicare_wages`; whole words, 48 characters at most. Empty when the label has no
 * Latin letters.
 */
export function snakeCase(label: string): string {
  const parts = withoutBoxNumber(label)
    .normalize("NFC")
    .toLowerCase()
    .replace(/[äöüßæœøłđ]/g, (letter) => TWO_LETTERS[letter] ?? letter)
    .normalize("NFKD")
    .replace(/\p{M}|['’]/gu, "")
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== "");
  let name = "";
  for (const part of parts) {
    const longer = name === "" ? part.slice(0, CHARACTERS_MAX) : `${name}_${part}`;
    if (longer.length > CHARACTERS_MAX) break;
    name = longer;
  }
  return /^\d/.test(name) ? `field_${name}` : name;
}

/** Returns each name once: a second `total` becomes `total_2`, an empty name `field`. */
export function nameGiver(taken: ReadonlySet<string> = new Set()): (wanted: string) => string {
  const given = new Set(taken);
  return (wanted) => {
    const base = wanted === "" ? "field" : wanted;
    let name = base;
    for (let i = 2; given.has(name); i++) name = `${base}_${i}`;
    given.add(name);
    return name;
  };
}
