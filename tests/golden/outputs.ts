/** What each versioned part of the service gives for documents that never change, as hashes: a change of output has to come with a new version. */
import { hash } from "node:crypto";
import type { Skill } from "#contract/recruiting/skill.ts";
import { parseSchema } from "#contract/schema/parse-schema.ts";
import type { Document } from "#documents/document.ts";
import { pagesOfText } from "#documents/flow/read-text.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import { KEPT_READING_VERSION } from "#documents/reading-version.ts";
import { localEngine } from "#engines/local/engine.ts";
import { typedDocument } from "#engines/typed-document.ts";
import { ENGINE_VERSION } from "#engines/versions.ts";
import { scorableOf } from "#recruiting/scorable.ts";
import { buildResult } from "#results/build-result.ts";
import { CONFIDENCE_VERSION, type ConfidenceSigns, confidenceOf, factorsOf } from "#results/confidence.ts";
import { readAsResume } from "#resumes/read-resume.ts";
import { readResumeFile } from "#resumes/resume-file.ts";
import { CLAIMS_VERSION } from "#scoring/claims-version.ts";
import { evaluate } from "#scoring/evaluate.ts";
import { resumeClaimsOf } from "#scoring/resume-claims.ts";
import { RULES_VERSION } from "#scoring/rules.ts";
import { openSkills } from "#skills/skill-index.ts";
import { JOB_AD, RESUMES, readBeside, readSample, SAMPLES } from "../../samples/list.ts";

/** `raise`: the constant to raise when the output changes. */
export type Output = { raise: string; version: string | number; hash: string };

const NEVER = new AbortController().signal;
const hashOf = (value: unknown): string => hash("sha256", JSON.stringify(value));
/** What OCR reads may differ between processors in a letter; these have a text layer. */
const hasText = ({ file }: { file: string }) => /\.(?:pdf|docx)$/.test(file);

export async function outputs(reader: DocumentReader): Promise<Record<string, Output>> {
  const documents = await Promise.all(SAMPLES.filter(hasText).map(async (sample) => ({ sample, document: await readIn(reader, sample) })));
  const resumes = await Promise.all(RESUMES.filter(hasText).map(async (sample) => readResumeFile(reader, await readSample(sample), NEVER)));
  return {
    engine: { raise: "ENGINE_VERSION (src/engines/versions.ts)", version: ENGINE_VERSION, hash: hashOf(await engineOutput(documents)) },
    confidence: { raise: "CONFIDENCE_VERSION (src/results/confidence.ts)", version: CONFIDENCE_VERSION, hash: hashOf(confidences()) },
    rules: {
      raise: "RULES_VERSION (src/scoring/rules.ts), or the taxonomy's version",
      version: `${RULES_VERSION} ${openSkills().version}`,
      hash: hashOf(await evaluations(resumes)),
    },
    claims: {
      raise: "CLAIMS_VERSION (src/scoring/claims-version.ts)",
      version: CLAIMS_VERSION,
      hash: hashOf([...resumes, ...TEXTS.map(documentOf)].map((document) => scorableOf(document))),
    },
    reading: {
      raise: "KEPT_READING_VERSION (src/documents/reading-version.ts)",
      version: KEPT_READING_VERSION,
      hash: hashOf([...documents.map(({ document }) => linesOf(document)), ...resumes.map(linesOf)]),
    },
  };
}

async function readIn(reader: DocumentReader, sample: { file: string }): Promise<Document> {
  return reader.read(await readSample(sample), {}, NEVER);
}

const linesOf = ({ pages }: Document) => pages.map(({ lines, hidden }) => [lines.map(({ text }) => text), hidden.map(({ text }) => text)]);

const FIELDS = {
  fields: [
    { name: "invoice_number", type: "string" },
    { name: "date", type: "date" },
    { name: "total", type: "currency" },
    { name: "vat_rate", type: "percentage" },
    { name: "email", type: "email" },
    { name: "paid", type: "boolean" },
    { name: "notes", type: "string[]" },
    {
      name: "items",
      type: "table",
      fields: [
        { name: "description", type: "string" },
        { name: "quantity", type: "number" },
        { name: "amount", type: "currency" },
      ],
    },
  ],
};
const PAGES = [
  "Example GmbH\nRechnung Nr.  00042\nDatum  05.03.2024\nStift  2  3,00\nBlock  1  2,00\nMwSt  19 %  0,95\nGesamtbetrag  5,95 EUR",
  "Example Ltd\nInvoice number: INV-7\nInvoice date: 3 April 2026\nTotal due: USD 1,190.00\nPaid: yes\nQuestions: help@example.com",
  "A page that answers nothing of what is asked.",
];

