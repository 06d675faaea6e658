/**
 * What scores are computed from, as plain data: stored when the résumé is read, so that scoring for other skills needs no second reading.
 * All texts in it are blinded.
 */
import type { ApplicantProfile } from "#contract/recruiting/profile.ts";
import type { Evidence } from "#contract/task.ts";
import type { Document } from "#documents/document.ts";
import { smallest } from "#documents/long-lists.ts";
import type { ResumeReading } from "#resumes/read-resume.ts";
import { readSkills } from "#skills/find-skills.ts";
import { openBlinder } from "./blind/blinder.ts";
import { withoutLeaves } from "./blind/leaves.ts";
import { type Claim, claimsOf } from "./claims.ts";
import { gapsOf } from "./gaps.ts";
import { instructionsIn } from "./instructions.ts";
import { documentMonth } from "./timeline.ts";

/** `statement`: its index in `statements`; `offset` and `length`, in UTF-16 units: the claim's range in it. */
type KeptClaim = Pick<Claim, "place" | "period" | "page" | "certainty" | "offset"> & {
  statement: number;
  length: number;
  bbox: Evidence["bbox"];
};

export type ResumeClaims = {
  statements: string[];
  claims: KeptClaim[];
  /** The résumé's own date, in months since year 0; null when it has none. */
  month: number | null;
  /** Times without any dated entry. */
  gaps: ApplicantProfile["gaps"];
  /** Quality of the worst page, 0..1. */
  quality: number;
  /** Hidden text of the pages. */
  hidden: string;
  /** Statements that address the reader: their number, and the first one. */
  instructions: { count: number; first: string };
};

export function resumeClaimsOf(document: Document, { outline, resume }: Pick<ResumeReading, "outline" | "resume">): ResumeClaims {
  const blinder = openBlinder(resume, outline);
  const worked = withoutLeaves(outline, blinder);
  const instructions = instructionsIn(outline);
  const all = claimsOf(document, worked, { resume, blinder, instructions: new Set(instructions) });
  const statements = [...new Set(all.map(({ context }) => context))];
  const places = new Map(statements.map((text, i) => [text, i]));
  return {
    statements,
    claims: all.map(({ text, context, offset, place, period, page, bbox, certainty }) => {
      return { statement: places.get(context) ?? 0, offset, length: text.length, place, period, page, bbox, certainty };
    }),
    month: documentMonth(worked),
    gaps: gapsOf(outline),
    quality: Math.min(1, smallest(document.pages.map(({ quality }) => quality))),
    hidden: document.pages.flatMap((page) => page.hidden.map(({ text }) => blinder.blind(text, false).text)).join("\n"),
    instructions: { count: instructions.length, first: blinder.blind(instructions[0]?.text ?? "", false).text },
  };
}

/** A line of the blinded résumé, as it may be sent to a model. */
export type BlindLine = { text: string; place: string; period: string | null };

/** A line's number is its index plus 1. */
export const blindLines = (resume: ResumeClaims): BlindLine[] =>
  resume.claims.map((claim) => ({ text: textOf(claim, resume), place: claim.place, period: claim.period?.raw ?? null }));

/** Claims with the skills that their texts name. */
export const openClaims = (resume: ResumeClaims): Claim[] =>
  resume.claims.map(({ statement, length, ...claim }) => {
    const text = textOf({ statement, length, offset: claim.offset }, resume);
    return { ...claim, text, context: resume.statements[statement] ?? "", skills: readSkills(text) };
  });

function textOf(
  { statement, offset, length }: Pick<KeptClaim, "statement" | "offset" | "length">,
  { statements }: Pick<ResumeClaims, "statements">,
): string {
  return (statements[statement] ?? "").slice(offset, offset + length);
}
