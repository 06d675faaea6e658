/** The MCP tools. Files are read in this process, without a server; each value comes with the words it was read from. */

import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { extractFile, schemaOf } from "#cli/extract-file.ts";
import { evaluationLines, extractionLines, jobLines, resumeLines, warningLines } from "#cli/lines.ts";
import { skillsOf } from "#cli/skills-of.ts";
import { splitShown } from "#cli/split.ts";
import { FILE_TYPE_NAMES } from "#contract/file-types.ts";
import { MIN_CONFIDENCE_DEFAULT } from "#contract/packets.ts";
import { ENGINE_NAMES } from "#contract/providers.ts";
import { FIELD_TYPES } from "#contract/schema/field-types.ts";
import { Evidence, FIELD_STATUSES } from "#contract/task.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import { suggestedFrom } from "#extraction/in-reader/suggest.ts";
import { SUGGEST_PAGES } from "#extraction/suggest-fields.ts";
import { analyseJob } from "#job-ads/analyse-job.ts";
import { partsOf } from "#packets/parts-of.ts";
import { AD_FILE, descriptionText } from "#recruiting/job-description.ts";
import { scorableOf, scored } from "#recruiting/scorable.ts";
import { readResume } from "#resumes/read-resume.ts";
import { readResumeFile } from "#resumes/resume-file.ts";
import { monthOfDate } from "#scoring/timeline.ts";
import type { Files } from "./files.ts";
import { resultOf } from "./result.ts";

const Path = z.string().min(1).describe("Path of the file, from the folder that the server was started with.");
const Warnings = z.array(z.looseObject({ code: z.string(), message: z.string() }));
/** Keyed by JSON Pointer into the data. */
const Fields = z.record(
  z.string(),
  z.looseObject({
    value: z.unknown(),
    status: z.enum(FIELD_STATUSES),
    confidence: z.number().nullable(),
    evidence: z.array(Evidence),
  }),
);
const ABOUT_EVIDENCE =
  "Each value comes with the words it was read from, their page and box, and a confidence; what is not in the file is null.";
const readOnly = { readOnlyHint: true, openWorldHint: false };

