/** Recognises lines about the person by their label, and names of schools by their words. */
import { anyOf, groupsOf } from "#language/phrases.ts";

/** Labels of age, family, origin, religion and looks. */
const LABELLED: RegExp[] = [];
for (const { group } of groupsOf("scoring", "personal_labels"))
  LABELLED.push(new RegExp(`^\\s*${group}\\s*(?:[:：–-]|\\s\\d[^,;]{0,40}$|$)`, "iu"));
/** "32 years old", "verheiratet, zwei Kinder", "married, two children". */
const STATED = [
  new RegExp(`^\\s*(?:aged? )?\\d{2} ${anyOf("scoring", "years_of_age")}\\b`, "iu"),
  new RegExp(`^\\s*${anyOf("scoring", "family_status")}\\s*(?:[,;.]|$)`, "iu"),
];
const SCHOOL = new RegExp(anyOf("scoring", "schools"), "iu");

export function isPersonal(text: string): boolean {
  return LABELLED.some((pattern) => pattern.test(text)) || STATED.some((pattern) => pattern.test(text));
}

export function isSchool(text: string): boolean {
  return SCHOOL.test(text);
}
