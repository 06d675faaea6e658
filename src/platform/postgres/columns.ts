/** Column types: jsonb is written as text and read as a value. */
import type { ColumnType, Generated } from "kysely";
import type { Sealed } from "#platform/postgres/sealed.ts";

export type Time = ColumnType<Date, Date | string | undefined, Date | string>;
export type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
export type JsonColumn<T> = ColumnType<T, string, string>;
/** Written with sealed.ts. */
export type SealedJson<T> = ColumnType<T, Sealed, Sealed>;
export type MaybeSealedJson<T> = ColumnType<T | null, Sealed | null | undefined, Sealed | null>;
export type SealedText<T extends string | null> = ColumnType<T, Sealed | Extract<T, null>, Sealed | Extract<T, null>>;
export type MaybeJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

/**
 * For work that is done in attempts (queue/attempt-columns.ts). `waits`: attempts that ended because a provider asked to come later.
 * `crashes`: attempts that ended with their worker.
 */
export type Attempted = {
  run: Generated<number>;
  attempts: Generated<number>;
  waits: Generated<number>;
  crashes: Generated<number>;
  lease: string | null;
  next_attempt_at: MaybeTime;
  deadline_at: Time;
};
