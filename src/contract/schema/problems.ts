/** Collects all problems of a schema while it is read, so that the caller sees them at once. */
import type { ValidationIssue } from "#contract/errors.ts";
import type { UnknownProperty } from "#contract/unknown-property.ts";

export type Loc = (string | number)[];

export type Problems = {
  errors: ValidationIssue[];
  /** Properties that are not read. */
  unknown: UnknownProperty[];
  /** For fields converted from another form: their `loc` in what the caller wrote. */
  places: WeakMap<object, Loc>;
};

/** `loc`, or the original place of a value that was converted from another form. */
export function placeOf(value: unknown, loc: Loc, { places }: Problems): Loc {
  return (typeof value === "object" && value !== null ? places.get(value) : undefined) ?? loc;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
