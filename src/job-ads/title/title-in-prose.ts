/** The title in a sentence: "Our team is looking for a motivated Software Engineer to …", "As a nurse you will …". */
import { anyOf, phrasesOfAll } from "#language/phrases.ts";
import { IS_JOB_NOUN, singularJob } from "./job-nouns.ts";
import { withoutNoise } from "./title-noise.ts";

/** Phrases that precede the name of the job, most reliable first. The name is read from the text after the match. */
const POSITION_OF = `\\b${anyOf("job_ads", "position")} ${anyOf("job_ads", "of_position")}\\b`;
const LEADS: readonly RegExp[] = [
  new RegExp(anyOf("job_ads", "seeks"), "giu"),
  new RegExp(`${anyOf("job_ads", "works_as")}|${POSITION_OF}`, "giu"),
  new RegExp(anyOf("job_ads", "candidate_is"), "giu"),
];
/** Characters read after such a phrase. */
const READ_CHARS = 160;
/** Maximum number of names compared. */
const NAMES_MAX = 40;

/** Null when no sentence names a job. */
export function titleInProse(text: string): string | null {
  let best: { title: string; weight: number } | null = null;
  for (const [rank, lead] of LEADS.entries()) {
    for (const match of [...text.matchAll(lead)].slice(0, NAMES_MAX)) {
      const start = match.index + match[0].length;
      const rest = text.slice(start, start + READ_CHARS);
      const found = nameAt(rest);
      if (found === null) continue;
      const weight = weightOf(found, rest, start) - rank;
      if (best === null || weight > best.weight) best = { title: titled(found), weight };
    }
  }
  return best?.title ?? wantedTitle(text) ?? genderedTitle(text) ?? openingTitle(text);
}

/** "a Firmware Engineer" is the job; "creative engineers" are the team. A name far down the ad may be a colleague's. */
const ARTICLE = new RegExp(`^\\W{0,3}(?:${anyOf("job_ads", "addressed_before_article")}\\s*,\\s*)?${anyOf("job_ads", "articles")}\\b`, "i");
const FAR_CHARS = 3_000;

function weightOf(name: string, rest: string, at: number): number {
  const capital = /\p{Lu}/u.test(name);
  const single = /\s/.test(name.trim()) ? 0 : name.length <= 3 ? 0.8 : 0.3;
  return (capital || ARTICLE.test(rest) ? 1 : 0) + (capital ? 0.2 : 0) - single - Math.min(1, at / FAR_CHARS);
}

/** Words of praise or number before the name, not part of it. Ranks (senior, lead) are not among them. */
const PRAISE = new RegExp(`^(?:${anyOf("job_ads", "praise")}|[&/])$`);
/** Words that end a name. */
const STOP = new Set(phrasesOfAll("job_ads", "words_after_title"));
const IS_RANK = new RegExp(`^${anyOf("job_ads", "rank_abbreviations")}\\.$`, "i");
const IS_CONJUNCTION = new RegExp(`^${anyOf("job_ads", "conjunctions")}$`, "i");
const NAME_WORDS_MAX = 7;
const SKIPPED_MAX = 12;
const RANK_AFTER = /^(?:i{1,3}|iv|v|[1-5])$/i;

/** The job's name at the beginning of `text`, or null when it names none. */
function nameAt(text: string): string | null {
  const clean = withoutAsides(text);
  const words = clean.trim().split(/\s+/);
  let from = 0;
  while (from < words.length && from < SKIPPED_MAX && isPraise(words[from] ?? "")) from += 1;
  const name: string[] = [];
  let end = 0;
  for (const word of words.slice(from, from + NAME_WORDS_MAX)) {
    const bare = IS_RANK.test(word) ? word : bareWord(word);
    if (bare === "" || (STOP.has(bare.toLowerCase()) && !/^\p{Lu}{2,}$/u.test(bare))) break;
    if (IS_CONJUNCTION.test(bare) && end > 0) break;
    name.push(bare);
    if (IS_JOB_NOUN.test(bare) || (end === name.length - 1 && end > 0 && RANK_AFTER.test(bare))) end = name.length;
    if (/[.,;:!?]$/.test(word) && !IS_RANK.test(word)) break;
    if (end > 0 && end < name.length && !startsUpper(bare)) break;
  }
  if (end === 0 || /^(?:world|market|global|industry) leaders?$/i.test(name.slice(0, end).join(" "))) return null;
  const whole = name.slice(0, end);
  // "quality-conscious Laboratory Technician": praise outside the list.
  while (whole.length > 1 && !startsUpper(whole[0] ?? "") && whole.some(startsUpper)) whole.shift();
  return [...whole, ...ofWhat(words.slice(from + end))].join(" ");
}

