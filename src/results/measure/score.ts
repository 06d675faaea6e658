/** Sums up the verdicts of many documents. Shares are 0..1, null when there are no values. */
import type { FieldResult } from "#contract/task.ts";
import type { EngineUsage } from "#engines/engine.ts";
import { type FieldOutcome, type FieldVerdict, OUTCOMES } from "./compare.ts";
import { thresholdsOf } from "./thresholds.ts";

/** `ms`: reading and extraction. A document that failed has the verdict `missing` for each value of its label, and no usage. */
export type Measured = {
  file: string;
  verdicts: readonly FieldVerdict[];
  fields: Record<string, FieldResult>;
  ms: number;
  usage: EngineUsage | null;
  failure: { code: string; message: string } | null;
};

/** `values`: values in the labels; invented values are not included. */
export type Tally = { values: number } & Record<FieldOutcome, number>;
export type Mistake = FieldVerdict & { file: string; page: number | null; confidence: number | null };
type Band = { from: number; values: number; confidence: number | null; right: number | null };
export type MeasuredScore = ReturnType<typeof measuredScoreOf>;

/** Lower bounds of the confidence bands. */
const BANDS = [0.9, 0.8, 0.6, 0];

/** US dollars for a million tokens, for models whose price is not known. */
export type Price = { inputUsd: number; outputUsd: number };

export function measuredScoreOf(documents: readonly Measured[], price: Price | null) {
  const all = documents.flatMap(({ file, verdicts, fields }) => verdicts.map((verdict) => mistakeOf(file, verdict, fields)));
  const tally = tallyOf(all);
  const { right, wrong, missing, invented } = tally;
  const failed = documents.flatMap(({ file, failure }) => (failure ? [{ file, ...failure }] : []));
  const perfect = documents.filter(({ failure, verdicts }) => !failure && verdicts.every(({ outcome }) => outcome === "right"));
  return {
    documents: documents.length,
    documents_right: perfect.length,
    ...tally,
    accuracy: share(right, right + wrong + missing + invented),
    precision: share(right, right + wrong + invented),
    recall: share(right, right + wrong + missing),
    fields: Array.from(
      Map.groupBy(all, ({ field }) => field),
      ([field, each]) => ({ field, ...tallyOf(each) }),
    ),
    calibration: bandsOf(all),
    thresholds: thresholdsOf(
      all
        .filter(({ outcome }) => outcome !== "missing")
        .map(({ confidence, outcome }) => ({ confidence, right: outcome === "right", count: 1 })),
    ),
    mistakes: all.filter(({ outcome }) => outcome !== "right").sort((a, b) => (b.confidence ?? -1) - (a.confidence ?? -1)),
    failed,
    usage: usageOf(documents, price),
    timing: {
      median_ms: quantile(documents, 0.5),
      p95_ms: quantile(documents, 0.95),
      documents: documents.map(({ file, ms }) => ({ file, ms: Math.round(ms) })),
    },
  };
}

/** Of the documents that were read. `cost_usd` is null when the price of a call is not known. */
function usageOf(documents: readonly Measured[], price: Price | null): EngineUsage {
  const total: EngineUsage = { input_tokens: 0, output_tokens: 0, cost_usd: 0 };
  for (const { usage } of documents) {
    if (!usage) continue;
    total.input_tokens += usage.input_tokens;
    total.output_tokens += usage.output_tokens;
    const cost = usage.cost_usd ?? (price && (usage.input_tokens * price.inputUsd + usage.output_tokens * price.outputUsd) / 1_000_000);
    total.cost_usd = total.cost_usd === null || cost === null ? null : total.cost_usd + cost;
  }
  return total;
}

function mistakeOf(file: string, verdict: FieldVerdict, fields: Record<string, FieldResult>): Mistake {
  const result = verdict.read === null ? undefined : fields[verdict.at];
  return { file, ...verdict, page: result?.evidence[0]?.page ?? null, confidence: result?.confidence ?? null };
}

function tallyOf(verdicts: readonly FieldVerdict[]): Tally {
  const counts = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, verdicts.filter((each) => each.outcome === outcome).length]));
  const { right = 0, wrong = 0, missing = 0, invented = 0 } = counts;
  return { values: right + wrong + missing, right, wrong, missing, invented };
}

/** For extracted values, by band: the mean confidence, and the share that is right. */
function bandsOf(all: readonly Mistake[]): Band[] {
  return BANDS.map((from, i) => {
    const below = BANDS[i - 1] ?? Number.POSITIVE_INFINITY;
    const inside = all.filter(({ confidence }) => confidence !== null && confidence >= from && confidence < below);
    const sum = inside.reduce((total, { confidence }) => total + (confidence ?? 0), 0);
    const right = inside.filter(({ outcome }) => outcome === "right").length;
    return { from, values: inside.length, confidence: share(sum, inside.length), right: share(right, inside.length) };
  });
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

function quantile(documents: readonly Measured[], part: number): number | null {
  const sorted = documents
    .filter(({ failure }) => !failure)
    .map(({ ms }) => ms)
    .sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
  return value === undefined ? null : Math.round(value);
}
