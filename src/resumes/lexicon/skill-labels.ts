/** Labels of lists that enumerate skills inside other sections: `Technologies:`, `Tools:`, `Databases:`. */
import { fold } from "#language/fold.ts";
import { anyOf } from "#language/phrases.ts";
import { wordsOfAll } from "#language/words.ts";

const LABELS = new Set(wordsOfAll(({ resume }) => resume?.skill_labels).map(fold));
const AND = new RegExp(`\\s{0,2}[&/,]\\s{0,2}|\\s{1,2}${anyOf("resumes", "label_conjunctions")}\\s{1,2}`, "i");

export function isSkillLabel(label: string): boolean {
  const folded = fold(label);
  if (LABELS.has(folded)) return true;
  const parts = label.split(AND).map(fold);
  return parts.length > 1 && parts.some((part) => LABELS.has(part)) && folded.split(" ").length <= 5;
}
