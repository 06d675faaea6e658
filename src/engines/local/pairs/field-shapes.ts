/** The shapes of texts that may answer a field. */
import type { Leaf } from "#engines/local/leaves.ts";
import { asksName } from "./issuers.ts";
import type { Shape } from "./span.ts";
import { asksDuration } from "./within.ts";

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

const PARTS: ReadonlySet<Leaf["kind"]> = new Set(["date", "year", "time"]);

/** A text may be more than the date or year that its field's name speaks of: `Feb 1 - Feb 28`, `Year 5`. Names and lengths of time also stand in sentences. */
export function shapesFor(leaf: Leaf): readonly Shape[] {
  const { kind, field } = leaf;
  const shapes = SHAPES[kind];
  if (field.type === "string" && PARTS.has(kind)) return [...shapes, "words"];
  if (field.enum !== undefined) return shapes;
  return [...shapes, ...(asksName(leaf) ? (["name"] as const) : []), ...(asksDuration(leaf) ? (["duration"] as const) : [])];
}
