/** Groups that an employer provides beside the applications of a position, and impact ratios by them. */
import { z } from "zod";
import { requestWarnings } from "#contract/task.ts";

const APPLICATIONS_MAX = 20_000;
const CATEGORIES_MAX = 5;
const NAME_CHARACTERS_MAX = 60;

const UNNAMED = `Give each category and each group a name of 1 to ${NAME_CHARACTERS_MAX} characters.`;
const Name = z.string().trim().min(1, UNNAMED).max(NAME_CHARACTERS_MAX, UNNAMED);
const Groups = z
  .record(Name, Name, { error: ({ code }) => (code === "invalid_key" ? UNNAMED : undefined) })
  .refine((groups) => Object.keys(groups).length <= CATEGORIES_MAX, {
    message: `Give at most ${CATEGORIES_MAX} categories.`,
  });

export const GroupsBody = z
  .object({
    groups: z
      .record(z.string(), Groups)
      .refine((groups) => Object.keys(groups).length <= APPLICATIONS_MAX, { message: `Give at most ${APPLICATIONS_MAX} applications.` })
      .describe("By id of the application, its group by category, as the applicants said themselves. Up to 5 categories."),
    selected: z
      .array(z.string())
      .max(APPLICATIONS_MAX)
      .nullish()
      .describe("Ids of the applications that were selected. Without it the ratios are of scores, or of those who reach a score."),
  })
  .meta({ id: "GroupsRequest" });
export type GroupsBody = z.infer<typeof GroupsBody>;

export const GroupsReply = z
  .object({
    position_id: z.string(),
    stored: z.int().describe("Applications whose groups are stored now."),
    unknown_ids: z.array(z.string()).describe("Ids that are of no application of the position, and were not stored."),
    ...requestWarnings,
  })
  .meta({ id: "Groups" });
export type GroupsReply = z.infer<typeof GroupsReply>;

const Share = z.number().min(0).max(1);

export const ImpactRate = z
  .object({
    count: z.int().describe("Selected, or with a score above the median of all."),
    rate: Share.describe("`count` of the group's applicants."),
    impact_ratio: Share.nullable().describe(
      "The rate over the highest rate of the category; null when that is 0, or for a group that was left out.",
    ),
    below_four_fifths: z.boolean().describe("Whether the impact ratio is below 0.8."),
    fisher_p: Share.nullable().describe("Fisher's exact test against the group of the highest rate, two-sided; null for that group."),
    z: z.number().nullable().describe("The z-test of two proportions against the same group, for groups that are not small."),
    z_p: Share.nullable().describe("Its two-sided probability."),
  })
  .meta({ id: "ImpactRate" });
export type ImpactRate = z.infer<typeof ImpactRate>;

const ImpactCategory = z
  .object({
    categories: z.array(z.string()).describe("One category, or the two of an intersection."),
    unknown: z.int().describe("Applicants without a group in it, who are not counted."),
    groups: z.array(
      z.object({
        group: z.array(z.string()).describe("The group in each of `categories`."),
        applicants: z.int(),
        share: Share.describe("Of all with a group in the category."),
        small: z.boolean().describe("Below 2 % of them."),
        selection: ImpactRate.nullable().describe("Null when nobody was said to be selected."),
        scoring: ImpactRate.nullable().describe("By scores above the median."),
      }),
    ),
  })
  .meta({ id: "ImpactCategory" });
export type ImpactCategory = z.infer<typeof ImpactCategory>;

export const Impact = z
  .object({
    position_id: z.string(),
    applicants: z.int().describe("Applications that are evaluated; only these count."),
    not_evaluated: z.int(),
    selected: z.int().nullable(),
    selected_by: z.enum(["score", "list"]).nullable().describe("Who counts as selected: who reaches `score_at_least`, or who was named."),
    median_score: z.number().nullable(),
    rules_versions: z.array(z.string()).describe("Of the rules that the scores are of."),
    categories: z.array(ImpactCategory),
  })
  .meta({ id: "Impact" });
export type Impact = z.infer<typeof Impact>;
