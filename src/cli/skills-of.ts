/** Skills that somebody names by hand. */
import { RequiredSkills, type Skill } from "#contract/recruiting/skill.ts";
import { UsageError } from "./failures.ts";

/** Throws UsageError that says what is wrong with the names. */
export function skillsOf(names: readonly string[]): Skill[] {
  const { data, error } = RequiredSkills.safeParse(names.map((name) => ({ name: name.trim(), type: "technical", required: true })));
  if (!data) throw new UsageError(error.issues.map(({ message }) => message).join(" "));
  return data;
}
