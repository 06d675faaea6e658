/** The thread that scores and analyses, so that the process which answers requests stays free. Started by open-scorer.ts. */
import type { Document } from "#documents/document.ts";
import { claimsOf } from "#recruiting/evaluation/claims.ts";
import { type Evaluation, type EvaluationAsk, evaluate } from "#recruiting/evaluation/evaluate.ts";
import { analyseJob, type JobAnalysis, TooLittleText } from "#recruiting/job-ad/analyse-job.ts";
import { type ResumeReading, readResume } from "#recruiting/resume/read-resume.ts";

export { warmUp } from "#recruiting/resume/read-resume.ts";

export type ScoreAsk = Pick<EvaluationAsk, "jobText" | "skills" | "judgements"> & { document: Document };
export type Scored = { warnings: ResumeReading["warnings"]; evaluation: Evaluation };

export function score({ document, ...ask }: ScoreAsk): Scored {
  const reading = readResume(document);
  return { warnings: reading.warnings, evaluation: evaluate({ document, reading, ...ask }) };
}

/** A line of the blinded résumé: a statement, or an item of a list, and where it stands. Its number is its place, from 1. */
export type BlindLine = { text: string; place: string; period: string | null };

/** What a model may see of a résumé: nothing of who the person is, and no instructions. */
export function blind(document: Document): BlindLine[] {
  const { outline, resume } = readResume(document);
  return claimsOf(outline, resume).map(({ text, place, period }) => ({ text, place, period: period?.raw ?? null }));
}

/** Null when the text is too short to derive two skills. */
export function analyse(text: string): JobAnalysis | null {
  try {
    return analyseJob(text);
  } catch (error) {
    if (error instanceof TooLittleText) return null;
    throw error;
  }
}
