/** A résumé shows the language it is written in. */
import { languagesOf } from "#language/languages-of.ts";
import type { KnownSkill } from "#skills/taxonomy.ts";
import type { Claim } from "./claims.ts";

const NAMES = new Intl.DisplayNames(["en"], { type: "language" });
const STATEMENTS_MIN = 3;
const WORDS_MIN = 6;
const QUOTED_MAX = 3;

/** The longest statements in the language; none where fewer than three are. */
export function writtenIn({ name, kind }: KnownSkill, claims: readonly Claim[]): Claim[] {
  if (kind !== "language") return [];
  const statements = claims.filter(({ text }) => text.split(/\s+/).length >= WORDS_MIN && languageNamed(text) === name);
  const longest = statements.sort((a, b) => b.text.length - a.text.length || (a.text < b.text ? -1 : 1));
  return statements.length < STATEMENTS_MIN ? [] : longest.slice(0, QUOTED_MAX);
}

function languageNamed(text: string): string | undefined {
  const [code] = languagesOf(text);
  return code === undefined ? undefined : NAMES.of(code);
}
