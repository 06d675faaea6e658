/** Extraction's work in the reader's child: compares readings of a document with what a reviewer confirmed. */
import type { ValueChange } from "#contract/accuracy.ts";
import type { Json } from "#contract/json.ts";
import { confirmedAs, judgedSchema } from "#extraction/evaluations/judged-schema.ts";
import { compare, type FieldVerdict } from "#results/measure/compare.ts";
import { tallied } from "#results/measure/figures.ts";
import type { CompareAsk, Compared, ComparedReading } from "./works.ts";

export async function compareReadings({ now, before, ...confirmed }: CompareAsk): Promise<Compared> {
  const tried = verdictsOf(confirmed, now);
  const published = before && verdictsOf(confirmed, before);
  return {
    now: readOf(tried, now),
    before: before && published && readOf(published, before),
    changes: published ? changesBetween(published, tried) : [],
  };
}

function verdictsOf({ reviewed, truth }: Pick<CompareAsk, "reviewed" | "truth">, { schema, data }: ComparedReading): FieldVerdict[] {
  const judged = judgedSchema(reviewed, schema);
  return compare(judged, confirmedAs(reviewed, judged, truth), data);
}

function readOf(verdicts: readonly FieldVerdict[], { confidences }: ComparedReading): Compared["now"] {
  const sure = ({ at, read }: FieldVerdict) => (read === null || !Object.hasOwn(confidences, at) ? null : (confidences[at] ?? null));
  return {
    tally: tallied(verdicts.map((verdict) => ({ field: verdict.field, outcome: verdict.outcome, confidence: sure(verdict) }))),
    entirelyRight: verdicts.every(({ outcome }) => outcome === "right"),
  };
}

type Change = Omit<ValueChange, "task_id">;

/** A place that is empty in the document and was left so has no verdict, which is right. */
function changesBetween(before: readonly FieldVerdict[], after: readonly FieldVerdict[]): Change[] {
  const [old, now] = [byPlace(before), byPlace(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((place): Change[] => {
    const [was, is] = [old.get(place), now.get(place)];
    if (isRight(was) === isRight(is)) return [];
    const either = is ?? was;
    if (!either) return [];
    const values = { expected: jsonOf(either.expected), before: jsonOf(was?.read), after: jsonOf(is?.read) };
    return [{ path: either.wanted ?? either.at, ...values, better: isRight(is) }];
  });
}

const jsonOf = (value: unknown): Json => (value ?? null) as Json;
const isRight = (verdict: FieldVerdict | undefined) => verdict === undefined || verdict.outcome === "right";

/** By the place in what was confirmed; values of rows that the document does not have, one after the other by their field. */
function byPlace(verdicts: readonly FieldVerdict[]): Map<string, FieldVerdict> {
  const found = new Map<string, FieldVerdict>();
  const counts = new Map<string, number>();
  for (const verdict of verdicts) {
    const count = (counts.get(verdict.field) ?? 0) + 1;
    if (verdict.wanted === null) counts.set(verdict.field, count);
    found.set(verdict.wanted === null ? `${verdict.field} ${count}` : verdict.wanted, verdict);
  }
  return found;
}
