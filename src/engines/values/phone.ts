/** Phone numbers, by the numbering plans of all countries. */
import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js";

/** The number if it is valid in its country, or in `country` when it is printed without a country code; null otherwise. */
export function validPhone(text: string, country?: CountryCode): PhoneNumber | null {
  // Avoids the library's exception for each of these.
  if (country === undefined && !/[+＋]/.test(text)) return null;
  const phone = parsePhoneNumberFromString(text, country);
  return phone?.isValid() ? phone : null;
}
