/** Fields whose name says nothing, such as `field_4`: their description is their name. */
import type { Field } from "#contract/schema/field.ts";
import { nameTokens } from "#language/fold.ts";
import { isDull } from "./words.ts";

const PLACEHOLDERS: ReadonlySet<string> = new Set(
  "attribute answer column col entry key param parameter prop property question".split(" "),
);
/** A number, or a letter. */
const COUNTER = /^(?:\d{1,4}|\p{L})$/u;
const TRAILING_NUMBER = /(?<=\p{L})\d{1,4}$/u;
/** A longer description says how, not what. */
const WORDS_MAX = 8;
const ASIDE = /[([,;:.].*$/su;

/** The field, with the begin of its description as its name where the name says nothing and the description is short. */
export function namedByDescription(field: Field): Field {
  const said = (field.description ?? "").replace(ASIDE, "").trim();
  if (said === "" || said.split(/\s+/).length > WORDS_MAX) return field;
  const words = nameTokens(field.name).map((word) => word.replace(TRAILING_NUMBER, ""));
  const isBare = words.every((word) => COUNTER.test(word) || PLACEHOLDERS.has(word) || isDull(word));
  return isBare ? { ...field, name: said } : field;
}
