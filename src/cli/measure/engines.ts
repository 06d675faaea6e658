/** Compares engines that read the same documents: their figures side by side, and the values that one has right and another has not. */
import type { EngineName } from "#contract/providers.ts";
import type { Measured, MeasuredScore } from "#results/measure/score.ts";
import { costText, count, heading, percent, short, table } from "./report.ts";

/** `model`: null for the local engine. */
export type EngineScore = { provider: EngineName; model: string | null } & MeasuredScore;
/** `read`: by each engine, null for nothing. `right`: the engines that have the value right. */
export type Difference = {
  file: string;
  at: string;
  expected: unknown;
  right: EngineName[];
  read: Partial<Record<EngineName, unknown>>;
};

/** Differences that are printed; `--json` has all. */
const DIFFERENCES_MAX = 40;

/** Values of labels only: what an engine invented is counted in its figures. `by`: for each engine the same documents, in one order. */
export function differencesOf(by: ReadonlyMap<EngineName, readonly Measured[]>): Difference[] {
  const found = new Map<string, Difference>();
  for (const [provider, documents] of by)
    for (const { file, verdicts } of documents)
      for (const { wanted, outcome, expected, read } of verdicts) {
        if (wanted === null || outcome === "invented") continue;
        const key = `${file} ${wanted}`;
        const known = found.get(key) ?? { file, at: wanted, expected, right: [], read: {} };
        known.read[provider] = read;
        if (outcome === "right") known.right.push(provider);
        found.set(key, known);
      }
  return [...found.values()].filter(({ right }) => right.length > 0 && right.length < by.size);
}

export function comparisonLines(scores: readonly EngineScore[], differences: readonly Difference[]): string[] {
  const failed = scores.flatMap(({ provider, failed: files }) => files.map((each) => ({ provider, ...each })));
  return [
    ...table(
      ["", ...scores.map(({ provider }) => provider)],
      FIGURES.map(([name, of]) => [name, ...scores.map(of)]),
    ),
    ...heading("Values that one has right and another has not:", differences),
    ...differences.slice(0, DIFFERENCES_MAX).map(differenceLine),
    ...(differences.length > DIFFERENCES_MAX ? [`and ${differences.length - DIFFERENCES_MAX} more; --json has all`] : []),
    ...heading("These documents were not read, and all their values count as missing:", failed),
    ...failed.map(({ provider, file, code, message }) => `${provider}  ${file}  ${code}: ${message}`),
  ];
}

const FIGURES: readonly [string, (score: EngineScore) => string][] = [
  ["model", ({ model }) => model ?? "none"],
  ["values", ({ values }) => count(values)],
  ["right", ({ right }) => count(right)],
  ["wrong", ({ wrong }) => count(wrong)],
  ["missing", ({ missing }) => count(missing)],
  ["invented", ({ invented }) => count(invented)],
  ["accuracy %", ({ accuracy }) => percent(accuracy)],
  ["precision %", ({ precision }) => percent(precision)],
  ["recall %", ({ recall }) => percent(recall)],
  ["documents", ({ documents }) => count(documents)],
  ["entirely right", ({ documents_right }) => count(documents_right)],
  ["confidence off by %", (score) => percent(confidenceErrorOf(score))],
  ["tokens in", ({ usage }) => count(usage.input_tokens)],
  ["tokens out", ({ usage }) => count(usage.output_tokens)],
  ["cost", ({ usage }) => costText(usage)],
  ["seconds a document", (score) => meanSecondsOf(score)?.toFixed(1) ?? "-"],
];

/** Mean distance of confidence and share of right values, over the bands, by their number of values; null without values. */
function confidenceErrorOf({ calibration }: EngineScore): number | null {
  const total = calibration.reduce((sum, { values }) => sum + values, 0);
  const off = calibration.reduce((sum, { values, confidence, right }) => sum + values * Math.abs((confidence ?? 0) - (right ?? 0)), 0);
  return total === 0 ? null : off / total;
}

function meanSecondsOf({ timing }: EngineScore): number | null {
  const total = timing.documents.reduce((sum, { ms }) => sum + ms, 0);
  return timing.documents.length === 0 ? null : total / timing.documents.length / 1000;
}

function differenceLine({ file, at, expected, right, read }: Difference): string {
  const others = Object.entries(read).filter(([provider]) => !right.some((each) => each === provider));
  const said = others.map(([provider, value]) => `${provider} ${value === null ? "nothing" : short(value)}`);
  return `${file}  ${at}: ${short(expected)} by ${right.join(", ")}; ${said.join(", ")}`;
}
