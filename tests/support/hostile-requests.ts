/** Requests with texts that were written to hold a process: patterns that backtrack, lines without a break, structures without end. */
import { makeDocx, wordParagraph } from "#documents/testing/make-docx.ts";

const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString("base64");
const skills = [{ name: "Python" }];

export const resumeText = (text: string) => ({
  job_id: "j",
  application_id: "a",
  resume_text: text,
  job_details: { required_skills: skills },
});
export const resumeFile = (bytes: Buffer | string) => ({
  job_id: "j",
  application_id: "a",
  resume_file: { filename: "cv", content_type: "text/plain", content: base64(bytes) },
  job_details: { required_skills: skills },
});

export const COMMENTS = `${"<!---->".repeat(28)}x`;
const GENDERS = `(m*\t${"f*\t".repeat(40)}`;
const TITLE_END = `Title: Engineer ${"(\t".repeat(40)}x`;

/** What each is, and the text. */
export const HOSTILE_RESUMES: readonly (readonly [string, string])[] = [
  ["comments without a page behind them", COMMENTS],
  ["an address written against harvesters", `Ann Bee\nann ${"dot a".repeat(2000)}  dot a`.replaceAll("dot", " dot ")],
  ["genders in brackets that do not close", GENDERS],
  ["white space", `Skills${" ".repeat(100_000)}x`],
  ["digits", `Phone ${"1".repeat(100_000)}x`],
];

export const HOSTILE_ADS: readonly (readonly [string, string])[] = [
  ["an end of brackets and spaces", TITLE_END],
  ["genders in brackets", GENDERS],
  ["white space", `We look for a cook${" ".repeat(100_000)}who knows Python and SQL`],
  ["capital words", `${"Aa-".repeat(30_000)}, Bristol`],
];

export const ONE_LINE = `Ann Bee ann@example.com Python ${"a ".repeat(500_000)}`;

export const DEEP_DOCX: readonly (readonly [string, (inside: string) => string])[] = [
  ["tables", (inside) => `${"<w:tbl><w:tr><w:tc>".repeat(20_000)}${inside}${"</w:tc></w:tr></w:tbl>".repeat(20_000)}`],
  ["content controls", (inside) => `${"<w:sdt>".repeat(60_000)}${inside}${"</w:sdt>".repeat(60_000)}`],
];

export const deepDocx = (nested: (inside: string) => string): Buffer => makeDocx(nested(wordParagraph("Ann Bee")));

/** A field whose description is one long gap. */
export const GAPING_SCHEMA = { fields: [{ name: "total", type: "number", description: `${" ".repeat(110_000)}x` }] };

export type HostileRequest = { path: string; body: string };

/** One of each, as bodies that can be sent again and again. */
export function hostileRequests(): HostileRequest[] {
  const to = (path: string, body: object): HostileRequest => ({ path, body: JSON.stringify(body) });
  const files = [{ filename: "cv.txt", content_type: "text/plain", content: base64(COMMENTS) }];
  return [
    ...HOSTILE_RESUMES.flatMap(([, text]) => [to("/recruit/evaluate", resumeText(text)), to("/recruit/evaluate", resumeFile(text))]),
    ...HOSTILE_ADS.map(([, description]) => to("/recruit/analyze-job", { description })),
    to("/recruit/extract-resumes", { files }),
    to("/v1/schemas/validate", { extraction_schema: GAPING_SCHEMA }),
    to("/recruit/evaluate", resumeFile(ONE_LINE)),
    ...DEEP_DOCX.map(([, nested]) => to("/recruit/evaluate", resumeFile(deepDocx(nested)))),
  ];
}
