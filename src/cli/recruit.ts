/** `winnow resume|evaluate|analyze-job`: the same reading and scoring as in the API, in this process, without a server. */
import type { DocumentReader } from "#documents/read-document.ts";
import { analyseJob } from "#job-ads/analyse-job.ts";
import { AD_FILE, descriptionText } from "#recruiting/job-description.ts";
import { scorableOf, scored } from "#recruiting/scorable.ts";
import { readResume } from "#resumes/read-resume.ts";
import { readResumeFile } from "#resumes/resume-file.ts";
import { monthOfDate } from "#scoring/timeline.ts";
import { UsageError } from "./failures.ts";
import { evaluationLines, jobLines, resumeLines, warningLines } from "./lines.ts";
import type { CommandOutput } from "./output.ts";
import { skillsOf } from "./skills-of.ts";
import { readDocumentFile, withReader } from "./with-reader.ts";

export async function resume(file: string, signal: AbortSignal): Promise<CommandOutput> {
  const bytes = await readDocumentFile(file);
  const reading = readResume(await withReader((reader) => readResumeFile(reader, bytes, signal)));
  const { resume: read, fields, confidence, warnings } = reading;
  const { name = "", email = "", phone = "" } = read.basics ?? {};
  const record = { application_name: name, email, phone, resume: read, fields, confidence, warnings };
  return { record, lines: resumeLines(reading), notes: warningLines(warnings) };
}

type EvaluateOptions = { skills?: string; job?: string };

/** Skills come from `--skills`, else from the job ad. */
export async function evaluate(file: string, { skills: named, job }: EvaluateOptions, signal: AbortSignal): Promise<CommandOutput> {
  if (named === undefined && job === undefined) throw new UsageError("Name skills by --skills, or give the job ad by --job.");
  const asked = named === undefined ? null : skillsOf(named.split(","));
  const bytes = await readDocumentFile(file);
  const { document, jobText } = await withReader(async (reader) => ({
    document: await readResumeFile(reader, bytes, signal),
    jobText: job === undefined ? "" : await readAd(reader, job, signal),
  }));
  const skills = asked ?? analyseJob(jobText).required_skills;
  const evaluation = scored(scorableOf(document), { jobText, month: monthOfDate(new Date()), skills });
  const { overallScore, rulesVersion, ...result } = evaluation;
  return {
    record: { ...result, overall_score: overallScore, rules_version: rulesVersion },
    lines: evaluationLines(evaluation),
    notes: warningLines(result.warnings),
  };
}

export async function analyzeJob(file: string, signal: AbortSignal): Promise<CommandOutput> {
  const analysis = analyseJob(await withReader((reader) => readAd(reader, file, signal)));
  const { name, required_skills, interview_questions, warnings } = analysis;
  return {
    record: { name, required_skills, interview_questions, warnings },
    lines: jobLines(analysis),
    notes: warningLines(warnings),
  };
}

async function readAd(reader: DocumentReader, file: string, signal: AbortSignal): Promise<string> {
  return descriptionText(await reader.read(await readDocumentFile(file), AD_FILE, signal));
}
