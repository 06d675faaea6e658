/** The shapes of texts that may answer a field. */
import type { Leaf } from "#engines/local/leaves.ts";
import type { Shape } from "./spans.ts";

const SHAPES: Record<Leaf["kind"], readonly Shape[]> = {
  date: ["date"],
  time: ["time"],
  amount: ["amount", "percent", "number"],
  number: ["number", "amount"],
  year: ["year", "number"],
  percent: ["percent", "number"],
  id: ["id", "words"],
  name: ["words", "place"],
  address: ["words", "block"],
  text: ["words", "block", "place", "id"],
  iban: ["iban"],
  bic: ["bic"],
  vat: ["vat", "id"],
  email: ["email"],
  phone: ["phone", "words"],
  url: ["url"],
  currency: ["currency"],
  mark: ["yes-no"],
};

const PARTS: ReadonlySet<Leaf["kind"]> = new Set(["date", "year"]);

/** A text may be more than the date or year that its field's name speaks of: `Feb 1 - Feb 28`, `Year 5`. */
export function shapesFor({ kind, field }: Leaf): readonly Shape[] {
  return field.type === "string" && PARTS.has(kind) ? [...SHAPES[kind], "words"] : SHAPES[kind];
}
