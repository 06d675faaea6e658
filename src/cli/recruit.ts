/** `winnow resume|evaluate|analyze-job`: the same reading and scoring as the API's, in this process, without a server. */
import { readFile } from "node:fs/promises";
import type { DocumentReader } from "#documents/read-document.ts";
import { evaluate as score } from "#recruiting/evaluation/evaluate.ts";
import { analyseJob } from "#recruiting/job-ad/analyse-job.ts";
import { textOf } from "#recruiting/job-description.ts";
import { readResume } from "#recruiting/resume/read-resume.ts";
import { readResumeFile } from "#recruiting/resume-bytes.ts";
import { evaluationLines, jobLines, resumeLines } from "./lines.ts";
import { skillsOf } from "./skills-of.ts";
import { withReader } from "./with-reader.ts";

type Output = { json?: boolean };
const never = new AbortController().signal;

export async function resume(file: string, { json }: Output): Promise<void> {
  const reading = readResume(await withReader(async (reader) => readResumeFile(reader, await readFile(file), never)));
  const { resume: read, fields, confidence, warnings } = reading;
  const { name = "", email = "", phone = "" } = read.basics ?? {};
  if (json) return print({ application_name: name, email, phone, resume: read, fields, confidence, warnings });
  write(resumeLines(reading));
  warn(warnings);
}

type EvaluateOptions = Output & { skills?: string; job?: string };

/** Skills come from `--skills`, else from the ad. */
export async function evaluate(file: string, { skills: named, job, json }: EvaluateOptions): Promise<void> {
  if (named === undefined && job === undefined) throw new Error("Name skills by --skills, or give the job ad by --job.");
  const { document, jobText } = await withReader(async (reader) => ({
    document: await readResumeFile(reader, await readFile(file), never),
    jobText: job === undefined ? "" : await readAd(reader, job),
  }));
  const skills = named === undefined ? analyseJob(jobText).required_skills : skillsOf(named.split(","));
  const evaluation = score({ document, reading: readResume(document), jobText, skills });
  const { overallScore, rulesVersion, ...result } = evaluation;
  if (json) return print({ ...result, overall_score: overallScore, rules_version: rulesVersion });
  write(evaluationLines(evaluation));
  warn(result.warnings);
}

export async function analyzeJob(file: string, { json }: Output): Promise<void> {
  const analysis = analyseJob(await withReader((reader) => readAd(reader, file)));
  const { name, required_skills, interview_questions, warnings } = analysis;
  if (json) return print({ name, required_skills, interview_questions, warnings });
  write(jobLines(analysis));
}

async function readAd(reader: DocumentReader, file: string): Promise<string> {
  return textOf(await reader.read(await readFile(file), { flow: true }, never));
}

function print(value: object): void {
  write([JSON.stringify(value)]);
}

function write(lines: string[]): void {
  process.stdout.write(`${lines.join("\n")}\n`);
}

function warn(warnings: { code: string; message: string }[]): void {
  for (const { code, message } of warnings) process.stderr.write(`${code}: ${message}\n`);
}
