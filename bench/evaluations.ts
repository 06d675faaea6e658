/** Scores of résumés beside the judgement of somebody who read them: how far apart, and whether they rank alike. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { EvaluateReply } from "#contract/recruiting/evaluate.ts";
import { startSubject } from "./subject.ts";

/** By ad: the skills asked for, and by résumé and skill the judgement, 0..100, and the lines it rests on. */
type Judged = Record<
  string,
  {
    skills: { name: string; type: string; required: boolean }[];
    resumes: Record<string, Record<string, { score: number; lines: string[] }>>;
  }
>;
type Pair = { ad: string; resume: string; skill: string; judged: number; score: number; lines: string[]; evidence: string };

const USE = "evaluations --judged FOLDER [--provider NAME] [--out FILE]";

/**
 * `--judged`: a folder with the ads, the résumés, and `gold.json` with the judgements; a résumé that was judged by its text may be there as a PDF.
 * `--out` writes every pair. Providers have their settings from the environment.
 */
export async function evaluations(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: { judged: { type: "string" }, provider: { type: "string", default: "local" }, out: { type: "string" } },
  });
  if (values.judged === undefined) throw new Error(`Use: ${USE}`);
  const folder = values.judged;
  const judged: Judged = JSON.parse(readFileSync(path.join(folder, "gold.json"), "utf8"));
  const vendors = Object.entries(process.env).filter(([name]) => /^(?:OPENAI|ANTHROPIC|GOOGLE|GEMINI)_/.test(name));
  await using subject = await startSubject(Object.fromEntries(vendors) as Record<string, string>);
  const pairs: Pair[] = [];
  for (const [ad, { skills, resumes }] of Object.entries(judged))
    for (const [resume, judgement] of Object.entries(resumes)) {
      const { status, json } = await subject.client.post("/recruit/evaluate", {
        job_id: ad,
        application_id: `${ad}|${resume}`,
        resume_file: fileOf(folder, resume),
        provider: values.provider,
        job_details: { description: readFileSync(path.join(folder, ad), "utf8"), required_skills: skills },
      });
      if (status !== 200) {
        console.log(`${resume}: ${status} ${JSON.stringify(json)}`);
        continue;
      }
      const reply: EvaluateReply = json;
      console.log(`${resume}: ${reply.warnings.map(({ code, message }) => `${code}: ${message}`).join("; ")}`);
      for (const [skill, { score, lines }] of Object.entries(judgement)) {
        const given = reply.skills[skill] ?? { score: Number.NaN, evidence: "" };
        pairs.push({ ad, resume, skill, judged: score, score: given.score, lines, evidence: given.evidence });
      }
    }
  if (values.out !== undefined) writeFileSync(values.out, JSON.stringify(pairs, null, 1));
  console.log(report(pairs));
}

function fileOf(folder: string, name: string): object {
  const pdf = path.join(folder, name.replace(/\.txt$/, ".pdf"));
  try {
    return { filename: "resume.pdf", content_type: "application/pdf", content: readFileSync(pdf).toString("base64") };
  } catch {
    return { filename: "resume.txt", content_type: "text/plain", content: readFileSync(path.join(folder, name)).toString("base64") };
  }
}

function report(pairs: readonly Pair[]): string {
  const shown = pairs.filter(({ judged }) => judged > 0);
  const none = pairs.filter(({ judged }) => judged === 0);
  const far = (of: readonly Pair[]) => (of.reduce((sum, { judged, score }) => sum + Math.abs(judged - score), 0) / of.length).toFixed(1);
  const bias = (of: readonly Pair[]) => (of.reduce((sum, { judged, score }) => sum + score - judged, 0) / of.length).toFixed(1);
  const lost = shown.filter(({ score }) => score === 0).length;
  return [
    `${pairs.length} pairs: mean difference ${far(pairs)} points, rank correlation (Spearman) ${spearman(pairs).toFixed(3)}`,
    `${shown.length} pairs that the reader found shown: mean difference ${far(shown)}, bias ${bias(shown)}, ${lost} have 0`,
    `${none.length} pairs that the reader found not shown: mean ${far(none)}, ${none.filter(({ score }) => score > 0).length} above 0`,
  ].join("\n");
}

function spearman(pairs: readonly Pair[]): number {
  const x = ranks(pairs.map(({ judged }) => judged));
  const y = ranks(pairs.map(({ score }) => score));
  const mean = (pairs.length + 1) / 2;
  const sum = (of: (at: number) => number) => x.reduce((total, _, at) => total + of(at), 0);
  const dx = (at: number) => (x[at] ?? mean) - mean;
  const dy = (at: number) => (y[at] ?? mean) - mean;
  return sum((at) => dx(at) * dy(at)) / Math.sqrt(sum((at) => dx(at) ** 2) * sum((at) => dy(at) ** 2));
}

/** Ties have the mean of their places. */
function ranks(values: readonly number[]): number[] {
  return values.map((value) => {
    const below = values.filter((other) => other < value).length;
    const same = values.filter((other) => other === value).length;
    return below + (same + 1) / 2;
  });
}
