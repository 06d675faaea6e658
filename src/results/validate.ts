/** Checks of one value against its field: pattern, bounds, allowed values, checksum. */
import { RE2JS } from "re2js";
import type { Field } from "#contract/schema/field.ts";
import type { Doubt, FieldValue } from "./normalise/reading.ts";
import { checksumHolds } from "./normalise/text.ts";

export type Validity = {
  /** False: the value is not allowed, the field becomes `invalid`. */
  allowed: boolean;
  /** Result of a check that can detect errors; null when there was none. */
  passed: boolean | null;
  doubts: Doubt[];
};

export function validate(field: Field, value: FieldValue): Validity {
  const doubts: Doubt[] = [];
  const outcomes = [patternHolds(field, value, doubts), boundsHold(field, value, doubts), optionsHold(field, value, doubts)];
  const checksum = checksumHolds(field, value);
  if (checksum === false) doubts.push({ code: "checksum_failed", message: "The check digits of this number are wrong." });
  const allowed = outcomes.every((outcome) => outcome !== false);
  const passed = !allowed || checksum === false ? false : checksum === true || outcomes[0] === true ? true : null;
  return { allowed, passed, doubts };
}

const REGEX_CHARACTERS_MAX = 1000;
const VALUE_CHARACTERS_MAX = 10_000;

/** Patterns run on RE2, in time linear to the text; unsupported ones (look-around, back references) are reported, not applied. */
function patternHolds(field: Field, value: FieldValue, doubts: Doubt[]): boolean | null {
  if (field.pattern === undefined || typeof value !== "string") return null;
  const pattern = field.pattern.length <= REGEX_CHARACTERS_MAX ? compiled(field.pattern) : null;
  if (pattern === null) {
    doubts.push({ code: "pattern_unsupported", message: "The field's pattern was not applied: it is too long, or no RE2 syntax." });
    return null;
  }
  const holds = value.length <= VALUE_CHARACTERS_MAX && pattern.matcher(value).find();
  if (!holds) doubts.push({ code: "pattern_mismatch", message: "The text on the page does not match the field's pattern." });
  return holds;
}

function compiled(pattern: string): RE2JS | null {
  try {
    return RE2JS.compile(pattern);
  } catch {
    return null;
  }
}

function boundsHold(field: Field, value: FieldValue, doubts: Doubt[]): boolean | null {
  const number = numberIn(value);
  if (number === null || (field.minimum === undefined && field.maximum === undefined)) return null;
  const holds = number >= (field.minimum ?? -Infinity) && number <= (field.maximum ?? Infinity);
  if (!holds) doubts.push({ code: "out_of_bounds", message: "The number is below the field's minimum or above its maximum." });
  return holds;
}

/** `enum` on a type other than enum lists the allowed values; enum types are matched while reading. */
function optionsHold(field: Field, value: FieldValue, doubts: Doubt[]): boolean | null {
  if (field.enum === undefined || field.type === "enum" || field.type === "multi_enum") return null;
  const text = typeof value === "object" ? String(numberIn(value)) : String(value);
  const holds = field.enum.includes(text);
  if (!holds) doubts.push({ code: "not_allowed", message: "The value is not one of the allowed values." });
  return holds;
}

/** The number of a number field or the amount of a currency field. */
export function numberIn(value: FieldValue): number | null {
  if (typeof value === "number") return value;
  if (value === null || typeof value !== "object" || Array.isArray(value)) return null;
  return typeof value.amount === "number" ? value.amount : null;
}
