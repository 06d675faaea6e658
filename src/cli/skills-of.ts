/** Skills from names given by the user. */
import { RequiredSkills, type Skill } from "#contract/recruiting/skill.ts";
import { UsageError } from "./failures.ts";

/** Throws UsageError with the reason why the names are invalid. */
export function skillsOf(names: readonly string[]): Skill[] {
  const { data, error } = RequiredSkills.safeParse(names.map((name) => ({ name: name.trim(), type: "technical", required: true })));
  if (!data) throw new UsageError(error.issues.map(({ message }) => message).join(" "));
  return data;
}
