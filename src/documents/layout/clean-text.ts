/** The visible characters of a word: no controls, no invisible marks, ligatures spelled out. */

/** Latin ligatures (Unicode FB00 to FB06). */
const LIGATURES = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"];
/** Anything that needs work; most words have no such character. */
const UNUSUAL = /[^\x21-\x7e\u00a1-\u00ac\u00ae-\u024f]/;
/** A hyphen at the end of a line, as PDFium reports it. Inside a word the same signs mean nothing visible. */
const END_HYPHENS = ["\u0002", "\ufffe", "\u00ad"];
/** Controls, soft hyphens, zero-width and direction marks, byte order mark, non-characters. */
const UNSEEN = /\p{Cc}|\p{Cf}|\p{Default_Ignorable_Code_Point}|\p{Noncharacter_Code_Point}/gu;
const LIGATURE = /[\ufb00-\ufb06]/g;
/** Symbol fonts put their signs in the private use area; the common bullets are mapped, the rest is decoration. */
const PRIVATE_BULLET = /[\uf0a7\uf0b7\uf0d8\uf0fc]/g;
const PRIVATE = /\p{Co}/gu;
const SPACES = /\s+/g;

/** The visible characters of one word; empty when it has none. */
export function cleanText(raw: string): string {
  if (!UNUSUAL.test(raw)) return raw;
  const hyphened = END_HYPHENS.includes(raw.slice(-1)) ? `${raw.slice(0, -1)}-` : raw;
  return hyphened
    .replace(UNSEEN, "")
    .replace(LIGATURE, (sign) => LIGATURES[sign.charCodeAt(0) - 0xfb00] ?? sign)
    .replace(PRIVATE_BULLET, "•")
    .replace(PRIVATE, "")
    .replace(SPACES, "");
}
