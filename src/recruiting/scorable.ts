/** A résumé as scores are made from it: the same for the API, a position's applications, the command line and MCP. */
import type { Warning } from "#contract/task.ts";
import type { Document } from "#documents/document.ts";
import { type ResumeReading, readAsResume } from "#resumes/read-resume.ts";
import { incompleteness } from "#resumes/resume-file.ts";
import { type Evaluation, type EvaluationAsk, evaluate } from "#scoring/evaluate.ts";
import { type ResumeClaims, resumeClaimsOf } from "#scoring/resume-claims.ts";

/** `ofReading` and `incomplete`: warnings of the reading, and that not all was read. */
export type Scorable = { claims: ResumeClaims; ofReading: Warning[]; incomplete: Warning[] };

/** Reads the document as a résumé even when it looks unlike one, because the caller says that it is one. `reading`: an earlier reading of it. */
export function scorableOf(document: Document, reading: ResumeReading = readAsResume(document)): Scorable {
  return { claims: resumeClaimsOf(document, reading), ofReading: reading.warnings, incomplete: incompleteness(document) };
}

/** The warnings are of the reading as well. `judged`: what the model's judgement has to say. */
export function scored(
  { claims, ofReading, incomplete }: Scorable,
  ask: Omit<EvaluationAsk, "resume">,
  judged: readonly Warning[] = [],
): Evaluation {
  const evaluation = evaluate({ ...ask, resume: claims });
  return { ...evaluation, warnings: [...ofReading, ...judged, ...evaluation.warnings, ...incomplete] };
}
