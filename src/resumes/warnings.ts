/** Warnings for the reader of the result, and the confidence of the whole reading. */

import type { JsonResume } from "#contract/recruiting/json-resume.ts";
import type { FieldResult, Warning } from "#contract/task.ts";
import type { Document } from "#documents/document.ts";
import { smallest } from "#documents/long-lists.ts";
import type { Outline } from "#resumes/outline.ts";

/** `reads`: something was taken from the document; `looksLikeOne`: it looks like a résumé. */
type Read = { document: Document; resume: JsonResume; otherEmails: readonly string[]; reads: boolean; looksLikeOne: boolean };

export function resumeWarnings({ document, resume, otherEmails, reads, looksLikeOne }: Read): Warning[] {
  const warnings: Warning[] = [];
  const warn = (code: string, path: string | null, message: string) => warnings.push({ code, path, message });
  if (!looksLikeOne)
    warn("not_a_resume", null, `The document does not look like a résumé; ${reads ? "it was read as one" : "nothing was taken from it"}.`);
  if (!resume.basics?.name) warn("name_missing", "/basics/name", "No name was found on the page.");
  if (!resume.basics?.email) warn("email_missing", "/basics/email", "No e-mail address was found on the page.");
  if (!resume.basics?.phone) warn("phone_missing", "/basics/phone", "No phone number was found on the page.");
  if (reads && otherEmails.length > 0) {
    const message = "The page has several e-mail addresses; the others are listed.";
    warnings.push({ code: "several_emails", path: "/basics/email", message, candidates: [...otherEmails] });
  }
  if (document.pages.some((page) => page.hidden.length > 0))
    warn("hidden_text", null, "The file holds text that a reader of the page does not see; it was not read.");
  return warnings;
}

const WEIGHTS = { name: 0.35, email: 0.2, phone: 0.15, structure: 0.3 } as const;
const KINDS_ENOUGH = 3;

/** 0..1. */
export function resumeConfidence(fields: Record<string, FieldResult>, outline: Outline, document: Document): number {
  const of = (path: string) => fields[path]?.confidence ?? 0;
  const kinds = new Set(outline.sections.map((section) => section.kind).filter((kind) => kind !== "header" && kind !== "other"));
  const quality = Math.min(1, smallest(document.pages.map((page) => page.quality)));
  const structure = Math.min(1, kinds.size / KINDS_ENOUGH) * quality;
  const sum =
    WEIGHTS.name * of("/basics/name") +
    WEIGHTS.email * of("/basics/email") +
    WEIGHTS.phone * of("/basics/phone") +
    WEIGHTS.structure * structure;
  return Math.round(sum * 1000) / 1000;
}
