/** The profile of an applicant, for recruiters to read. It is never part of a score. */
import { z } from "zod";
import { Evidence } from "#contract/task.ts";

const Month = z.string().regex(/^\d{4}-\d{2}$/);
export const SENIORITIES = ["entry", "intermediate", "senior", "lead", "executive"] as const;
export type Seniority = (typeof SENIORITIES)[number];

/** A degree or a certificate that the ad asks for. */
const Qualification = z.object({
  kind: z.enum(["degree", "certificate"]),
  asked: z.string().describe("Words of the ad."),
  found: Evidence.nullable().describe("What the résumé has of its kind; null when it has none."),
  meets: z.boolean().describe("Whether what was found is what was asked for, or a higher degree. Fields of study are not compared."),
});
export type Qualification = z.infer<typeof Qualification>;

export const ApplicantProfile = z
  .object({
    experience_years: z.number().min(0).nullable().describe("Dated work, overlaps counted once; null without dates."),
    seniority: z
      .object({
        level: z.enum(SENIORITIES),
        basis: z.enum(["title", "years"]),
        evidence: Evidence.nullable().describe("The title; null when the years of work decide."),
      })
      .nullable(),
    qualifications: z.array(Qualification).describe("What the ad asks for; empty without an ad."),
    gaps: z.array(z.object({ from: Month, to: Month, months: z.int() })).describe("Six months or more between dated entries of any kind."),
    questions: z.array(z.string()).describe("Up to three for this applicant, about skills that the résumé leaves open."),
  })
  .meta({ id: "ApplicantProfile" });
export type ApplicantProfile = z.infer<typeof ApplicantProfile>;
