/** Turns one finding of one leaf into one field result: located, read by type, checked, with its confidence. */

import type { Field } from "#contract/schema/field.ts";
import type { FieldResult, Warning } from "#contract/task.ts";
import type { Document, Page } from "#documents/document.ts";
import { inkBeside, writtenSignatureAt } from "#documents/ink/ink.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import { boxOnPage, boxUpright, uprightPage } from "#documents/layout/turned.ts";
import { smallest } from "#documents/long-lists.ts";
import type { Finding } from "#engines/engine.ts";
import type { DocumentLocale } from "#engines/values/locale.ts";
import { bboxOf } from "./bbox.ts";
import { type ConfidenceSigns, confidenceOf, factorsOf } from "./confidence.ts";
import { type Located, locate } from "./locate.ts";
import { answerText } from "./normalise/choice.ts";
import { normalise } from "./normalise/normalise.ts";
import type { Doubt, Given, Reading } from "./normalise/reading.ts";
import { validate } from "./validate.ts";

export type ReadLeaf = { result: FieldResult; warnings: Warning[]; signs: ConfidenceSigns | null };

/** OCR words below this certainty are illegible: the field is `unreadable`. */
export const READABLE_CERTAINTY_MIN = 0.3;

export const NOT_FOUND: FieldResult = { value: null, raw: null, status: "not_found", confidence: null, evidence: [], warnings: [] };

/** A value must be on the page: otherwise the finding is dropped with a warning. */
export function readLeaf(field: Field, path: string, finding: Finding | undefined, document: Document, locale: DocumentLocale): ReadLeaf {
  if (!finding) return missing(field, path, []);
  const page = document.pages.find((each) => each.number === finding.page);
  const found = page && finding.raw.trim() !== "" ? locate(page, finding) : null;
  if (!page || !found) {
    const message = "An answer was ignored because its text is not on the page.";
    return missing(field, path, [{ code: "not_on_page", path, message }]);
  }
  if (field.type !== "signature" || finding.value === false) return judged(field, path, finding, page, found, locale);
  const signed = signedAt(page, found);
  if (signed === null) return missing(field, path, [{ code: "not_signed", path, message: NOT_SIGNED }]);
  return judged(field, path, finding, page, signed, locale);
}

const NOT_SIGNED = "The document asks for a signature here, but nothing shows one: no ink, no mark, no signed signature field.";

/** The same words with the ink beside them; null where there is no ink. */
function signedAt(page: Page, found: Located): Located | null {
  const { evidence } = found;
  const ink = inkBeside(uprightPage(page), boxUpright(evidence.box, page));
  if (ink === null) return writtenSignatureAt(found.words) < 0 ? null : found;
  return { ...found, evidence: { ...evidence, box: boxAround([evidence, { box: boxOnPage(ink, page) }]) } };
}

function missing(field: Field, path: string, warnings: Warning[]): ReadLeaf {
  const required: Warning[] =
    field.required === true ? [{ code: "required_missing", path, message: "A required field was not found in the document." }] : [];
  const all = [...warnings, ...required];
  return { result: { ...NOT_FOUND, evidence: [], warnings: all.map((warning) => warning.code) }, warnings: all, signs: null };
}

/** The printed line of the first word. */
function lineOf(page: Page, { words: [first], evidence }: Located): string {
  const line = page.lines.find(({ segments }) => segments.some(({ words }) => words.some((word) => word === first)));
  return line?.text ?? evidence.text;
}

function judged(field: Field, path: string, finding: Finding, page: Page, found: Located, locale: DocumentLocale): ReadLeaf {
  const certainty = smallest(found.words.map((word) => word.certainty));
  const given = { field, evidence: found.evidence.text, line: () => lineOf(page, found), locale };
  const raw = wordsRead(finding, found);
  const { reading, concluded } = readingOf(finding, raw, given);
  const verdict = reading ? validate(field, reading.value) : null;
  const doubts = [...(reading?.doubts ?? []), ...(verdict?.doubts ?? []), ...(found.how === "fuzzy" ? [FUZZY] : [])];
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
  };
  const kept = (status === "found" || status === "inferred") && reading !== null;
  const result: FieldResult = {
    value: kept ? reading.value : null,
    raw: raw.replace(/\s+/g, " ").trim(),
    status,
    ...(kept && signs ? { confidence: confidenceOf(signs), confidence_factors: factorsOf(signs) } : { confidence: null }),
    evidence: [{ page: page.number, text: found.evidence.text, bbox: bboxOf(found.evidence.box, page) }],
    warnings: doubts.map((doubt) => doubt.code),
  };
  return { result, warnings: doubts.map((doubt) => withPath(doubt, path)), signs: kept ? signs : null };
}

const FUZZY: Doubt = {
  code: "fuzzy_match",
  message: "The answer differed from the page by a letter or two; the text on the page was used.",
};

/** The words from which a value is read: the engine's when they are on the page verbatim, else the page's own. */
function wordsRead(finding: Finding, found: Located): string {
  return found.how === "exact" ? finding.raw : found.words.map((word) => word.text).join(" ");
}

/** The engine's own conclusion is used only where the words cannot be read as the type, or merely support it. */
function readingOf({ value, concluded }: Finding, raw: string, given: Given): { reading: Reading | null; concluded: boolean } {
  const made = given.field.method === "generate" || given.field.method === "classify";
  if (value === undefined) return { reading: normalise(raw, given), concluded: made };
  const read = concluded && !made ? normalise(raw, given) : null;
  if (read) return { reading: read, concluded: false };
  return { reading: normalise(answerText(value), given), concluded: made || concluded === true };
}

function statusOf(concluded: boolean, reading: Reading | null, allowed: boolean, certainty: number): FieldResult["status"] {
  if (certainty < READABLE_CERTAINTY_MIN) return "unreadable";
  if (!reading || !allowed) return "invalid";
  return concluded ? "inferred" : "found";
}

function withPath(doubt: Doubt, path: string): Warning {
  return { code: doubt.code, path, message: doubt.message, ...(doubt.candidates ? { candidates: doubt.candidates } : {}) };
}
