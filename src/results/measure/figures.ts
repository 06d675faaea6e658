/** Accuracy of documents whose right values are known, from counts alone: no value is needed for it. Shares are 0..1, null without values. */
import type { FieldOutcome } from "./compare.ts";
import { share, type Threshold, thresholdsOf } from "./thresholds.ts";

/** Values of one field with one outcome and one confidence. `field`: path in the schema, with `*` for the rows of a list. */
export type Tallied = { field: string; outcome: FieldOutcome; confidence: number | null; count: number };

export type Counts = { values: number; right: number; wrong: number; missed: number; invented: number };
export type Figures = Counts & {
  documents: number;
  documents_right: number;
  accuracy: number | null;
  precision: number | null;
  recall: number | null;
  fields: (Counts & { field: string })[];
  thresholds: Threshold[];
};

export function figuresOf(tally: readonly Tallied[], documents: { documents: number; documents_right: number }): Figures {
  const counts = countsOf(tally);
  const { right, wrong, missed, invented } = counts;
  const read = tally.filter(({ outcome }) => outcome !== "missing");
  return {
    ...documents,
    ...counts,
    accuracy: share(right, right + wrong + missed + invented),
    precision: share(right, right + wrong + invented),
    recall: share(right, right + wrong + missed),
    fields: Array.from(
      Map.groupBy(tally, ({ field }) => field),
      ([field, each]) => ({ field, ...countsOf(each) }),
    ),
    thresholds: thresholdsOf(read.map(({ outcome, confidence, count }) => ({ right: outcome === "right", confidence, count }))),
  };
}

/** `values`: those that the documents have; invented ones are not among them. */
export function countsOf(tally: readonly Tallied[]): Counts {
  const of = (wanted: FieldOutcome) => tally.reduce((sum, { outcome, count }) => sum + (outcome === wanted ? count : 0), 0);
  const [right, wrong, missed, invented] = [of("right"), of("wrong"), of("missing"), of("invented")];
  return { values: right + wrong + missed, right, wrong, missed, invented };
}

/** Counts single verdicts; confidences in hundredths, rounded down, as thresholds are. */
export function tallied(each: readonly Omit<Tallied, "count">[]): Tallied[] {
  const found = new Map<string, Tallied>();
  for (const { field, outcome, confidence } of each) {
    const hundredths = confidence === null ? null : Math.floor(100 * confidence + 1e-9) / 100;
    const key = JSON.stringify([field, outcome, hundredths]);
    const known = found.get(key);
    if (known) known.count++;
    else found.set(key, { field, outcome, confidence: hundredths, count: 1 });
  }
  return [...found.values()];
}
