/** Computes the profile of the blinded résumé. */
import type { ApplicantProfile } from "#contract/recruiting/profile.ts";
import type { Claim } from "#scoring/claims.ts";
import { hundredth } from "#scoring/facts.ts";
import type { ResumeClaims } from "#scoring/resume-claims.ts";
import { coveredMonths, spanOf } from "#scoring/timeline.ts";
import { type AskedSkill, applicantQuestions } from "./applicant-questions.ts";
import { qualificationsOf } from "./qualifications.ts";
import { seniorityOf } from "./seniority.ts";

const WORK: readonly Claim["place"][] = ["title", "work", "work list"];

type About = { resume: ResumeClaims; claims: readonly Claim[]; jobText: string; now: number | null; skills: readonly AskedSkill[] };

export function profileOf({ resume, claims, jobText, now, skills }: About): ApplicantProfile {
  const spans = claims.flatMap(({ place, period }) => (WORK.includes(place) ? (spanOf(period, now) ?? []) : []));
  const years = spans.length === 0 ? null : yearsOf(coveredMonths(spans));
  return {
    experience_years: years,
    seniority: seniorityOf(claims, years, now),
    qualifications: jobText === "" ? [] : qualificationsOf(jobText, claims),
    gaps: resume.gaps,
    questions: applicantQuestions(skills, jobText === "" ? claims.map(({ text }) => text).join("\n") : jobText),
  };
}

/** Rounded to a tenth of a year. */
export const yearsOf = (months: number): number => hundredth(Math.round((10 * months) / 12) / 10);
