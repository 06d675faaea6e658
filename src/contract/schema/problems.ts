/** What is wrong with a schema is collected while it is read, so that the caller sees all of it at once. */
import type { ValidationIssue } from "#contract/errors.ts";

export type Loc = (string | number)[];

export type Problems = { errors: ValidationIssue[]; warnings: { code: string; path: string; message: string }[] };

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
