/** Failures of a form: what belongs to one of its inputs, and what is left for all of it. */
import { WinnowError } from "#api.ts";

/** The complaint about one field of the body, or about what is in it; `bucket.region` is a field in another. */
export function errorOf(error: unknown, field: string): string | null {
  if (!(error instanceof WinnowError)) return null;
  return error.issues.find(({ loc }) => isOf(loc, field))?.msg ?? null;
}

/** The failure, unless all of it is told beside the inputs already. */
export function restOf(error: unknown, fields: readonly string[]): unknown {
  if (!(error instanceof WinnowError) || error.issues.length === 0) return error;
  return error.issues.every(({ loc }) => fields.some((field) => isOf(loc, field))) ? null : error;
}

const isOf = ([where, ...path]: readonly (string | number)[], field: string): boolean =>
  where === "body" && `${path.join(".")}.`.startsWith(`${field}.`);
