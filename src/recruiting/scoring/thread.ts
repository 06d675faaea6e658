/** The thread that scores and analyses, so that the process which answers requests stays free. Started by open-scorer.ts. */
import type { Document } from "#documents/document.ts";
import { type Evaluation, type EvaluationAsk, evaluate } from "#recruiting/evaluation/evaluate.ts";
import { analyseJob, type JobAnalysis, TooLittleText } from "#recruiting/job-ad/analyse-job.ts";
import { type ResumeReading, readResume } from "#recruiting/resume/read-resume.ts";
import { openSkills } from "#recruiting/skills/skill-index.ts";

/** Reads the taxonomy, so that the first caller does not wait for it. */
export function warmUp(): void {
  openSkills();
}

export type ScoreAsk = Pick<EvaluationAsk, "jobText" | "skills"> & { document: Document };
export type Scored = { warnings: ResumeReading["warnings"]; evaluation: Evaluation };

export function score({ document, jobText, skills }: ScoreAsk): Scored {
  const reading = readResume(document);
  return { warnings: reading.warnings, evaluation: evaluate({ document, reading, jobText, skills }) };
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
