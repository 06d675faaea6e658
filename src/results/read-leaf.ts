/** Turns one finding of one leaf into one field result: located, read by type, checked, with its confidence. */

import { memo } from "#contract/memo.ts";
import type { Field } from "#contract/schema/field.ts";
import type { FieldResult, Warning } from "#contract/task.ts";
import type { Document, Page } from "#documents/document.ts";
import { inkBeside, writtenSignatureAt } from "#documents/ink/ink.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import { boxOnPage, boxUpright, uprightPage } from "#documents/layout/turned.ts";
import { smallest } from "#documents/long-lists.ts";
import { boxesOf, withSigns } from "#documents/marks/page-places.ts";
import type { Finding } from "#engines/engine.ts";
import type { DocumentLocale } from "#engines/values/locale.ts";
import { evidenceOn } from "./bbox.ts";
import { type ConfidenceSigns, confidenceOf, factorsOf } from "./confidence.ts";
import { type Located, locate, nearby } from "./locate.ts";
import { answerText } from "./normalise/choice.ts";
import { normalise } from "./normalise/normalise.ts";
import type { Doubt, Given, Reading } from "./normalise/reading.ts";
import { DOCUMENT_CPU_MS, openPatterns, type Patterns } from "./patterns.ts";
import { validate } from "./validate.ts";

export type ReadLeaf = { result: FieldResult; warnings: Warning[]; signs: ConfidenceSigns | null };

/** OCR words below this certainty are illegible: the field is `unreadable`. */
export const READABLE_CERTAINTY_MIN = 0.3;

export const NOT_FOUND: FieldResult = { value: null, raw: null, status: "not_found", confidence: null, evidence: [], warnings: [] };

/**
 * A value must be on the page, or follow from what is: otherwise the finding is dropped with a warning. `pages` are the document's.
 */
export function readLeaf(field: Field, path: string, finding: Finding | undefined, document: Document, locale: DocumentLocale): ReadLeaf {
  const { pages } = document;
  if (!finding) return missing(field, path, []);
  const found = locate(pages, finding) ?? (followsFromLine(finding) ? nearby(pages, finding) : null);
  const page = pages.find(({ number }) => number === found?.evidence[0].page);
  if (!page || !found) {
    const message = "An answer was ignored because its text is not on the page.";
    const candidates = finding.raw === "" ? [] : [finding.raw];
    return missing(field, path, [{ code: "not_on_page", path, message, candidates }]);
  }
  const asked = { field, path, finding, pages, page, locale, patterns: patternsOn(document) };
  if (CHOICES.has(field.type)) return judged({ ...asked, found: withBoxes(page, found) });
  if (field.type !== "signature" || finding.value === false) return judged({ ...asked, found });
  const signed = signedAt(page, found);
  if (signed === null) return missing(field, path, [{ code: "not_signed", path, message: NOT_SIGNED }]);
  return judged({ ...asked, found: signed });
}

const patternsOn = memo((_: Document) => openPatterns(DOCUMENT_CPU_MS), new WeakMap<Document, Patterns>());

/** Types that are answered by ticking a box. */
const CHOICES: ReadonlySet<Field["type"]> = new Set(["boolean", "enum", "multi_enum"]);

/** The same words with the check boxes that they belong to. */
function withBoxes(page: Page, found: Located): Located {
  const [first, ...more] = found.evidence;
  const boxes = boxesOf(page, found.words).map((box) => ({ box }));
  return { ...found, evidence: [{ ...first, box: boxAround([first, ...boxes]) }, ...more] };
}

/** Answers without words of their own follow from the line that the engine names: defaults, and what only a picture of the page shows. */
function followsFromLine({ raw, value, seen }: Finding): boolean {
  return raw === "" ? value !== undefined : seen === true;
}

const NOT_SIGNED = "The document asks for a signature here, but nothing shows one: no ink, no mark, no signed signature field.";

/** The same words with the ink beside them; null where there is no ink. */
function signedAt(page: Page, found: Located): Located | null {
  const [first, ...more] = found.evidence;
  const ink = inkBeside(uprightPage(page), boxUpright(first.box, page));
  if (ink === null) return writtenSignatureAt(found.words) < 0 ? null : found;
  return { ...found, evidence: [{ ...first, box: boxAround([first, { box: boxOnPage(ink, page) }]) }, ...more] };
}

function missing(field: Field, path: string, warnings: Warning[]): ReadLeaf {
  const required: Warning[] =
    field.required === true ? [{ code: "required_missing", path, message: "A required field was not found in the document." }] : [];
  const all = [...warnings, ...required];
  return { result: { ...NOT_FOUND, evidence: [], warnings: all.map((warning) => warning.code) }, warnings: all, signs: null };
}

/** Data is written in one way, whatever the print. */
const asData = (locale: DocumentLocale): DocumentLocale => ({ ...locale, decimal: "." });

/** The printed line of the first word. */
function lineOf(page: Page, { words: [first], evidence }: Located): string {
  const line = page.lines.find(({ segments }) => segments.some(({ words }) => words.some((word) => word === first)));
  return line?.text ?? evidence[0].text;
}

type Judged = {
  field: Field;
  path: string;
  finding: Finding;
  pages: readonly Page[];
  page: Page;
  found: Located;
  locale: DocumentLocale;
  patterns: Patterns;
};

