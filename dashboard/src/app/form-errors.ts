/** Failures of a form: what belongs to one of its inputs, and what is left for all of it. */
import { WinnowError } from "#api.ts";

/** The complaint about one field of the body. */
export function errorOf(error: unknown, field: string): string | null {
  if (!(error instanceof WinnowError)) return null;
  return error.issues.find(({ loc }) => loc[0] === "body" && loc[1] === field)?.msg ?? null;
}

/** The failure, unless all of it is told beside the inputs already. */
export function restOf(error: unknown, fields: readonly string[]): unknown {
  if (!(error instanceof WinnowError) || error.issues.length === 0) return error;
  return error.issues.every(({ loc }) => fields.includes(String(loc[1]))) ? null : error;
}
