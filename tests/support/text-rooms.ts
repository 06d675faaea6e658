/** Every room that takes a text, as a whole: what H01 gives runs of characters and of words. */
import type { Field } from "#contract/schema/field.ts";
import { FIELD_TYPES } from "#contract/schema/field-types.ts";
import { parseSchema } from "#contract/schema/parse-schema.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import { madePages } from "#documents/child/made-pages.ts";
import { TextBounds } from "#documents/child/text-bounds.ts";
import type { Document } from "#documents/document.ts";
import { readHtml } from "#documents/flow/read-html.ts";
import { pagesOfText, readTextFile } from "#documents/flow/read-text.ts";
import { sniff } from "#documents/sniff.ts";
import { localEngine } from "#engines/local/engine.ts";
import { suggestSchema } from "#engines/local/suggest/suggest-schema.ts";
import { localeOfText } from "#engines/values/locale.ts";
import { analyseJob } from "#job-ads/analyse-job.ts";
import { extractValues } from "#results/extract.ts";
import { DOCUMENT_CPU_MS, openPatterns } from "#results/patterns.ts";
import { readCorrection } from "#results/read-correction.ts";
import { readAsResume, readResume } from "#resumes/read-resume.ts";
import { cut } from "#resumes/resume-file.ts";
import { evaluate } from "#scoring/evaluate.ts";
import { resumeClaimsOf } from "#scoring/resume-claims.ts";
import type { TextTaker } from "./text-takers.ts";

const SCALARS = FIELD_TYPES.filter((type) => !["array", "object", "table"].includes(type));

const fieldOf = (type: Field["type"]): Field => ({
  name: `${type}_field`,
  type,
  ...(type.includes("enum") ? { enum: ["yes", "no", "perhaps so"] } : {}),
});
const SCHEMA = {
  fields: [
    ...SCALARS.map(fieldOf),
    ...["invoice_number", "seller_name", "seller_address", "iban", "due_date", "governing_law"].map((name) => ({
      name,
      type: "string" as const,
    })),
    { name: "total", type: "currency" as const },
    { name: "names", type: "array" as const, items: { name: "item", type: "string" as const } },
    { name: "line_items", type: "table" as const, fields: [fieldOf("string"), { name: "amount", type: "number" as const }] },
  ],
};
const LOCALE = localeOfText("");
const SKILLS = ["Python", "project management", "數據分析", "German"].map((name) => ({
  name,
  type: "technical",
  required: true,
}));

function documentOf(text: string): Document {
  const bounds = new TextBounds(Number.POSITIVE_INFINITY);
  const pages = pagesOfText(text).map((page) => bounds.fit(page));
  return { mimeType: "text/plain", pageCount: pages.length, pages, pagesFailed: [], truncated: bounds.truncated };
}

async function extracted(document: Document, schema: { fields: Field[] }): Promise<void> {
  await extractValues(localEngine, { document, schema }, new AbortController().signal);
}

const MADE = ["text/plain", "text/html", "text/markdown", "text/csv", "application/xml"] as const;
const unlessRefused = (error: unknown): void => {
  if (!(error instanceof TaskFailure)) throw error;
};

const PAGE = "Invoice 42\nTotal: 1.190,00 EUR\nDate: 3 April 2026\n";
const TAKES: Record<string, TextTaker["take"]> = {
  "what a file is": (text) => sniff(Buffer.from(text)),
  "a text": (text) => readTextFile(Buffer.from(text)),
  "a page of the web": (text) => readHtml(Buffer.from(text)),
  "pages made of text, HTML, Markdown, CSV and XML": async (text) => {
    for (const type of MADE) await madePages(type, Buffer.from(text), { onePage: false }).catch(unlessRefused);
  },
  "a résumé": (text) => readResume(cut(documentOf(text))),
  "an evaluation": (text) => {
    const document = cut(documentOf(text));
    evaluate({ resume: resumeClaimsOf(document, readAsResume(document)), jobText: text, month: 0, skills: SKILLS });
  },
  "a skill": (text) => {
    const document = documentOf("EXPERIENCE\nWrote services in Python.");
    evaluate({
      resume: resumeClaimsOf(document, readAsResume(document)),
      jobText: "",
      month: 0,
      skills: [{ name: text.slice(0, 200), type: "technical", required: true }],
    });
  },
  "a job ad": (text) => analyseJob(text),
  "a schema that is suggested": (text) => suggestSchema(documentOf(text)),
  "values of every type": (text) => extracted(documentOf(text), SCHEMA),
  "names, descriptions and options of fields": async (text) => {
    const words = text.slice(0, 100_000);
    const { schema } = parseSchema({
      document_description: words.slice(0, 5_000),
      fields: [
        { name: `${words.slice(0, 190)}1`, type: "string" },
        { name: "total", type: "number", description: words },
        { name: "kind", type: "enum", enum: ["yes", words.slice(0, 5_000)], examples: [words.slice(0, 1_000)] },
        { name: "rows", type: "table", description: words.slice(0, 1_000), fields: [{ name: "amount", type: "number" }] },
      ],
    });
    if (schema) await extracted(documentOf(PAGE + words.slice(0, 5_000)), schema);
  },
  "types of fields": (text) => parseSchema({ fields: [{ name: "a", type: text }, text, { name: text, type: [text] }] }),
  "corrections of every type": (text) => {
    for (const type of SCALARS) readCorrection(fieldOf(type), text.slice(0, 10_000), LOCALE, openPatterns(DOCUMENT_CPU_MS));
  },
};

export const ROOMS: readonly TextTaker[] = Object.entries(TAKES).map(([name, take]) => ({ name, take }));
