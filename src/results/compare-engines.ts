/**
 * Compares a model's values with those of the local engine: agreement raises their confidence; where a sure local value differs, it is
 * reported and lowers the confidence. What reviews of the layout taught is in the local values, and named where it speaks for one. Values whose engine estimated its own probability are not compared: they are the local engine's; nor are those that the file itself states.
 */
import type { FieldResult, Warning } from "#contract/task.ts";
import { fold } from "#language/fold.ts";
import { type ConfidenceSigns, confidenceOf, factorsOf } from "./confidence.ts";
import type { FieldValue } from "./normalise/reading.ts";

type Fields = Record<string, FieldResult>;

/**
 * Confidence from which a local value counts against a model's. Measured with a strong model on twenty documents of kinds that the local
 * engine does not know: of 32 fields with different values the model was right in all, of 65 with equal ones too.
 */
const SURE_MIN = 0.9;

/** Changes `fields` and `signs` in place. `local` is the local engine's result for the same document and schema. */
export function compareEngines(local: Fields, { fields, signs }: { fields: Fields; signs: Map<string, ConfidenceSigns> }): Warning[] {
  const cells = Map.groupBy(
    Object.entries(local).filter(([pointer]) => isInList(pointer)),
    ([pointer]) => patternOf(pointer),
  );
  const warnings: Warning[] = [];
  for (const [pointer, known] of signs) {
    const field = fields[pointer];
    if (!field || known.margin !== null || known.stated !== undefined) continue;
    const other = isInList(pointer) ? sameCell(field, cells.get(patternOf(pointer)) ?? []) : local[pointer];
    const otherEngine = opinionOf(field, other);
    if (otherEngine === null) continue;
    const signed = { ...known, otherEngine };
    signs.set(pointer, signed);
    field.confidence = confidenceOf(signed);
    field.confidence_factors = factorsOf(signed);
    if (otherEngine !== "differs") continue;
    field.warnings.push("engines_differ");
    warnings.push({ code: "engines_differ", path: pointer, message: DIFFER, candidates: [other?.value ?? null] });
  }
  return warnings;
}

const DIFFER = "The local engine reads another value for this field; the model's was used.";

const isInList = (pointer: string) => /\/\d+(?=\/|$)/.test(pointer);
const patternOf = (pointer: string) => pointer.replace(/\/\d+(?=\/|$)/g, "/*");

function opinionOf(field: FieldResult, other: FieldResult | undefined): ConfidenceSigns["otherEngine"] {
  if (!other || other.value === null) return null;
  if (isSame(field.value, other.value)) return isRemembered(other) ? "remembers" : "agrees";
  // What a model concludes from words, such as a sum in thousands, does not differ from the words themselves.
  if (field.status === "inferred" && overlaps(field, other)) return null;
  return (other.confidence ?? 0) >= SURE_MIN ? "differs" : null;
}

/** Whether what is remembered of the layout speaks for the value. */
const isRemembered = ({ confidence_factors: factors = [] }: FieldResult): boolean =>
  factors.some(({ factor, effect }) => factor === "remembered" && effect > 0);

/** Engines may part a list into other rows: a cell is the same one when its words stand at the same place. */
function sameCell(field: FieldResult, cells: readonly [string, FieldResult][]): FieldResult | undefined {
  return cells.find(([, cell]) => isSame(field.value, cell.value) && overlaps(field, cell))?.[1];
}

function overlaps({ evidence: [a] }: FieldResult, { evidence: [b] }: FieldResult): boolean {
  if (!a || !b || a.page !== b.page) return false;
  return a.bbox[0] < b.bbox[2] && b.bbox[0] < a.bbox[2] && a.bbox[1] < b.bbox[3] && b.bbox[1] < a.bbox[3];
}

function isSame(a: FieldValue, b: FieldValue): boolean {
  if (typeof a === "string" && typeof b === "string") return fold(a) === fold(b);
  return JSON.stringify(a) === JSON.stringify(b);
}
