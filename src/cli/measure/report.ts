/** Prints a score: fields, totals, calibration of the confidence, and the mistakes, highest confidence first. */
import { paint } from "#cli/output.ts";
import type { EngineUsage } from "#engines/engine.ts";
import type { MeasuredScore, Mistake, Tally } from "#results/measure/score.ts";
import type { Threshold } from "#results/measure/thresholds.ts";

/** Mistakes that are printed; `--json` has all. */
const MISTAKES_MAX = 40;
const VALUE_CHARACTERS_MAX = 60;
/** Wrong values with at least this confidence are the dangerous ones, as a reviewer would trust them. */
const SURE_CONFIDENCE_MIN = 0.8;

export function reportLines(score: MeasuredScore): string[] {
  return [
    ...table(
      ["field", "values", "right %", "wrong", "missing", "invented"],
      [...score.fields.map(rowOf), rowOf({ field: "all", ...score })],
    ),
    "",
    `${score.documents} documents, ${score.documents_right} of them entirely right${score.failed.length > 0 ? `, ${score.failed.length} failed` : ""}`,
    `accuracy ${percent(score.accuracy)} %, precision ${percent(score.precision)} %, recall ${percent(score.recall)} %`,
    `${tokensText(score.usage)}, cost ${costText(score.usage)}`,
    `${score.timing.median_ms ?? "-"} ms per document in the middle, ${score.timing.p95_ms ?? "-"} ms at the 95th percentile`,
    "",
    ...table(
      ["confidence", "values", "mean", "right %"],
      score.calibration.map((band) => [
        `from ${band.from.toFixed(1)}`,
        String(band.values),
        band.confidence?.toFixed(2) ?? "-",
        percent(band.right),
      ]),
    ),
    "",
    ...table(["reviewed below", "not reviewed %", "right of these %"], score.thresholds.filter(isPrinted).map(thresholdRow)),
    ...mistakeLines(score.mistakes),
    ...heading("These documents could not be read, and all their values count as missing:", score.failed),
    ...score.failed.map(({ file, code, message }) => `${file}  ${code}: ${message}`),
  ];
}

/** `--json` has all thresholds. */
const THRESHOLDS_PRINTED: readonly number[] = [0, 0.7, 0.8, 0.9, 0.95];
const isPrinted = ({ review_below }: Threshold) => THRESHOLDS_PRINTED.includes(review_below);
const thresholdRow = ({ review_below, values_share, right_share }: Threshold) => [
  review_below.toFixed(2),
  percent(values_share),
  percent(right_share),
];

const tokensText = ({ input_tokens, output_tokens }: EngineUsage) => `${count(input_tokens)} tokens in, ${count(output_tokens)} out`;
export const count = (amount: number) => amount.toLocaleString("en");
export const costText = ({ cost_usd }: EngineUsage) => (cost_usd === null ? "not known" : `$${cost_usd.toFixed(4)}`);

const rowOf = ({ field, values, right, wrong, missing, invented }: { field: string } & Tally): string[] => [
  field,
  String(values),
  percent(values === 0 ? null : right / values),
  ...[wrong, missing, invented].map(String),
];

/** Missing values are counted in the table but not listed here. */
function mistakeLines(mistakes: readonly Mistake[]): string[] {
  const read = mistakes.filter(({ outcome }) => outcome !== "missing");
  const shown = read.slice(0, MISTAKES_MAX);
  const more = read.length > shown.length ? [`and ${read.length - shown.length} more; --json has all`] : [];
  return [...heading("Values that are not right, the surest first:", read), ...shown.map(mistakeLine), ...more];
}

function mistakeLine({ file, at, outcome, expected, read, page, confidence }: Mistake): string {
  const shown = confidence?.toFixed(2) ?? "-";
  const marked = confidence !== null && confidence >= SURE_CONFIDENCE_MIN ? paint("yellow", shown) : shown;
  const wanted = outcome === "invented" ? "nothing" : short(expected);
  return `${marked}  ${file}  ${at}  page ${page ?? "-"}: expected ${wanted}, read ${short(read)}`;
}

export const heading = (text: string, of: readonly unknown[]) => (of.length > 0 ? ["", paint("bold", text)] : []);

/** The first column is left-aligned, figures are right-aligned. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join("  ");
  return [paint("bold", line(head)), ...rows.map(line)];
}

export const percent = (part: number | null) => (part === null ? "-" : (100 * part).toFixed(1));

export function short(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= VALUE_CHARACTERS_MAX ? text : `${text.slice(0, VALUE_CHARACTERS_MAX - 1)}…`;
}