export function addTools(server: McpServer, { files, reader }: { files: Files; reader: DocumentReader }): void {
  server.registerTool(
    "extract_document",
    {
      title: "Extract values from a document",
      description: `Reads a document (${FILE_TYPE_NAMES}; scans included) and answers the fields of a schema. ${ABOUT_EVIDENCE}`,
      inputSchema: z.object({
        path: Path,
        schema: z
          .record(z.string(), z.unknown())
          .describe(
            `\`{"fields": [{"name", "type", "description"}]}\` or a JSON Schema of type object. Types: ${FIELD_TYPES.join(", ")}. A table or object has \`fields\` of its own.`,
          ),
        pages: z.string().optional().describe("Pages to read, such as `1-3,7`."),
        password: z.string().optional().describe("Of an encrypted PDF."),
        provider: z.enum(ENGINE_NAMES).optional().describe("Who points at the values; the server's default when absent."),
      }),
      outputSchema: z.looseObject({ data: z.record(z.string(), z.unknown()), fields: Fields, warnings: Warnings }),
      annotations: { ...readOnly, openWorldHint: true },
    },
    ({ path, schema, ...ask }, { mcpReq }) =>
      resultOf(async () => {
        const asked = { ...ask, ...schemaOf(schema, "schema") };
        const record = await extractFile(reader, await files.read(path), asked, mcpReq.signal);
        return { lines: extractionLines(record), record };
      }),
  );

  server.registerTool(
    "suggest_schema",
    {
      title: "Suggest a schema for a document",
      description: "Which fields the first ten pages of a document print, as a schema for extract_document, with a sample of each.",
      inputSchema: z.object({ path: Path, password: z.string().optional() }),
      outputSchema: z.looseObject({
        schema: z.looseObject({ fields: z.array(z.looseObject({ name: z.string(), type: z.string() })) }),
        warnings: Warnings,
      }),
      annotations: readOnly,
    },
    ({ path, password = null }, { mcpReq }) =>
      resultOf(async () => {
        const document = await reader.read(await files.read(path), { pages: SUGGEST_PAGES, password }, mcpReq.signal);
        const { extraction_schema: schema, suggestions, warnings } = suggestedFrom(document, SUGGEST_PAGES.length);
        const samples = suggestions.map(({ path: pointer, label, sample, page }) => ({ path: pointer, label, sample, page }));
        const lines = samples.map(({ path: at, label, sample }) => `${at}  “${label}”  ${sample ?? ""}`);
        return { lines: [...lines, ...warningLines(warnings)], record: { schema, samples, warnings } };
      }),
  );

  server.registerTool(
    "split_document",
    {
      title: "Find the documents in a file that holds several",
      description:
        "Where each document of a scanned stack begins, and of which of the named kinds it is, with reasons. Read each one then with extract_document and its `pages`.",
      inputSchema: z.object({
        path: Path,
        templates: z
          .array(z.object({ name: z.string(), schema: z.looseObject({}) }))
          .min(1)
          .max(50)
          .describe('Kinds of documents, such as {"name": "Invoice", "schema": {"fields": [...]}}.'),
        password: z.string().optional(),
      }),
      outputSchema: z.looseObject({
        page_count: z.number(),
        parts: z.array(z.looseObject({ pages: z.array(z.number()), template: z.string().nullable(), confidence: z.number() })),
      }),
      annotations: readOnly,
    },
    ({ path, templates, password = null }, { mcpReq }) =>
      resultOf(async () => {
        const classes = templates.map(({ name, schema }) => ({
          id: name,
          name,
          description: "",
          schema: schemaOf(schema, "schema").schema,
        }));
        const document = await reader.read(await files.read(path), { password }, mcpReq.signal);
        return splitShown(document.pageCount, await partsOf(document, classes), MIN_CONFIDENCE_DEFAULT);
      }),
  );

  server.registerTool(
    "read_resume",
    {
      title: "Read a résumé",
      description: `Reads a résumé (PDF, DOCX, JPEG, PNG, TXT) as JSON Resume. ${ABOUT_EVIDENCE}`,
      inputSchema: z.object({ path: Path }),
      outputSchema: z.looseObject({ resume: z.looseObject({}), fields: Fields, confidence: z.number(), warnings: Warnings }),
      annotations: readOnly,
    },
    ({ path }, { mcpReq }) =>
      resultOf(async () => {
        const { outline: _, ...record } = readResume(await readResumeFile(reader, await files.read(path), mcpReq.signal));
        return { lines: [...resumeLines(record), ...warningLines(record.warnings)], record };
      }),
  );

  server.registerTool(
    "evaluate_resume",
    {
      title: "Score a résumé against skills",
      description:
        "Scores each skill from 0 to 100 with verbatim evidence from the résumé, by published rules, blind to name, origin, age and school. Skills are named, or taken from a job ad.",
      inputSchema: z.object({
        path: Path,
        skills: z.array(z.string()).optional().describe("Names of up to 50 skills; absent: those of the ad."),
        job_ad_path: Path.optional().describe("The ad as a file. Text that the résumé copied from it does not count."),
        job_ad: z.string().optional().describe("The ad as text, instead of a file."),
      }),
      outputSchema: z.looseObject({
        overall_score: z.number(),
        skills: z.record(z.string(), z.looseObject({ score: z.number(), evidence: z.string() })),
      }),
      annotations: readOnly,
    },
    ({ path, skills: names, job_ad_path, job_ad }, { mcpReq }) =>
      resultOf(async () => {
        const jobText = job_ad ?? (job_ad_path === undefined ? "" : await adOf(reader, await files.read(job_ad_path), mcpReq.signal));
        if (names === undefined && jobText === "") throw new Error("Name `skills`, or give the ad by `job_ad_path` or `job_ad`.");
        const skills = names === undefined ? analyseJob(jobText).required_skills : skillsOf(names);
        const document = await readResumeFile(reader, await files.read(path), mcpReq.signal);
        const evaluation = scored(scorableOf(document), { jobText, month: monthOfDate(new Date()), skills });
        const { overallScore, rulesVersion, taxonomyVersion: _, ...rest } = evaluation;
        return {
          lines: [...evaluationLines(evaluation), ...warningLines(rest.warnings)],
          record: { ...rest, overall_score: overallScore, rules_version: rulesVersion },
        };
      }),
  );

  server.registerTool(
    "analyze_job",
    {
      title: "Analyse a job ad",
      description: "The title, the 2 to 5 skills that matter most, and interview questions of a job ad, in its own words.",
      inputSchema: z.object({
        path: Path.optional().describe("PDF, DOCX, HTML or TXT."),
        text: z.string().optional().describe("The ad as text, instead of a file."),
      }),
      outputSchema: z.looseObject({
        name: z.string(),
        required_skills: z.array(z.object({ name: z.string(), type: z.string(), required: z.boolean() })),
        interview_questions: z.array(z.string()),
      }),
      annotations: readOnly,
    },
    ({ path, text }, { mcpReq }) =>
      resultOf(async () => {
        if (text === undefined && path === undefined) throw new Error("Give the ad by `path` or `text`.");
        const record = analyseJob(text ?? (await adOf(reader, await files.read(path ?? ""), mcpReq.signal)));
        return { lines: jobLines(record), record };
      }),
  );
}

const adOf = async (reader: DocumentReader, bytes: Buffer, signal: AbortSignal): Promise<string> =>
  descriptionText(await reader.read(bytes, AD_FILE, signal));