/** `page` is the one with the first words. */
function judged({ field, path, finding, pages, page, found, locale, patterns }: Judged): ReadLeaf {
  const certainty = smallest(found.words.map((word) => word.certainty));
  const given = {
    field,
    evidence: found.evidence.map(({ text }) => text).join(" "),
    line: () => lineOf(page, found),
    locale: finding.stated ? asData(locale) : locale,
  };
  const raw = CHOICES.has(field.type) ? wordsWithSigns(page, finding, found) : wordsRead(finding, found);
  const { reading, concluded } = readingOf(finding, found, raw, given);
  const verdict = reading ? validate(field, reading.value, patterns) : null;
  const doubts = [...(reading?.doubts ?? []), ...(verdict?.doubts ?? []), ...doubtsOf(finding, found)];
  const status = statusOf(concluded, reading, verdict?.allowed ?? false, certainty);
  const signs: ConfidenceSigns | null = reading && {
    how: found.how,
    likeness: found.likeness,
    wordCertainty: certainty,
    pageQuality: page.quality,
    typeConfidence: reading.confidence,
    margin: finding.margin ?? null,
    checksPassed: verdict?.passed ?? null,
    inferred: status === "inferred",
    otherEngine: null,
    marginBefore: finding.marginBefore ?? null,
    ...(finding.stated ? { stated: finding.stated.faulty ? "faulty" : "sound" } : {}),
  };
  const kept = (status === "found" || status === "inferred") && reading !== null;
  const result: FieldResult = {
    value: kept ? reading.value : null,
    raw: raw.replace(/\s+/g, " ").trim(),
    status,
    ...(kept && signs ? { confidence: confidenceOf(signs), confidence_factors: factorsOf(signs) } : { confidence: null }),
    evidence: [...found.evidence, ...alsoAt(finding)].flatMap(({ page: number, text, box }) => {
      const on = pages.find((each) => each.number === number);
      return on ? [evidenceOn(on, box, text)] : [];
    }),
    warnings: doubts.map((doubt) => doubt.code),
  };
  return { result, warnings: doubts.map((doubt) => withPath(doubt, path)), signs: kept ? signs : null };
}

const alsoAt = ({ also = [] }: Finding) => also.map(({ page, raw, at }) => ({ page, text: raw, box: at }));

const FUZZY: Doubt = {
  code: "fuzzy_match",
  message: "The answer differed from the page by a letter or two; the text on the page was used.",
};

const ONLY_IN_PICTURE: Doubt = {
  code: "only_in_picture",
  message: "The text of the page does not have these words; the model read them in the picture. The evidence is the line beside them.",
};

function doubtsOf({ raw, seen }: Finding, { how }: Located): Doubt[] {
  if (raw === "" || how === "exact" || how === "numeric") return [];
  return how === "nearby" || seen === true ? [ONLY_IN_PICTURE] : [FUZZY];
}

/**
 * The words from which a value is read: the engine's when they are on the page verbatim, or in a picture that it saw; else the page's own.
 */
function wordsRead({ raw, seen }: Finding, { how, words, evidence }: Located): string {
  const printed = words.map((word) => word.text).join(" ");
  if (how === "nearby") return raw === "" ? printed : raw;
  if (how === "fuzzy") return seen === true ? raw : printed;
  // Signs that look alike are matched: the page's own are taken.
  return how === "exact" && (evidence.length > 1 || isVerbatim(raw, printed)) ? raw : printed;
}

/** The words read, with the signs of check boxes: they say more than the words where the engine gave no answer of its own. */
function wordsWithSigns(page: Page, finding: Finding, found: Located): string {
  const signed = withSigns(page, found.words);
  const isSigned = signed !== found.words.map(({ text }) => text).join(" ");
  return isSigned && finding.value === undefined ? signed : wordsRead(finding, found);
}

function isVerbatim(raw: string, printed: string): boolean {
  const letters = (text: string) => text.normalize("NFKC").replace(/[\s\u00ad\u200b-\u200f\u2060\ufeff]+/g, "");
  return letters(printed).includes(letters(raw));
}

/**
 * What the words say is `found`. A conclusion that says something else is `inferred`; where the words allow several readings, and the
 * conclusion is one of them, it decides.
 */
function readingOf(
  { value, concluded, raw: said }: Finding,
  { how }: Located,
  raw: string,
  given: Given,
): { reading: Reading | null; concluded: boolean } {
  const made = given.field.method === "generate" || given.field.method === "classify";
  const unprinted = how === "nearby" || (how === "fuzzy" && raw === said);
  const printed = said === "" || made ? null : normalise(raw, given);
  if (value === undefined) return { reading: made ? normalise(raw, given) : printed, concluded: made || unprinted };
  const own = normalise(answerText(value), given);
  if (concluded !== true || made || own === null)
    return { reading: own ?? printed, concluded: made || (concluded === true && own !== null) };
  const isSame = (other: unknown) => JSON.stringify(other) === JSON.stringify(own.value);
  if (printed === null) return { reading: withDoubt(own, INFERRED), concluded: true };
  if (isSame(printed.value)) return { reading: printed, concluded: unprinted };
  const chosen = printed.doubts.some(({ candidates = [] }) => candidates.some(isSame));
  if (chosen) return { reading: { ...printed, value: own.value }, concluded: unprinted };
  return { reading: withDoubt(own, { ...INFERRED, candidates: [printed.value] }), concluded: true };
}

const INFERRED: Doubt = { code: "inferred", message: "The value is not printed; it was concluded from the words of the evidence." };

const withDoubt = (reading: Reading, doubt: Doubt): Reading => ({ ...reading, doubts: [...reading.doubts, doubt] });

function statusOf(concluded: boolean, reading: Reading | null, allowed: boolean, certainty: number): FieldResult["status"] {
  if (certainty < READABLE_CERTAINTY_MIN) return "unreadable";
  if (!reading || !allowed) return "invalid";
  return concluded ? "inferred" : "found";
}

function withPath(doubt: Doubt, path: string): Warning {
  return { code: doubt.code, path, message: doubt.message, ...(doubt.candidates ? { candidates: doubt.candidates } : {}) };
}
