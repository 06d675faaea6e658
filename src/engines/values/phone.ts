/** Phone numbers by the numbering plans of all countries. */
import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js";

/** The number if it is valid in its country, or in `country` when it is printed without one; null otherwise. */
export function validPhone(text: string, country?: CountryCode): PhoneNumber | null {
  // The library would throw and catch an error of its own for each of these.
  if (country === undefined && !/[+＋]/.test(text)) return null;
  const phone = parsePhoneNumberFromString(text, country);
  return phone?.isValid() ? phone : null;
}
