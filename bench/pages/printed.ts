import type { TradeField } from "./trade.ts";
import type { Value } from "./values.ts";

/** A field that stands on the page; `value` is null when only its label does. */
export type Printed = { field: TradeField; label: string; value: Value | null; number: string | null };
