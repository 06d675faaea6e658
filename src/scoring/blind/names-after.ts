/** What follows "born in" or "based in": dates, names of places, and the small words between them. */
import { once } from "#contract/memo.ts";
import { fold } from "#language/fold.ts";
import { phrasesOfAll } from "#language/phrases.ts";
import { LANGUAGES } from "#language/words.ts";
import { COUNTRIES } from "#resumes/lexicon/places.ts";
import { readSkills } from "#skills/find-skills.ts";
import { isSmall } from "./languages-in.ts";
import type { Range } from "./ranges.ts";

const WORDS_MAX = 12;

const YEARS = new Set(phrasesOfAll("scoring", "blind_years"));
/** Months in all languages, also as in "12. märts" and "12 марта". */
const months = once(
  () =>
    new Set(
      LANGUAGES.flatMap(({ code }) =>
        (["long", "short"] as const).flatMap((month) => {
          const alone = new Intl.DateTimeFormat(code, { month });
          const dated = new Intl.DateTimeFormat(code, { month, day: "numeric" });
          return Array.from({ length: 12 }, (_, i) => new Date(2000, i, 15)).flatMap((date) => [
            fold(alone.format(date)),
            ...dated.formatToParts(date).flatMap(({ type, value }) => (type === "month" ? [fold(value)] : [])),
          ]);
        }),
      ),
    ),
);

/** The range with the names and dates behind it; empty without any. It ends before a skill, a verb and the end of a sentence. */
export function namesAfter(text: string, range: Range): Range[] {
  const ahead = text.slice(range.to, range.to + 200);
  const skills = readSkills(ahead).mentions.filter(({ skill }) => skill.kind !== "language");
  let end = 0;
  let isOpen = true;
  for (const [step, hit] of [...ahead.matchAll(/[^\s,:()|;]+/g)].entries()) {
    const { index, 0: word } = hit;
    const gap = ahead.slice(end, index);
    if (step > WORDS_MAX || !isOpen || /[|;]/.test(gap) || skills.some(({ from, to }) => from < index + word.length && to > index)) break;
    const bare = word.replace(/(?<![.!?'’"”])[.!?'’"”]+$/u, "");
    const isName = /^\p{Lu}/u.test(word) || /^\d/.test(word) || months().has(fold(bare)) || YEARS.has(bare);
    if (isName && (!/,/.test(gap) || goesOn(ahead.slice(index)))) end = index + bare.length;
    else if (!isSmall(bare) || (/,/.test(gap) && !/^\S+\s\d/.test(ahead.slice(index)))) break;
    isOpen = !(/[.!?]$/.test(word) && bare.length > 3);
  }
  return end === 0 ? [] : [{ from: range.from, to: range.to + end }];
}

/** After a comma only a country, a number, or a name with which the part ends. */
function goesOn(rest: string): boolean {
  const words = /^\p{Lu}[^\s,;.|()]*(?:\s\p{Lu}[^\s,;.|()]*){0,2}/u.exec(rest)?.[0] ?? "";
  return COUNTRIES.has(fold(words)) || /^\d/.test(rest) || /^[^\s,;.|()]+(?:\s?[,;.|()]|$|\s\p{Ll})/u.test(rest);
}
