/** What is wrong with a schema is collected while it is read, so that the caller sees all of it at once. */
import type { ValidationIssue } from "#contract/errors.ts";
import type { UnknownProperty } from "#contract/unknown-property.ts";

export type Loc = (string | number)[];

export type Problems = {
  errors: ValidationIssue[];
  /** Properties that nothing reads. */
  unknown: UnknownProperty[];
  /** Where fields made from another form stand in what the caller wrote. */
  places: WeakMap<object, Loc>;
};

/** `loc`, unless the value was made from another form and has its place there. */
export function placeOf(value: unknown, loc: Loc, { places }: Problems): Loc {
  return (typeof value === "object" && value !== null ? places.get(value) : undefined) ?? loc;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
