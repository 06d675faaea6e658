/** Splits an ad into statements: sentences and bullets, each with its part of the ad. */

import { anyOf, asWord } from "#language/phrases.ts";
import { breakAtHeadings, headingOf, type PartKind } from "./headings.ts";
import { unglued } from "./unglued.ts";

export type AdStatement = { text: string; part: PartKind; bullet: boolean };

/** Statements of an ad of any length, in order; headings are not among them. Linear in the text. */
export function adStatementsOf(text: string): AdStatement[] {
  const statements: AdStatement[] = [];
  let part: PartKind = "intro";
  for (const line of linesOf(text)) {
    const heading = headingOf(line);
    if (heading !== null) {
      part = heading;
      continue;
    }
    const [label, rest] = labelled(line);
    const here = label ?? part;
    for (const { words, bullet } of sentencesOf(rest)) statements.push({ text: words, part: partOf(words, here), bullet });
    if (label !== null && LASTING.has(label)) part = label;
    if (part === "facts") part = "intro";
  }
  return statements;
}

const BULLET = /\s{0,2}[•●▪◦‣■□➢✓✔\u0095\uf0b7]\s{0,2}/u;
const LINE_BULLET = /^\s*(?:[*·–—-]|\(?\d{1,2}[.)])\s+/;

/** Trimmed lines; a line that continues in the next, in lower case, is joined with it. */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (const raw of breakAtHeadings(
    unglued(text)
      .text.replace(/\r\n?|[\u2028\u0085]/g, "\n")
      .replace(/\t/g, " "),
  ).split("\n")) {
    const line = raw.trim();
    if (line === "") continue;
    const before = lines.at(-1);
    if (before !== undefined && goesOn(before, line)) lines[lines.length - 1] = `${before} ${line}`;
    else lines.push(line);
  }
  return lines;
}

const LINE_CHARS_MAX = 2_000;
const GOES_ON = new RegExp(`\\b${anyOf("job_ads", "abbreviations_within")}\\.$`);
const goesOn = (before: string, line: string): boolean =>
  (GOES_ON.test(before) || (/^\p{Ll}/u.test(line) && before.length >= 40 && !/[.!?:;]$/.test(before))) &&
  before.length < LINE_CHARS_MAX &&
  headingOf(line) === null;

/** Headings that, on one line with text, also apply to the lines after it: "Salary: £35,000" does not. */
const LASTING: ReadonlySet<PartKind> = new Set(["requirements", "wishes", "duties", "offer", "company"]);

/** "Requirements: five years …" in one line. */
function labelled(line: string): [PartKind | null, string] {
  const [, label = "", rest = ""] = /^([^:.]{3,50}):\s+(\S.*)$/s.exec(line) ?? [];
  const kind = label === "" ? null : headingOf(label);
  return kind === null ? [null, line] : [kind, rest];
}

const SENTENCE_END =
  /(?<=[\p{Ll}\p{N})"”%>][.!?]["”)]?)\s{1,2}(?=[\p{Lu}<"“(])|(?<=\p{Ll}{3}[.!?])(?=\p{Lu}\p{Ll})|(?<=[a-z)]);\s{1,2}(?=\p{Lu})|(?<=\s[^\s\p{Lu}]\S{0,30})\s{1,2}(?=(?:\p{Lu}[\p{L}&.]{0,20}\s){1,3}is an equal)/u;
const NO_END = new RegExp(`\\b${anyOf("job_ads", "abbreviations")}\\.$`, "i");

function sentencesOf(line: string): { words: string; bullet: boolean }[] {
  const marked = LINE_BULLET.test(line);
  return line
    .replace(LINE_BULLET, "")
    .split(BULLET)
    .flatMap((piece, at) => {
      const bullet = at > 0 || marked;
      const sentences: string[] = [];
      for (const sentence of piece.split(SENTENCE_END)) {
        const last = sentences.at(-1);
        if (last !== undefined && NO_END.test(last)) sentences[sentences.length - 1] = `${last} ${sentence}`;
        else if (sentence.trim() !== "") sentences.push(sentence.trim());
      }
      return sentences.flatMap(piecesOf).map((words) => ({ words, bullet }));
    });
}

/** Longer sentences are split at spaces. */
const SENTENCE_CHARS_MAX = 1_500;

function piecesOf(sentence: string): string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > SENTENCE_CHARS_MAX) {
    const space = rest.lastIndexOf(" ", SENTENCE_CHARS_MAX);
    const end = space > 0 ? space : SENTENCE_CHARS_MAX;
    pieces.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...pieces, rest];
}

/** Boilerplate, recognised by its words anywhere. */
const LEGAL = new RegExp(anyOf("job_ads", "legal"), "i");
const OFFER = new RegExp(asWord(anyOf("job_ads", "offers")), "iu");
const APPLYING = new RegExp(asWord(anyOf("job_ads", "applying")), "iu");
const COMPANY = new RegExp(`\\b${anyOf("job_ads", "company")}`, "i");

function partOf(sentence: string, part: PartKind): PartKind {
  if (LEGAL.test(sentence)) return "legal";
  if (OFFER.test(sentence)) return "offer";
  if (APPLYING.test(sentence)) return "applying";
  if (part !== "requirements" && part !== "wishes" && COMPANY.test(sentence)) return "company";
  return part;
}
