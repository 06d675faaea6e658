/** From words to a value of the field's type. */
import type { FieldType } from "#contract/schema/field-types.ts";
import { readBoolean, readEnum, readMultiEnum, readSignature } from "./choice.ts";
import { readEmail, readPhone, readUrl } from "./contact.ts";
import { readDateField, readDatetimeField, readTimeField } from "./dates.ts";
import { readCurrencyField, readIntegerField, readNumberField, readPercentageField } from "./numbers.ts";
import type { Reader } from "./reading.ts";
import { readText } from "./text.ts";

const READERS: Record<Exclude<FieldType, "array" | "object" | "table">, Reader> = {
  string: readText,
  address: readText,
  number: readNumberField,
  integer: readIntegerField,
  percentage: readPercentageField,
  currency: readCurrencyField,
  boolean: readBoolean,
  signature: readSignature,
  enum: readEnum,
  multi_enum: readMultiEnum,
  date: readDateField,
  datetime: readDatetimeField,
  time: readTimeField,
  email: readEmail,
  phone: readPhone,
  url: readUrl,
};

/** Null when the words cannot be a value of this type. */
export const normalise: Reader = (raw, given) => {
  const { type } = given.field;
  if (type === "array" || type === "object" || type === "table") return null;
  return READERS[type](raw, given);
};
