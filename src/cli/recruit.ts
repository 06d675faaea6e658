/** `winnow resume|evaluate|analyze-job`: the same reading and scoring as the API's, in this process, without a server. */
import { readFile } from "node:fs/promises";
import { RequiredSkills, type Skill } from "#contract/recruiting/skill.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import { type DocumentReader, openReader } from "#documents/read-document.ts";
import { unpackTessdata } from "#documents/tessdata.ts";
import { readConfig } from "#platform/config.ts";
import { evaluate as score } from "#recruiting/evaluation/evaluate.ts";
import { analyseJob } from "#recruiting/job-ad/analyse-job.ts";
import { textOf } from "#recruiting/job-description.ts";
import { readResume } from "#recruiting/resume/read-resume.ts";
import { readResumeFile } from "#recruiting/resume-bytes.ts";

type Output = { json?: boolean };
const never = new AbortController().signal;

export async function resume(file: string, { json }: Output): Promise<void> {
  const reading = readResume(await withReader(async (reader) => readResumeFile(reader, await readFile(file), never)));
  const { name = "", email = "", phone = "" } = reading.resume.basics ?? {};
  const { resume: read, fields, confidence, warnings } = reading;
  if (json) return print({ application_name: name, email, phone, resume: read, fields, confidence, warnings });
  write(`name   ${name}\nemail  ${email}\nphone  ${phone}`);
  for (const work of read.work ?? [])
    write(`work   ${[work.position, work.name, [work.startDate, work.endDate].filter(Boolean).join(" – ")].filter(Boolean).join(", ")}`);
  for (const each of read.education ?? []) write(`study  ${[each.studyType, each.area, each.institution].filter(Boolean).join(", ")}`);
  const skills = (read.skills ?? []).flatMap((skill) => skill.keywords ?? (skill.name === undefined ? [] : [skill.name]));
  if (skills.length > 0) write(`skills ${skills.join(", ")}`);
  for (const { code, message } of warnings) process.stderr.write(`${code}: ${message}\n`);
}

type EvaluateOptions = Output & { skills?: string; job?: string };

/** Skills come from `--skills`, else from the ad. */
export async function evaluate(file: string, { skills: named, job, json }: EvaluateOptions): Promise<void> {
  if (named === undefined && job === undefined) throw new Error("Name skills by --skills, or give the job ad by --job.");
  const { document, jobText } = await withReader(async (reader) => ({
    document: await readResumeFile(reader, await readFile(file), never),
    jobText: job === undefined ? "" : await readAd(reader, job),
  }));
  const skills = named === undefined ? analyseJob(jobText).required_skills : skillsIn(named);
  const { overallScore, rulesVersion, ...result } = score({ document, reading: readResume(document), jobText, skills });
  if (json) return print({ ...result, overall_score: overallScore, rules_version: rulesVersion });
  for (const [name, { score: points, confidence, evidence }] of Object.entries(result.skills))
    write(`${String(points).padStart(3)}  ${name} (confidence ${confidence})\n     ${evidence.replaceAll("\n", "\n     ")}`);
  write(`${String(overallScore).padStart(3)}  overall, by rules ${rulesVersion}`);
  for (const { code, message } of result.warnings) process.stderr.write(`${code}: ${message}\n`);
}

export async function analyzeJob(file: string, { json }: Output): Promise<void> {
  const { name, required_skills, interview_questions, warnings } = analyseJob(await withReader((reader) => readAd(reader, file)));
  if (json) return print({ name, required_skills, interview_questions, warnings });
  write(name);
  for (const skill of required_skills) write(`- ${skill.name} (${skill.type}${skill.required ? ", required" : ""})`);
  for (const question of interview_questions) write(`? ${question}`);
}

function skillsIn(list: string): Skill[] {
  const names = list.split(",").map((name) => name.trim());
  const { data, error } = RequiredSkills.safeParse(names.map((name) => ({ name, type: "technical", required: true })));
  if (!data) throw new Error(error.issues.map(({ message }) => message).join(" "));
  return data;
}

async function readAd(reader: DocumentReader, file: string): Promise<string> {
  return textOf(await reader.read(await readFile(file), { flow: true }, never));
}

async function withReader<T>(work: (reader: DocumentReader) => Promise<T>): Promise<T> {
  const config = readConfig();
  await unpackTessdata(config.readerDirs.tessdataDir);
  await using reader = openReader({ ...config.readerDirs, size: 1 });
  try {
    return await work(reader);
  } catch (error) {
    if (error instanceof TaskFailure) throw new Error(`${error.code}: ${error.publicMessage}`);
    throw error;
  }
}

function print(value: object): void {
  write(JSON.stringify(value));
}

function write(text: string): void {
  process.stdout.write(`${text}\n`);
}
