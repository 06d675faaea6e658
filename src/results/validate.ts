/** Checks of one value against its field: pattern, bounds, allowed values, checksum. */
import type { Field } from "#contract/schema/field.ts";
import type { Doubt, FieldValue } from "./normalise/reading.ts";
import { checksumHolds } from "./normalise/text.ts";
import type { Patterns } from "./patterns.ts";

export type Validity = {
  /** False: the value is not allowed, the field becomes `invalid`. */
  allowed: boolean;
  /** Result of a check that can detect errors; null when there was none. */
  passed: boolean | null;
  doubts: Doubt[];
};

export function validate(field: Field, value: FieldValue, patterns: Patterns): Validity {
  const doubts: Doubt[] = [];
  const outcomes = [patternHolds(field, value, patterns, doubts), boundsHold(field, value, doubts), optionsHold(field, value, doubts)];
  const checksum = checksumHolds(field, value);
  if (checksum === false) doubts.push({ code: "checksum_failed", message: "The check digits of this number are wrong." });
  const allowed = outcomes.every((outcome) => outcome !== false);
  const passed = !allowed || checksum === false ? false : checksum === true || outcomes[0] === true ? true : null;
  return { allowed, passed, doubts };
}

/** A pattern that cannot be applied is reported, and the value is kept. */
const NOT_APPLIED: Readonly<Record<"unsupported" | "stopped", Doubt>> = {
  unsupported: {
    code: "pattern_unsupported",
    message: "The field's pattern was not applied, as it is no RE2 syntax. Write it without look-around and back references.",
  },
  stopped: {
    code: "pattern_stopped",
    message:
      "The field's pattern was not applied, as it takes too long on this document. Shorten it, or use fewer or smaller counts of repetitions, such as `{1,40}`.",
  },
};

function patternHolds(field: Field, value: FieldValue, patterns: Patterns, doubts: Doubt[]): boolean | null {
  if (field.pattern === undefined || typeof value !== "string") return null;
  const applied = patterns.apply(field.pattern, value);
  if (applied === "unsupported" || applied === "stopped") {
    doubts.push(NOT_APPLIED[applied]);
    return null;
  }
  if (applied === "fails") doubts.push({ code: "pattern_mismatch", message: "The text on the page does not match the field's pattern." });
  return applied === "holds";
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
