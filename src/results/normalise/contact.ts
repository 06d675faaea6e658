/** E-mail addresses, web addresses, phone numbers. */
import { type CountryCode, isSupportedCountry } from "libphonenumber-js";
import validator from "validator";
import { repairedEmail } from "#engines/values/email-repair.ts";
import { EMAIL_PATTERN, URL_PATTERN } from "#engines/values/identifiers.ts";
import { validPhone } from "#engines/values/phone.ts";
import { type Reader, sure } from "./reading.ts";

export const readEmail: Reader = (raw) => {
  const whole = repairedEmail(raw);
  if (isEmail(whole)) return sure(whole);
  const bare = repairedEmail(raw.match(EMAIL_PATTERN)?.[0] ?? raw);
  return isEmail(bare) ? sure(bare) : null;
};

const isEmail = (text: string) => validator.isEmail(text, { allow_utf8_local_part: true });

export const readUrl: Reader = (raw) => {
  const bare = (raw.match(URL_PATTERN)?.[0] ?? raw).replace(/\s+/g, "").replace(/(?<![.,;)])[.,;)]+$/, "");
  return validator.isURL(bare, { protocols: ["http", "https"], require_protocol: false }) ? sure(bare) : null;
};

/** E.164 when the number or the document gives the country and the number is possible there; else as printed. */
export const readPhone: Reader = (raw, { locale }) => {
  const text = raw.replace(/\s+/g, " ").trim();
  if ((text.match(/\d/g)?.length ?? 0) < 5) return null;
  const country: CountryCode | undefined = locale.country !== null && isSupportedCountry(locale.country) ? locale.country : undefined;
  const phone = validPhone(text.replace(/^00/, "+").replace(/\(0\)/, ""), country);
  return phone ? sure(phone.number) : { value: text, confidence: 0.8, doubts: [] };
};
