/** Job ads with known titles and skills: accuracy and speed of the analysis. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { analyseJob, TooLittleText } from "#job-ads/analyse-job.ts";
import { quantile, round } from "./report.ts";

type Row = { id: string; text: string };
type Prediction = { id: string; name?: string; skills?: string[]; questions?: string[]; failed?: boolean; ms: number };
/** The scorer is not part of this project: a module beside the data, loaded when the bench runs. */
type Scorer = {
  loadTruth(where: string): Row[];
  score(rows: Row[], predictions: Prediction[], options: { errors: number }): object;
  report(score: object): string;
};

const USE = "jobs --data DIR [--errors N] [--out FILE]";

/** `--data` holds `jobs/truth.jsonl`, the scorer is `score/jobs.mjs` beside it; `--out` writes the predictions. */
export async function jobs(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: { data: { type: "string" }, errors: { type: "string", default: "0" }, out: { type: "string" } },
  });
  if (values.data === undefined) throw new Error(`Use: ${USE}`);
  const data = path.resolve(values.data);
  const scorer: Scorer = await import(pathToFileURL(path.join(data, "..", "score", "jobs.mjs")).href);
  const rows = scorer.loadTruth(data);
  const predictions = rows.map(predict);
  if (values.out !== undefined) writeFileSync(values.out, predictions.map((prediction) => `${JSON.stringify(prediction)}\n`).join(""));
  console.log(scorer.report(scorer.score(rows, predictions, { errors: Number(values.errors) })));
  const times = predictions.map(({ ms }) => ms);
  console.log(`ms per ad: ${[0.5, 0.95, 1].map((q) => round(quantile(times, q))).join(", ")} (median, 95th percentile, most)`);
}

function predict({ id, text }: Row): Prediction {
  const start = performance.now();
  try {
    const { name, required_skills, interview_questions } = analyseJob(text);
    const ms = performance.now() - start;
    return { id, name, skills: required_skills.map((skill) => skill.name), questions: interview_questions, ms };
  } catch (error) {
    if (!(error instanceof TooLittleText)) throw error;
    return { id, failed: true, ms: performance.now() - start };
  }
}
