/** Résumés of invented people in many scripts, layouts and formats, read as the worker reads them. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { type DocumentReader, openReader } from "#documents/read-document.ts";
import { unpackTessdata } from "#documents/tessdata.ts";
import { readResume } from "#resumes/read-resume.ts";
import { readResumeFile } from "#resumes/resume-file.ts";
import { openPrinter } from "./chromium.ts";
import { sameEmail, sameName, samePhone } from "./compare.ts";
import { contentOf, type Truth } from "./content.ts";
import { EASTERN } from "./people-han.ts";
import { WESTERN } from "./people-latin.ts";
import { LETTERED } from "./people-letters.ts";
import { MARKED } from "./people-marks.ts";
import { FORMATS, type Format, LAYOUTS, type Layout, type Persona, styleOf } from "./persona.ts";
import { print, type Reading } from "./report.ts";
import { toDocx } from "./to-docx.ts";
import { toHtml } from "./to-html.ts";

const PEOPLE: readonly Persona[] = [...WESTERN, ...MARKED, ...LETTERED, ...EASTERN];

export type Made = { id: string; layout: Layout; format: Format; file: string; truth: Truth };

/**
 * `--out` keeps the files (else they are in a temporary folder and go), `--seed` (1) varies them, `--format` and `--only` (part of
 * a file's name) choose some, `--keep` reads files of an earlier run with the same seed again.
 */
export async function personas(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      out: { type: "string" },
      seed: { type: "string", default: "1" },
      format: { type: "string" },
      only: { type: "string", default: "" },
      keep: { type: "boolean", default: false },
    },
  });
  const home = mkdtempSync(path.join(tmpdir(), "winnow-personas-"));
  // The reader's children may run as another user, and must be able to enter this folder.
  chmodSync(home, 0o711);
  const folder = path.resolve(values.out ?? path.join(home, "files"));
  mkdirSync(folder, { recursive: true });
  try {
    const formats = FORMATS.filter((format) => values.format === undefined || format === values.format);
    const made = await make({ folder, formats, only: values.only, seed: Number(values.seed), keep: values.keep });
    print(await readAll(made, home));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function make(ask: { folder: string; formats: readonly Format[]; only: string; seed: number; keep: boolean }): Promise<Made[]> {
  const { folder, formats, only, seed, keep } = ask;
  await using printer = keep ? null : await openPrinter();
  const all: Made[] = [];
  for (const persona of PEOPLE) {
    for (const layout of LAYOUTS) {
      const style = styleOf(seed, persona, layout);
      const { content, truth } = contentOf(persona, layout, style);
      for (const format of formats) {
        const name = `${persona.id}-${layout}.${format}`;
        if (!name.includes(only)) continue;
        const file = path.join(folder, name);
        if (printer !== null) {
          const page = toHtml(persona, layout, style, content, format);
          writeFileSync(file, format === "docx" ? toDocx(persona, layout, style, content) : await printer[format](page));
        }
        all.push({ id: persona.id, layout, format, file, truth });
      }
    }
  }
  writeFileSync(
    path.join(folder, "truth.jsonl"),
    all.map((each) => `${JSON.stringify({ ...each, file: path.basename(each.file) })}\n`).join(""),
  );
  return all;
}

async function readAll(made: readonly Made[], home: string): Promise<Reading[]> {
  const tessdataDir = path.join(home, "tessdata");
  await unpackTessdata(tessdataDir);
  await using reader = openReader({ tessdataDir, tempDir: path.join(home, "reader"), size: 1 });
  const readings: Reading[] = [];
  for (const each of made) readings.push(await read(each, reader));
  return readings;
}

async function read({ id, layout, format, file, truth }: Made, reader: DocumentReader): Promise<Reading> {
  const start = performance.now();
  const { name = "", email = "", phone = "", work } = await readValues(file, reader);
  const right = {
    name: sameName(name, truth.name),
    email: sameEmail(email, truth.email),
    phone: samePhone(phone, truth.phone),
    title: sameName(work?.title ?? "", truth.title),
    employer: sameName(work?.employer ?? "", truth.employer),
  };
  const values = { name, email, phone, title: work?.title ?? "", employer: work?.employer ?? "" };
  return { id, layout, format, truth, values, right, ms: performance.now() - start };
}

type Values = {
  name?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  work?: { title: string; employer: string };
};

async function readValues(file: string, reader: DocumentReader): Promise<Values> {
  try {
    const document = await readResumeFile(reader, readFileSync(file), AbortSignal.timeout(120_000));
    const { resume } = readResume(document);
    const first = resume.work?.[0];
    const { name, email, phone } = resume.basics ?? {};
    return { name, email, phone, work: { title: first?.position ?? "", employer: first?.name ?? "" } };
  } catch (error) {
    return { name: `failed: ${error instanceof Error ? error.message : String(error)}` };
  }
}
