/** Reads a résumé: outline, contact and sections become findings, findings become JSON Resume with evidence. Uses no model and no store. */
import type { JsonResume } from "#contract/recruiting/json-resume.ts";
import type { FieldResult, Warning } from "#contract/task.ts";
import type { Document } from "#documents/document.ts";
import { pagesOfText } from "#documents/flow/read-text.ts";
import type { Finding } from "#engines/engine.ts";
import { buildResult } from "#results/build-result.ts";
import { contactOf } from "#resumes/contact/contact-findings.ts";
import { sectionFindings } from "#resumes/findings/section-findings.ts";
import { withMemory } from "#resumes/lexicon/remember.ts";
import { bodyStyle } from "#resumes/outline/body-style.ts";
import { withInlineHeadings } from "#resumes/outline/inline-headings.ts";
import { outlineOf } from "#resumes/outline/outline-of.ts";
import { sectionsOf } from "#resumes/outline/sections-of.ts";
import type { Outline, SectionKind } from "#resumes/outline.ts";
import { columnByColumn, rowsInOrder } from "#resumes/page/reading-order.ts";
import { isResume } from "./is-resume.ts";
import { resumeOf } from "./resume-of.ts";
import { RESUME_SCHEMA } from "./resume-schema.ts";
import { resumeConfidence, resumeWarnings } from "./warnings.ts";

export type ResumeReading = {
  /** Only what is on the page; keys of absent values are left out. */
  resume: JsonResume;
  /** By JSON Pointer into `resume`. */
  fields: Record<string, FieldResult>;
  /** 0..1: confidence in name, address, number and structure. */
  confidence: number;
  warnings: Warning[];
  outline: Outline;
};

/** Hidden text of the pages is never read, only reported. `modelFindings`: a model's findings, used instead of those of the rules. */
export function readResume(document: Document, modelFindings?: Finding[]): ResumeReading {
  return withMemory(() => read(document, false, modelFindings));
}

/** Reads a document that is known to be a résumé, even if it does not look like one. */
export function readAsResume(document: Document): ResumeReading {
  return withMemory(() => read(document, true));
}

function read(document: Document, isGiven: boolean, modelFindings?: Finding[]): ResumeReading {
  const printed = rowsInOrder(document);
  const body = bodyStyle(printed);
  const rows = withInlineHeadings(printed, body);
  const sections = sectionsOf(rows, body);
  const outline = outlineOf(sections, body);
  const kinds = new Map(sections.flatMap((section) => section.rows.map((row) => [row, section.kind] as const)));
  const kindOfRow = rows.map((row): SectionKind => kinds.get(row) ?? "other");
  const contact = contactOf({ document, rows, bodySize: body.size, kindOfRow });
  const looksLikeOne = isResume({ outline, rows, reachable: contact.email !== null || contact.phone !== null });
  const reads = isGiven || looksLikeOne;
  const findings = reads ? (modelFindings ?? [...contact.findings, ...sectionFindings(outline)]) : [];
  // A model was shown the columns one after the other: its words are looked for in the same order.
  const result = buildResult(modelFindings ? columnByColumn(document) : document, RESUME_SCHEMA, findings);
  const { resume, fields } = resumeOf(result);
  const warnings = [...resumeWarnings({ document, resume, otherEmails: contact.otherEmails, reads, looksLikeOne }), ...result.warnings];
  return { resume, fields, confidence: reads ? resumeConfidence(fields, outline, document) : 0, warnings, outline };
}

const INVENTED = `Alex Example
alex@example.com | +44 20 7946 0958

EXPERIENCE
Data Engineer, Example Ltd, London, January 2019 – March 2024
- Wrote 40 pipelines in Python and kept the PostgreSQL tables of 12 services.

EDUCATION
B.Sc. Computer Science, University of Example, 2018

SKILLS
Python, PostgreSQL, project management`;

/** Reads an invented résumé: the first one takes some 150 ms, as word lists are loaded and patterns compiled; later ones take 3. */
export function warmUp(): void {
  const pages = pagesOfText(INVENTED);
  readResume({ mimeType: "text/plain", pageCount: pages.length, pages, pagesFailed: [], truncated: false });
}
