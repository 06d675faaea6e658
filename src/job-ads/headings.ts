/** Headings of job ads, and the kind of part that follows them. */
import { anyOf } from "#language/phrases.ts";

export const PART_KINDS = ["intro", "tags", "requirements", "wishes", "duties", "company", "offer", "applying", "legal", "facts"] as const;
/** `tags` is a bare list of skills; `facts` are labels such as industry or date; `wishes` would be nice to have. */
export type PartKind = (typeof PART_KINDS)[number];

/** In order: the first match wins. */
const KINDS = ["tags", "wishes", "requirements", "duties", "offer", "applying", "company", "legal", "facts"] as const;

/** Whole headings, lower case, without closing punctuation. */
const HEADINGS: [PartKind, RegExp][] = [];
for (const kind of KINDS) HEADINGS.push([kind, new RegExp(`^${anyOf("job_ads", `heading_${kind}`)}$`)]);

/** Longer lines are not headings. */
const HEADING_CHARS_MAX = 60;

/** The kind of part that a line opens, or null when it is not a heading. */
export function headingOf(line: string): PartKind | null {
  if (line.length > HEADING_CHARS_MAX) return null;
  const plain = line
    .toLowerCase()
    .replace(/[’]/g, "'")
    .replace(/^[^\p{L}]+|(?<![\s:.…!?–—*=_#-])[\s:.…!?–—*=_#-]+$/gu, "")
    .replace(/\s+/g, " ");
  if (plain === "") return null;
  return HEADINGS.find(([, pattern]) => pattern.test(plain))?.[0] ?? null;
}

const RUN_IN_WORDS = `(?:${anyOf("job_ads", "run_in_qualifiers")} ){0,3}${anyOf("job_ads", "run_in_headings")}(?: ${anyOf("job_ads", "run_in_seconds")})?`;
const RUN_IN = new RegExp(`(?<=^|[\\s.!?•*])(${RUN_IN_WORDS})(?:[^\\S\\n]*:\\s|[^\\S\\n](?=[•*\\u0095\\p{Lu}\\d]))`, "gu");

/** Puts a line break before and after headings within running text: "… decisions. Responsibilities The team …". */
export const breakAtHeadings = (text: string): string => text.replace(RUN_IN, (_, heading: string) => `\n${heading}:\n`);