const OF_ONE_WORD = new RegExp(`^${anyOf("job_ads", "of_one_word")}$`, "iu");
const OF_MANY_WORDS = new RegExp(`^${anyOf("job_ads", "of_many_words")}$`, "i");

/** "Head" of Digital Supply Chain; "chef" de projet. */
function ofWhat(words: readonly string[]): string[] {
  const [of = "", ...rest] = words;
  const romance = OF_ONE_WORD.test(of);
  if (!romance && !OF_MANY_WORDS.test(of)) return [];
  const what: string[] = [];
  for (const word of rest.slice(0, romance ? ROMANCE_WORDS_MAX : NAME_WORDS_MAX)) {
    const bare = word.replace(/(?<![.,:;!?)])[.,:;!?)]+$/, "");
    if (STOP.has(bare.toLowerCase()) || isPraise(bare) || bare === "" || (!romance && !startsUpper(word) && !/^(?:and|&)$/.test(word)))
      break;
    what.push(bare);
    if (bare !== word) break;
  }
  while (/^(?:and|&)$/.test(what.at(-1) ?? "")) what.pop();
  return what.length === 0 && !/['’]/.test(of) ? [] : [of, ...what];
}

/** After "de": "technicien de maintenance". */
const ROMANCE_WORDS_MAX = 1;

/** Brackets that a word opens and closes itself, as in "Technicien(ne)", stay. */
const bareWord = (word: string): string => {
  const bare = word.replace(/^[("“'‘]+|(?<!["”'’.,;:!?])["”'’.,;:!?]+$/gu, "");
  return bare.includes("(") ? bare : bare.replace(/(?<![)"”'’.,;:!?])[)"”'’.,;:!?]+$/gu, "");
};
const ADDRESSED = new RegExp(`^\\s*${anyOf("job_ads", "addressed")}\\s*[,:]\\s*`, "i");
const withoutAsides = (text: string): string => text.replace(ADDRESSED, " ").replace(/<[A-Z_]+>|\b(?:full|part)[- ]time\b/gi, " ");
const isPraise = (word: string): boolean => {
  const bare = word.toLowerCase().replace(/[,:;]$/, "");
  return PRAISE.test(bare) || /^[\d–-]+$|-(?:minded|oriented|driven|focused|spirited)$/.test(bare);
};
const startsUpper = (word: string): boolean => /^(?:[\p{Lu}\p{N}&/(-]|\p{Ll}\p{Lu})/u.test(word);

/** The singular, without noise, with capitals when the ad has none. */
function titled(name: string): string {
  const title = singularJob(withoutNoise(name));
  if (title !== title.toLowerCase()) return title;
  return title.replace(/(?<![\p{L}'’])\p{Ll}(?!\p{L}{0,1}(?![\p{L}]))/gu, (letter) => letter.toUpperCase());
}

const WANTED = new RegExp(`(?:^|[.!?\\n]\\s{0,2})([^.!?\\n]{3,60}?)\\s{1,2}${anyOf("job_ads", "wanted")}(?![\\p{L}])`, "giu");

/** "Kindergarten teacher wanted!" */
function wantedTitle(text: string): string | null {
  for (const [, words = ""] of text.matchAll(WANTED)) {
    const name = nameAt(words);
    if (name !== null) return titled(name);
  }
  return null;
}

/** "… Pflegefachkraft (m/w/d) …" */
function genderedTitle(text: string): string | null {
  const before = /((?:[\p{Lu}&/-][\p{L}\p{N}&/:*-]{0,40}\s){1,6})[([]\s?[mwfdh]\s?\/\s?[mwfdh]/u.exec(text)?.[1];
  return before === undefined ? null : withoutNoise(before) || null;
}

/** "Dynamics 365 Design Researcher. The team …": a name in capitals at the very beginning. */
function openingTitle(text: string): string | null {
  const words = text.trim().split(/\s+/).slice(0, NAME_WORDS_MAX);
  const end = words.findIndex((word) => !startsUpper(word));
  const name = (end === -1 ? words : words.slice(0, end)).map((word) => word.split(/[.,:;]/, 1)[0] ?? "");
  const last = name.findLastIndex((word) => IS_JOB_NOUN.test(word));
  return last < 1 ? null : titled(name.slice(0, last + 1).join(" "));
}
