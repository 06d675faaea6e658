/** The job's title: from its label, the ad's first line, or the sentence that names the job sought. */
import { headingOf } from "#job-ads/headings.ts";
import { anyOf } from "#language/phrases.ts";
import { JOB_NOUN, singularJob } from "./job-nouns.ts";
import { titleInProse } from "./title-in-prose.ts";
import { withoutNoise, withoutPlace } from "./title-noise.ts";

/** Characters of the ad in which its title is looked for. */
const TITLE_CHARS_MAX = 6_000;
/** Longer lines are sentences. */
const LINE_CHARS_MAX = 110;
const LINE_WORDS_MAX = 14;

/** Empty when the ad has no title. */
export function titleOf(text: string): string {
  const head = text.slice(0, TITLE_CHARS_MAX);
  const lines = head
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const headed = labelledTitle(lines) ?? headedTitle(lines) ?? roleTitle(lines);
  return headed === null ? (titleInProse(head) ?? "") : withoutPlace(headed, head);
}

const LABEL = new RegExp(`^${anyOf("job_ads", "title_labels")}\\s*[:–-]\\s*(\\S.*)$`, "i");
/** Labels that may introduce other things too, so they are tried after the first line. */
const ROLE_LABEL = new RegExp(`^${anyOf("job_ads", "role_labels")}\\s*[:–-]\\s*(\\S.*)$`, "i");
const LABEL_LINES_MAX = 30;

const labelledTitle = (lines: readonly string[]): string | null => valueAfter(lines, LABEL);
const roleTitle = (lines: readonly string[]): string | null => valueAfter(lines, ROLE_LABEL);

function valueAfter(lines: readonly string[], label: RegExp): string | null {
  for (const line of lines.slice(0, LABEL_LINES_MAX)) {
    const value = label.exec(line)?.[1];
    if (value !== undefined && value.length <= LINE_CHARS_MAX) return withoutNoise(value) || null;
  }
  return null;
}

/** Maximum lines above the title, with the employer's name or the words "job ad". */
const HEAD_LINES_MAX = 4;
const NO_TITLE = new RegExp(`^(?:<[A-Z_]+>[\\s.,-]*)+$|^${anyOf("job_ads", "not_a_title")}|https?:|@|\\?$`, "i");
const ABBREVIATIONS = anyOf("job_ads", "title_abbreviations");
const SENTENCE = new RegExp(
  `(?<!\\b(?:${ABBREVIATIONS}|${anyOf("job_ads", "title_abbreviations_within")}))[.!?]\\s+\\p{Lu}\\p{Ll}` +
    `|(?<!\\b${ABBREVIATIONS})[.!]$|\\b${anyOf("job_ads", "words_of_sentences")}\\b`,
  "iu",
);

function headedTitle(lines: readonly string[]): string | null {
  // A single line of text has no head.
  if (lines.length < 2) return null;
  let first: string | null = null;
  for (const [at, line] of lines.slice(0, HEAD_LINES_MAX).entries()) {
    if (line.length > LINE_CHARS_MAX || line.split(/\s+/).length > LINE_WORDS_MAX || SENTENCE.test(line)) break;
    if (NO_TITLE.test(line)) continue;
    if (headingOf(line) !== null && !JOB_NOUN.test(line)) {
      if (at === 0) continue;
      break;
    }
    const title = withoutNoise(line);
    if (title === "" || /^\p{Ll}(?!\p{Lu})/u.test(title)) break;
    if (JOB_NOUN.test(title)) return singularJob(title);
    if (at === 0 && (lines[1] ?? "").length < LINE_CHARS_MAX) first = title;
  }
  return first;
}
