/** Splits an ad into statements: sentences and bullets, each with its part of the ad. */

import { foldWord } from "#language/tokens.ts";
import { openSkills } from "#skills/skill-index.ts";
import { breakAtHeadings, headingOf, type PartKind } from "./headings.ts";

export type AdStatement = { text: string; part: PartKind; bullet: boolean };

/** Statements of an ad of any length, in order; headings are not among them. Linear in the text. */
export function statementsOf(text: string): AdStatement[] {
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
      .replace(/\r\n?|[\u2028\u0085]/g, "\n")
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

/** "approachContribute to": lines that lost the break between them, for example when markup was stripped. */
const GLUED = /(?<![\p{L}\p{N}])(\p{L}*\p{Ll}{3})(\p{Lu}\p{Ll}{2,})(?=\s[\p{Ll}“"])|(\p{Ll}{4})(?=\d\+ years)/gu;
/** Fewer occurrences are names such as HoloLens. */
const GLUED_MIN = 3;

function unglued(text: string): string {
  const places = new Set<number>();
  for (const match of text.matchAll(GLUED)) if (!isName(match[0])) places.add(match.index + (match[1] ?? match[3] ?? "").length);
  if (places.size < GLUED_MIN) return text;
  let whole = "";
  let from = 0;
  for (const place of places) {
    whole += `${text.slice(from, place)}\n`;
    from = place;
  }
  return whole + text.slice(from);
}

const isName = (word: string): boolean =>
  openSkills()
    .exact.get(foldWord(word))
    ?.some(({ keys }) => keys.length === 1) ?? false;

const LINE_CHARS_MAX = 2_000;
const goesOn = (before: string, line: string): boolean =>
  (/\b(?:e\.g|i\.e|z\.B|p\.ex)\.$/.test(before) || (/^\p{Ll}/u.test(line) && before.length >= 40 && !/[.!?:;]$/.test(before))) &&
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
const NO_END = /\b(?:e\.g|i\.e|etc|incl|approx|min|max|vs|dr|prof|mr|mrs|z\.B|bzw|ggf|ca|p\.ex)\.$/i;

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
const LEGAL =
  /equal[- ](?:employment[- ])?opportunity|without regard to|(?:not|never) discriminat|reasonable accommodation|criminal histor|protected veteran|all qualified applicants|regardless of (?:age|race|gender|criminal)|background check|sexual orientation|security screening|sans distinction|ungeachtet|unabhängig von (?:geschlecht|alter|herkunft)|schwerbehinder|sin distinción|igualdad de oportunidades|égalité des chances/i;
const OFFER =
  /(?<![\p{L}\p{N}])(?:we (?:offer|provide you)|you (?:will|'ll) (?:get|receive|enjoy|be offered)|paid time off|401\(?k|health (?:insurance|care plan)|dental|pension|stock options?|bonus scheme|flexible working hours|wir bieten|nous (?:vous )?offrons|ofrecemos)(?![\p{L}\p{N}])/iu;
const APPLYING =
  /(?<![\p{L}\p{N}])(?:apply (?:now|online|by|via|here)|send (?:us )?your (?:cv|application|resume)|application (?:must|should|deadline)|applications? (?:are|will|must|should)|deadline for|cover letter|for (?:further|more) information|please (?:contact|send|note|apply|click|visit|read)|curriculum vitae|bewerbungsunterlagen|read (?:more|the guideline)|(?:the )?applicants? will be|upload|attached files)(?![\p{L}\p{N}])/iu;
const COMPANY =
  /\b(?:is (?:a|an|one of|the|among) (?:the )?(?:world|lead|global|international|largest|fast|innovative|market)|founded in|headquarter|employees (?:worldwide|in|across|from)|(?:our|the) (?:mission|vision) is|we are (?:a|an|one of) (?:lead|global|international|fast|young|growing)|weltweit führend|est (?:un|le) leader|es (?:una empresa|líder))/i;

function partOf(sentence: string, part: PartKind): PartKind {
  if (LEGAL.test(sentence)) return "legal";
  if (OFFER.test(sentence)) return "offer";
  if (APPLYING.test(sentence)) return "applying";
  if (part !== "requirements" && part !== "wishes" && COMPANY.test(sentence)) return "company";
  return part;
}
