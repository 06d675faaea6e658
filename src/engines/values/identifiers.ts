/** Identifiers with a known format: bank accounts, banks, tax numbers. Verified by checksum where one exists. */
import { isValidBIC, isValidIBAN } from "ibantools";

/** An IBAN with or without the spaces it is printed with; two letters and two digits, then at least eleven. */
export const IBAN_PATTERN = /(?<![A-Z0-9])[A-Z]{2}\d{2}(?:[ .]?[A-Z0-9]){11,30}(?![A-Z0-9])/g;
/** A VAT identification number of the EU, Great Britain, Switzerland or Norway, as printed. */
export const VAT_PATTERN =
  /(?<![A-Z0-9])(?:ATU ?\d{8}|BE ?[01]?\d{9}|BG ?\d{9,10}|CHE[- ]?\d{3}\.?\d{3}\.?\d{3}|CY ?\d{8}[A-Z]|CZ ?\d{8,10}|DE ?(?:\d ?){9}|DK ?(?:\d ?){8}|EE ?\d{9}|E[LS] ?[A-Z0-9]\d{7}[A-Z0-9]|EL ?\d{9}|FI ?\d{8}|FR ?[A-Z0-9]{2} ?\d{3} ?\d{3} ?\d{3}|GB ?\d{3} ?\d{4} ?\d{2}|GB ?\d{9}|HR ?\d{11}|HU ?\d{8}|IE ?\d[A-Z0-9]\d{5}[A-Z]{1,2}|IT ?\d{11}|LT ?\d{9,12}|LU ?\d{8}|LV ?\d{11}|MT ?\d{8}|NL ?\d{9} ?B ?\d{2}|NO ?\d{9}|PL ?\d{10}|PT ?\d{9}|RO ?\d{2,10}|SE ?\d{12}|SI ?\d{8}|SK ?\d{10})(?![A-Z0-9])/g;
export const BIC_PATTERN = /(?<![A-Z0-9])[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?(?![A-Z0-9])/g;
export const EMAIL_PATTERN = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}\s?@\s?(?:[\p{L}\p{N}-]{1,63}\.){1,6}\p{L}{2,18}/gu;
export const URL_PATTERN = /(?:https?:\/\/|www\.)[^\s<>"']{3,300}/giu;
/** A phone number as printed: seven to fifteen digits in groups, with a country code, brackets or separators. */
export const PHONE_PATTERN = /(?<![\p{L}\d.,/-])(?:\+|00)?\(?\d{1,5}\)?(?:[ ./()–-]{0,3}\d{1,6}){1,7}(?![\d,])/gu;

export const compact = (text: string) => text.replace(/[\s.]/g, "").toUpperCase();

/** True when the checksum of the IBAN is right. */
export function isIban(text: string): boolean {
  return isValidIBAN(compact(text));
}

/** True for the format of a BIC whose fifth and sixth letters are a country. */
export function isBic(text: string): boolean {
  return isValidBIC(compact(text));
}

/** True when the text has the format of a VAT identification number of its country. */
export function isVatId(text: string): boolean {
  const bare = text.trim().toUpperCase();
  const [hit] = bare.match(VAT_PATTERN) ?? [];
  return hit === bare;
}

/** With spaces and points; without them the longest has 34. */
const IBAN_CHARACTERS_MAX = 68;

/** The longest start of the match that is a valid IBAN; words after an IBAN may look like a part of it. */
export function ibanIn(hit: string): string | null {
  for (let end = Math.min(hit.length, IBAN_CHARACTERS_MAX); end >= 15; end--) {
    const part = hit.slice(0, end).trimEnd();
    if (isIban(part)) return part;
  }
  return null;
}
