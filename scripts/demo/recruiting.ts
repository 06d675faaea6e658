/** The recruiting part of the demo: extracts skills from a job ad, reads résumés, and scores each with evidence. */
import type { AnalyzeJobReply } from "#contract/recruiting/analyze-job.ts";
import type { ExtractionStatus, ExtractResumesReply, SuccessfulExtraction } from "#contract/recruiting/batch.ts";
import type { EvaluateReply } from "#contract/recruiting/evaluate.ts";
import { JOB_AD, RESUMES, readSample } from "../../samples/list.ts";
import { call } from "./call.ts";
import { bold, dim, line, seconds, short, title } from "./print.ts";
import type { DemoService } from "./service.ts";

const WAIT_SECONDS = 60;
const NAME_WIDTH = 22;
const EVIDENCE_WIDTH = 76;
const BAR_WIDTH = 10;

type Ranked = { person: SuccessfulExtraction; evaluation: EvaluateReply };

export async function recruit(service: DemoService): Promise<void> {
  const description = (await readSample({ file: JOB_AD })).toString("utf8");
  const job = await timed(() => call<AnalyzeJobReply>(service, "recruit/v1/analyze-job", { description }));
  printJob(job.value, job.ms);
  const status = await timed(() => readResumes(service));
  printPeople(status.value, status.ms);
  const required_skills = job.value.required_skills;
  const ranked = await timed(() =>
    Promise.all(
      status.value.successful_extractions.map(async (person): Promise<Ranked> => {
        const ask = { job_id: "demo", application_id: person.application_id, job_details: { description, required_skills } };
        return { person, evaluation: await call<EvaluateReply>(service, "recruit/v1/evaluate", ask) };
      }),
    ),
  );
  printRanking(
    ranked.value.sort((a, b) => b.evaluation.overall_score - a.evaluation.overall_score),
    required_skills.map(({ name }) => name),
    ranked.ms,
  );
}

async function readResumes(service: DemoService): Promise<ExtractionStatus> {
  const files = await Promise.all(
    RESUMES.map(async (resume) => ({
      filename: resume.file,
      content_type: resume.contentType,
      content: (await readSample(resume)).toString("base64"),
    })),
  );
  const { job_id } = await call<ExtractResumesReply>(service, "recruit/v1/extract-resumes", { files });
  const status = await call<ExtractionStatus>(service, `recruit/v1/extraction-status/${job_id}?wait=${WAIT_SECONDS}`);
  const [failed] = status.failed_extractions;
  if (failed) throw new Error(`samples/${failed.filename} was not read: ${failed.code}: ${failed.message}`);
  if (status.status !== "completed") throw new Error(`The résumés were not read within ${WAIT_SECONDS} s.`);
  return status;
}

function printJob({ name, required_skills, interview_questions }: AnalyzeJobReply, ms: number): void {
  title(`samples/${JOB_AD}: a job ad`);
  line(`  ${name}`);
  for (const skill of required_skills) line(`  · ${skill.name} (${skill.type}${skill.required ? ", required" : ""})`);
  line(`  ? ${interview_questions[0] ?? ""}`);
  line(dim(`  analysed in ${seconds(ms)}, with ${interview_questions.length} interview questions`));
}

function printPeople({ successful_extractions: people }: ExtractionStatus, ms: number): void {
  title(`${people.length} résumés in one batch`);
  for (const { index, application_name, email, phone, resume } of people) {
    const [last] = resume.work ?? [];
    line(
      `  ${application_name.padEnd(NAME_WIDTH)} ${email.padEnd(30)} ${phone.padEnd(15)} ${[last?.position, last?.name].filter(Boolean).join(", ")}`,
    );
    line(dim(`  ${"".padEnd(NAME_WIDTH)} samples/${RESUMES[index]?.file}: ${RESUMES[index]?.what}`));
  }
  line(dim(`  read in ${seconds(ms)}`));
}

function printRanking(ranked: readonly Ranked[], skills: readonly string[], ms: number): void {
  title("The same people, scored for the job: blind to name, origin, age and school, each score with its evidence");
  for (const { person, evaluation } of ranked) {
    line();
    line(`  ${bold(`${String(evaluation.overall_score).padStart(3)}  ${person.application_name}`)}`);
    for (const name of skills) {
      const skill = evaluation.skills[name];
      if (!skill) continue;
      const bar = "█".repeat(Math.round((skill.score / 100) * BAR_WIDTH)).padEnd(BAR_WIDTH, "░");
      const [first = ""] = skill.evidence.split("\n");
      line(
        `       ${bar} ${String(skill.score).padStart(3)}  ${short(name, 24).padEnd(24)} ${short(skill.score > 0 ? `“${first}”` : "–", EVIDENCE_WIDTH)}`,
      );
    }
  }
  line(dim(`  evaluated in ${seconds(ms)} by rules ${ranked[0]?.evaluation.rules_version ?? ""}; the same résumé gets the same scores`));
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const start = performance.now();
  return { value: await work(), ms: performance.now() - start };
}
