/** Keeps what reviews say of a template, and from which confidence on its values were right. */
import type { Accuracy } from "#contract/accuracy.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { figuresOf, type Tallied } from "#results/measure/figures.ts";
import { thresholdFor } from "#results/measure/thresholds.ts";
import { layoutsOf, type Scope, tallyOf, totalOf, weeksOf } from "./accuracy.store.ts";

const LAYOUTS_MAX = 100;

/** Null: too few values were reviewed. */
export async function measuredBelow(tx: Tx, scope: Scope): Promise<number | null> {
  return belowOf(await tallyOf(tx, scope));
}

const belowOf = (tally: readonly Tallied[]): number | null =>
  thresholdFor(
    tally
      .filter(({ outcome }) => outcome !== "missing")
      .map(({ outcome, confidence, count }) => ({ right: outcome === "right", confidence, count })),
  );

/** Of the latest reviewed documents of a template. */
export async function accuracyOf(db: Db, scope: Scope): Promise<Omit<Accuracy, "second_readings">> {
  const tally = await tallyOf(db, scope);
  const { documents, documents_right } = await totalOf(db, scope);
  const figures = figuresOf(tally, { documents, documents_right });
  return {
    ...figures,
    fields: figures.fields.sort((a, b) => b.wrong + b.missed + b.invented - (a.wrong + a.missed + a.invented)),
    weeks: await weeksOf(db, scope),
    layouts: await layoutsOf(db, scope, LAYOUTS_MAX),
    measured_below: belowOf(tally),
  };
}
