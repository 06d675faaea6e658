/** From a result's data to JSON Resume: absent values are left out. */
import { JsonResume } from "#contract/recruiting/json-resume.ts";
import type { ExtractionResult, FieldResult } from "#contract/task.ts";

export function resumeOf(result: ExtractionResult): { resume: JsonResume; fields: Record<string, FieldResult> } {
  const fields = Object.fromEntries(Object.entries(result.fields).filter(([, field]) => field.status !== "not_found"));
  return { resume: JsonResume.parse(withoutEmpty(result.data) ?? {}), fields };
}

/** Rows keep their numbers: only keys are left out, never elements. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((each) => withoutEmpty(each) ?? {});
  if (value === null || typeof value !== "object") return value ?? undefined;
  const kept = Object.entries(value).flatMap(([key, each]) => {
    const bare = withoutEmpty(each);
    return bare === undefined ? [] : [[key, bare] as const];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
