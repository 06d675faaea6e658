/** POST /resumes/search: stored résumés that show what is asked for, best first. */
import { z } from "zod";
import { withoutNul } from "#contract/ids.ts";
import { requestWarnings } from "#contract/task.ts";
import { SkillEvaluation } from "./evaluate.ts";

const QUERY_CHARACTERS_MAX = 500;
const FOUND_MAX = 100;

export const SearchBody = z
  .object({
    query: z
      .string()
      .max(QUERY_CHARACTERS_MAX)
      .overwrite(withoutNul)
      .refine((text) => text.trim() !== "", "Enter what to look for, such as `SQL, three years, logistics`.")
      .describe("Skills, separated by commas; years after a skill are the least of it: `SQL, three years, logistics`."),
    position_id: z
      .string()
      .max(200)
      .overwrite(withoutNul)
      .nullish()
      .describe("Only applications of this position; without it all résumés of the workspace."),
    limit: z.int().min(1).max(FOUND_MAX).default(20),
  })
  .meta({ id: "ResumeSearchRequest" });
export type SearchBody = z.infer<typeof SearchBody>;

const Term = z.object({
  name: z.string(),
  years_min: z.number().nullable().describe("Asked for; null without."),
});

const Match = SkillEvaluation.extend({
  name: z.string(),
  years: z.number().nullable().describe("Years of dated practice; null without dates."),
  met: z.boolean().describe("Whether the résumé shows it, for as many years as are asked for."),
});

const Found = z.object({
  application_id: z.string(),
  position_id: z.string().nullable(),
  name: z.string(),
  filename: z.string().nullable(),
  terms_met: z.int(),
  overall_score: z.int().describe("Mean of the scores of the terms, as in an evaluation."),
  terms: z.array(Match).describe("In the order of the query, each with the words of the résumé that show it."),
});
export type Found = z.infer<typeof Found>;

export const SearchReply = z
  .object({
    terms: z.array(Term).describe("The query as it was understood."),
    resumes: z.array(Found).describe("Those that show at least one term: most terms met first, then the best score, then the newest."),
    found: z.int().describe("How many show at least one term, also beyond `limit`."),
    searched: z.int(),
    not_searched: z
      .int()
      .describe(
        "Older ones beyond the newest 1,000 or beyond what 20 s were enough for, and résumés that this version has not read yet: evaluating one reads it.",
      ),
    ...requestWarnings,
  })
  .meta({ id: "ResumeSearchReply" });
export type SearchReply = z.infer<typeof SearchReply>;
