/** Results as text: one line per value, with its place in the document. */
import type { ExtractionResult, FieldResult, Warning } from "#contract/task.ts";
import type { JobAnalysis } from "#job-ads/analyse-job.ts";
import type { ResumeReading } from "#resumes/read-resume.ts";
import type { Evaluation } from "#scoring/evaluate.ts";

/** Values below this confidence are marked for review. */
const SURE_CONFIDENCE_MIN = 0.8;

/**
 * `mark` highlights values that need review. Warnings with their candidates follow the value they are about; general warnings come last.
 */
export function extractionLines(
  { fields, warnings, completeness }: Pick<ExtractionResult, "fields" | "warnings" | "completeness">,
  mark = (text: string) => text,
): string[] {
  const lines = Object.entries(fields).flatMap(([pointer, field]) => [
    fieldLine(pointer, field, mark),
    ...warnings.filter(({ path }) => path === pointer).map((warning) => `    ${mark(warningLine(warning))}`),
  ]);
  const others = warnings.filter(({ path }) => path === null || !(path in fields));
  return [...lines, ...[...others.map(warningLine), ...incompleteLines(completeness)].map((line) => mark(line))];
}

function incompleteLines({ truncated, pages_failed }: ExtractionResult["completeness"]): string[] {
  return [
    ...(truncated ? ["truncated: not all of the document was read, so values may be missing."] : []),
    ...(pages_failed.length > 0 ? [`pages_failed: pages that could not be read: ${pages_failed.join(", ")}.`] : []),
  ];
}

type Said = Pick<Warning, "code" | "message" | "candidates">;

export const warningLines = (warnings: readonly Said[]): string[] => warnings.map(warningLine);

function warningLine({ code, message, candidates = [] }: Said): string {
  const either = candidates.length === 0 ? "" : ` It may be ${candidates.map((each) => JSON.stringify(each)).join(" or ")}.`;
  return `${code}: ${message}${either}`;
}

function fieldLine(pointer: string, field: FieldResult, mark: (text: string) => string): string {
  const evidence = field.evidence[0];
  const shown = `confidence ${field.confidence ?? "-"}`;
  const marked = field.confidence !== null && field.confidence < SURE_CONFIDENCE_MIN ? mark(shown) : shown;
  const where = evidence ? `  “${evidence.text}”, page ${evidence.page} [${evidence.bbox.join(", ")}], ${marked}` : "";
  return `${pointer}  ${field.status === "found" || field.status === "inferred" ? JSON.stringify(field.value) : field.status}${where}`;
}

export function resumeLines({ resume }: Pick<ResumeReading, "resume">): string[] {
  const { name = "", email = "", phone = "" } = resume.basics ?? {};
  const work = (resume.work ?? []).map((each) => {
    const time = [each.startDate, each.endDate].filter(Boolean).join(" – ");
    return `work   ${[each.position, each.name, time].filter(Boolean).join(", ")}`;
  });
  const study = (resume.education ?? []).map(
    (each) => `study  ${[each.studyType, each.area, each.institution].filter(Boolean).join(", ")}`,
  );
  const skills = (resume.skills ?? []).flatMap((skill) => skill.keywords ?? (skill.name === undefined ? [] : [skill.name]));
  const listed = skills.length > 0 ? [`skills ${skills.join(", ")}`] : [];
  return [`name   ${name}`, `email  ${email}`, `phone  ${phone}`, ...work, ...study, ...listed];
}

export function evaluationLines({
  skills,
  overallScore,
  rulesVersion,
  profile,
}: Pick<Evaluation, "skills" | "overallScore" | "rulesVersion" | "profile">): string[] {
  const each = Object.entries(skills).map(
    ([name, { score, confidence, evidence }]) =>
      `${String(score).padStart(3)}  ${name} (confidence ${confidence})\n     ${evidence.replaceAll("\n", "\n     ")}`,
  );
  return [...each, `${String(overallScore).padStart(3)}  overall, by rules ${rulesVersion}`, ...profileLines(profile)];
}

function profileLines({ experience_years: years, seniority, qualifications, gaps, questions }: Evaluation["profile"]): string[] {
  const level = seniority ? `, ${seniority.level} by ${seniority.basis}` : "";
  return [
    years === null ? `no dated work${level}` : `${years} years of dated work${level}`,
    ...qualifications.map(({ asked, found, meets }) => `${meets ? "meets" : "open "}  ${asked}${found ? `: ${found.text}` : ""}`),
    ...gaps.map(({ from, to }) => `no entry from ${from} to ${to}`),
    ...questions.map((question) => `? ${question}`),
  ];
}

export function jobLines({ name, required_skills, interview_questions }: JobAnalysis): string[] {
  const skills = required_skills.map((skill) => `- ${skill.name} (${skill.type}${skill.required ? ", required" : ""})`);
  return [name, ...skills, ...interview_questions.map((question) => `? ${question}`)];
}
