/** A query in words, as skills and the years asked for: `SQL, three years, logistics`. */

export type SearchTerm = { name: string; yearsMin: number | null };

const TERMS_MAX = 20;
/** Numbers in words that people write of years. */
const WORDS: ReadonlyMap<string, number> = new Map(
  ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"].map((word, i) => [word, i + 1]),
);
const UNITS = ["year", "years", "yr", "yrs", "jahr", "jahre", "jahren", "an", "ans", "años", "año", "anni", "jaar", "lat", "anos"];
/** A comma between two digits is a decimal one. */
const BETWEEN_TERMS = /(?<!\d),|,(?!\d)|[;\n]/;
/** What may stand between the years and the skill: `3+ years of SQL`. */
const BETWEEN = ["of", "in", "with", "experience", "erfahrung", "mit", "de", "con", "di", "+"];

/** Never more than 20 terms; those that are named twice count once. Years that stand alone are those of the term before. */
export function searchTerms(query: string): SearchTerm[] {
  const terms = new Map<string, SearchTerm>();
  let last: SearchTerm | null = null;
  for (const part of query.split(BETWEEN_TERMS)) {
    const words = part.split(/\s/).filter((word) => word !== "");
    const { years, rest } = yearsIn(words);
    const name = rest.join(" ");
    if (name === "") {
      if (last && years !== null) last.yearsMin = years;
      continue;
    }
    const key = name.toLowerCase();
    const term: SearchTerm = terms.get(key) ?? { name, yearsMin: null };
    if (years !== null) term.yearsMin = years;
    if (terms.size < TERMS_MAX) terms.set(key, term);
    last = term;
  }
  return [...terms.values()];
}

/** The number and its unit are left out of `rest`, and what joins them to the skill. */
function yearsIn(words: readonly string[]): { years: number | null; rest: readonly string[] } {
  const at = words.findIndex((word, i) => i > 0 && UNITS.includes(word.toLowerCase()) && numberOf(words[i - 1] ?? "") !== null);
  if (at < 0) return { years: null, rest: words };
  const before = words.slice(0, at - 1);
  const after = words.slice(at + 1);
  while (BETWEEN.includes(after[0]?.toLowerCase() ?? "")) after.shift();
  while (["for", "with", "min", "min.", "minimum", "least", "at", "over"].includes(before.at(-1)?.toLowerCase() ?? "")) before.pop();
  return { years: numberOf(words[at - 1] ?? ""), rest: [...before, ...after] };
}

/** `3`, `3+`, `2.5`, `three`. */
function numberOf(word: string): number | null {
  const text = word.endsWith("+") ? word.slice(0, -1) : word;
  if (/^\d{1,2}([.,]\d)?$/.test(text)) return Number(text.replace(",", "."));
  return WORDS.get(text.toLowerCase()) ?? null;
}