async function engineOutput(samples: readonly { sample: { file: string; what: string }; document: Document }[]): Promise<unknown[]> {
  const asked = await Promise.all(samples.map(async ({ sample, document }) => ({ document, schema: await readBeside(sample, "schema") })));
  const all = [...asked, ...PAGES.map((page) => ({ document: typedDocument(page), schema: FIELDS }))];
  return Promise.all(
    all.map(async ({ document, schema: input }) => {
      const { schema } = parseSchema(input, []);
      if (!schema) throw new Error("a schema of a golden document is wrong");
      const { findings } = await localEngine.extract({ document, schema }, NEVER);
      const { data, fields, completeness, warnings } = buildResult(document, schema, findings);
      const told = Object.entries(fields).map(([pointer, { value, raw, status, evidence }]) => [pointer, value, raw, status, evidence]);
      return [data, told, completeness, warnings];
    }),
  );
}

function confidences(): unknown[] {
  const some = [0, 0.5, 0.9, 1];
  const signs = (["exact", "numeric", "fuzzy"] as const).flatMap((how) =>
    some.flatMap((share) =>
      [null, 0.2, 0.95].flatMap((margin) =>
        [null, true, false].flatMap((checksPassed) =>
          [true, false].flatMap((inferred) =>
            ([null, "agrees", "differs"] as const).map(
              (otherEngine): ConfidenceSigns => ({
                how,
                likeness: share,
                wordCertainty: 1 - share / 2,
                pageQuality: 1 - share / 3,
                typeConfidence: 1 - share / 4,
                margin,
                checksPassed,
                inferred,
                otherEngine,
                marginBefore: null,
              }),
            ),
          ),
        ),
      ),
    ),
  );
  return signs.map((each) => [confidenceOf(each), factorsOf(each)]);
}

const NAMES = [
  "TypeScript",
  "PostgreSQL",
  "Go",
  "Docker",
  "Communication",
  "Leadership",
  "Forklift licence",
  "German",
  "数据分析",
  "데이터 분석",
];
const TEXTS = [
  "Ann Bee, x@example.com, Skills: Go, PostgreSQL, Wrote microservices in Go for five years.",
  "王伟\nwang@example.com\n工作经历\n2019年1月 - 2024年3月 数据分析师 示例公司\n负责数据分析和机器学习\n技能\nPython、数据分析",
  "김민수\nkim@example.com\n경력\n2019 - 2024 예시회사, 분석가\n- 데이터 분석을 수행\n기술\n데이터분석",
  "Jo Doe\njo@example.com\nEXPERIENCE\nShift lead, Example Ltd, 2019 - 2024\n- Led 14 people. No experience with Docker.\nLANGUAGES\nGerman B2",
];

async function evaluations(files: readonly Document[]): Promise<unknown[]> {
  const jobText = (await readSample({ file: JOB_AD })).toString("utf8");
  const skills = NAMES.map((name): Skill => ({ name, type: "technical", required: true }));
  return [...files, ...TEXTS.map(documentOf)].map((document) => {
    const reading = readAsResume(document);
    const { warnings } = reading;
    const evaluation = evaluate({ resume: resumeClaimsOf(document, reading), jobText, month: 2026 * 12, skills });
    const { rulesVersion: _rules, taxonomyVersion: _taxonomy, ...rest } = evaluation;
    return [warnings, rest];
  });
}

function documentOf(text: string): Document {
  const pages = pagesOfText(text);
  return { mimeType: "text/plain", pageCount: pages.length, pages, pagesFailed: [], truncated: false };
}

/** Why an output may not be recorded, or not stand beside what is recorded; null when it may. */
export function wrongWith(name: string, now: Output, recorded: Output | undefined): string | null {
  if (!recorded || now.version !== recorded.version) return null;
  return now.hash === recorded.hash ? null : `The output of "${name}" changed. Raise ${now.raise}, then record it: npm run versions.`;
}
