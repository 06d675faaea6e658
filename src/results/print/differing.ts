/** Decides whether the print clearly shows another value than the data of an e-invoice. */
import type { Evidence, FieldResult } from "#contract/task.ts";
import type { StatedAs } from "#engines/engine.ts";
import type { FieldValue } from "#results/normalise/reading.ts";
import type { Printed } from "./printed.ts";

export type Other = { value: FieldValue; evidence?: Evidence[] };

type Asked = { stated: StatedAs; field: FieldResult; read: FieldResult | undefined; printed: Printed };

export function differing({ stated, field, read, printed }: Asked): Other | null {
  if (!read || read.value === null || printed.isSame(read.value, field.value)) return null;
  if (process.env["DBG"]) console.log("DBG", stated.term, stated.kind, JSON.stringify(field.value), "print", JSON.stringify(read.value), read.confidence, "Vprinted", printed.placesOf(stated.kind, field.value).length, "Wstated", printed.isStated(read.value));
  return null;
}
