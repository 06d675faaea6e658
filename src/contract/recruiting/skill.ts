/** A skill, as required by a job ad and as shown by a résumé. */
import { z } from "zod";

/** The kinds that the service uses; callers may send any other kind. */
export const SKILL_KINDS = ["technical", "soft skill", "process", "language", "certification", "domain"] as const;
export type SkillKind = (typeof SKILL_KINDS)[number];

export const Skill = z.object({ name: z.string(), type: z.string(), required: z.boolean() }).meta({ id: "Skill" });
export type Skill = z.infer<typeof Skill>;

const SKILLS_MAX = 50;
const SKILL_CHARACTERS_MAX = 200;

/** A skill of a job ad. */
export const NamedSkill = Skill.extend({
  evidence: z.string().optional().describe("The ad's words as printed, where `name` is another form of them."),
}).meta({ id: "NamedSkill" });

/** 1 to 50 skills with distinct names, which are returned byte for byte. */
export const RequiredSkills = z
  .array(
    z.object({
      name: z
        .string()
        .max(SKILL_CHARACTERS_MAX)
        .refine((name) => name.trim() !== "", "Enter a name for the skill."),
      type: z
        .string()
        .max(100)
        .nullish()
        .transform((type) => type ?? "technical"),
      required: z
        .boolean()
        .nullish()
        .transform((required) => required ?? true),
    }),
  )
  .min(1, "Name at least one skill.")
  .max(SKILLS_MAX, `At most ${SKILLS_MAX} skills can be evaluated at once.`)
  .superRefine((skills, context) => {
    const seen = new Set<string>();
    for (const [i, { name }] of skills.entries()) {
      if (seen.has(name)) {
        context.addIssue({ code: "custom", path: [i, "name"], message: "This skill is named twice.", params: { type: "duplicate" } });
      }
      seen.add(name);
    }
  });
