/** The options that a description lists: "Filing status (one of: Single | Married | Widowed)". */
import type { Field } from "#contract/schema/field.ts";

const LIST = /\b(?:one of|options|allowed values|possible values|either)(?: the following)?\s?[:=]\s?([^()\n]{3,400})/iu;
const LIST_END = /[.;](?:\s|$)/u;
const QUOTES = /^["'“”‘’`]|["'“”‘’`]$/gu;
const LAST_OR = " or ";
const OPTIONS_MAX = 60;
const OPTION_CHARACTERS_MAX = 80;

/** At least two options as written, without quotes; null where the description lists none, or the field has its own. */
export function optionsIn({ type, description = "", enum: own, method }: Field): string[] | null {
  if (type !== "string" || own !== undefined || (method !== undefined && method !== "extract")) return null;
  const [, list] = LIST.exec(description) ?? [];
  if (list === undefined) return null;
  const separator = ["|", ";", ","].find((each) => list.includes(each));
  if (separator === undefined) return null;
  const listed = separator === ";" ? list : (list.split(LIST_END)[0] ?? "");
  const even = separator === "," ? withoutLastOr(listed) : listed;
  const options = even.split(separator).map((each) => each.trim().replace(QUOTES, "").trim());
  const plausible = options.every((option) => option !== "" && option.length <= OPTION_CHARACTERS_MAX);
  return options.length >= 2 && options.length <= OPTIONS_MAX && plausible && new Set(options).size === options.length ? options : null;
}

/** `a, b or c` and `a, b, or c` as `a, b, c`. */
function withoutLastOr(list: string): string {
  const at = list.lastIndexOf(LAST_OR);
  const before = list.slice(0, Math.max(0, at)).trimEnd();
  if (at < 0 || list.includes(",", at)) return list;
  return `${before.endsWith(",") ? before : `${before},`}${list.slice(at + LAST_OR.length - 1)}`;
}
