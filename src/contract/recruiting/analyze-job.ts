/** POST analyze-job: a job ad becomes a title, skills and questions. */
import { z } from "zod";
import { OptionalUrl } from "#contract/json.ts";
import { PROVIDER_NAMES } from "#contract/providers.ts";
import { Warning } from "#contract/task.ts";
import { ModelUsage } from "./model-usage.ts";
import { NamedSkill } from "./skill.ts";

const DESCRIPTION_CHARACTERS_MAX = 200_000;

export const AnalyzeJobBody = z
  .object({
    description: z
      .string()
      .max(DESCRIPTION_CHARACTERS_MAX)
      .nullish()
      .describe("The ad as text. Used instead of the URL when both are sent."),
    description_file_url: OptionalUrl.describe("URL of the ad: PDF, DOCX, HTML or TXT."),
    provider: z.enum(PROVIDER_NAMES).nullish().describe("Which provider reads the ad; the server's default if left out."),
  })
  .superRefine((body, context) => {
    if ((body.description ?? "").trim() !== "" || body.description_file_url != null) return;
    const message = "Send `description` or `description_file_url`.";
    context.addIssue({ code: "custom", path: ["description"], message, params: { type: "missing" } });
  })
  .meta({ id: "AnalyzeJobRequest" });
export type AnalyzeJobBody = z.infer<typeof AnalyzeJobBody>;

export const AnalyzeJobReply = z
  .object({
    name: z.string(),
    required_skills: z.array(NamedSkill).min(2).max(5),
    interview_questions: z.array(z.string()).min(2).max(5),
    description: z.string().describe("The text that was analysed."),
    description_file_url: z.string().describe("As sent; empty when none was."),
    engine: z.string(),
    provider: z.string().nullable(),
    model: z.string().nullable(),
    usage: ModelUsage,
    warnings: z.array(Warning),
  })
  .meta({ id: "AnalyzeJobResponse" });
export type AnalyzeJobReply = z.infer<typeof AnalyzeJobReply>;
