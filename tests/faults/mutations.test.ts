/** Real files, broken in thousands of ways that are the same in every run: each ends as a document or as a failure of the catalogue. */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { TaskFailure } from "#contract/task-errors.ts";
import { type DocumentReader, openReader } from "#documents/read-document.ts";
import { makeDocx, wordParagraph } from "#documents/testing/make-docx.ts";
import { RESUMES, readSample, SAMPLES } from "../../samples/list.ts";
import { nestedFilters } from "../support/bomb-pdf.ts";
import { whitePng } from "../support/hostile-image.ts";
import { activePdf, fontWithCode } from "../support/hostile-pdf.ts";
import { mutated } from "../support/mutate.ts";
import { INVOICE, pdfOf } from "../support/pdf.ts";
import { seeded } from "../support/random.ts";
import { RESUME_TEXT } from "../support/resumes.ts";

/** Of a run, and of a night's with `MUTATIONS=5000`. */
const COUNT = Number(process.env.MUTATIONS ?? (process.env.STORM ? 1000 : 100));
const SEED = Number(process.env.MUTATION_SEED ?? 1);
/** As many as there are readers, so that none waits for another. */
const AT_ONCE = 2;
/** The cap on one file, and a second in which a reader may have to start on a busy machine. */
const MS_MAX = 45_000 + 1_000;
/** OCR of a picture takes seconds: of so many only one is read, the others are decoded and drawn. */
const PICTURES_READ_ONE_OF = 40;

let reader: DocumentReader;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "winnow-mutations-"));
  await chmod(folder, 0o711);
  reader = openReader({ tessdataDir: inject("tessdataDir"), tempDir: path.join(folder, "temp"), size: AT_ONCE });
});
afterAll(async () => {
  await reader?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** What data alone does when mutated is tested in tests/extraction/e-invoices-in-files.test.ts. */
const isData = ({ file }: { file: string }) => file.endsWith(".xml");

async function corpus(): Promise<Buffer[]> {
  const samples = await Promise.all([...SAMPLES.filter((sample) => !isData(sample)), ...RESUMES].map(readSample));
  const word = makeDocx(
    RESUME_TEXT.split("\n")
      .map((line) => wordParagraph(line))
      .join(""),
  );
  const made = [await pdfOf(INVOICE), await pdfOf(INVOICE, { ownerPassword: "x" }), nestedFilters(3), activePdf("http://a.example/")];
  return [...samples, ...made, fontWithCode("/tmp/never-written"), word, whitePng(60, 30)];
}

test(`F17: ${COUNT} mutated files end as documents or as failures with a reason, none takes more than 45 s`, async () => {
  const files = await corpus();
  const outcomes = new Map<string, number>();
  const bad: string[] = [];
  let next = 0;
  const work = async () => {
    for (let number = next++; number < COUNT; number = next++) {
      const random = seeded(SEED * 1_000_003 + number);
      const { bytes, how } = mutated(files[number % files.length] ?? Buffer.alloc(0), random);
      const at = performance.now();
      const outcome = await outcomeOf(bytes, number);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      const ms = performance.now() - at;
      if (ms > MS_MAX || !/^(document|picture|[a-z_]+)$/.test(outcome) || outcome === "internal")
        bad.push(`${number} (${how}): ${outcome}, ${Math.round(ms)} ms`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(bad).toEqual([]);
  expect([...outcomes.values()].reduce((sum, count) => sum + count, 0)).toBe(COUNT);
  if (process.env.MUTATIONS) process.stdout.write(`${JSON.stringify(Object.fromEntries(outcomes))}\n`);
}, 3_600_000);

async function outcomeOf(bytes: Buffer, number: number): Promise<string> {
  const signal = AbortSignal.timeout(2 * MS_MAX);
  const isPicture = bytes[0] === 0x89 || bytes[0] === 0xff;
  try {
    if (isPicture && number % PICTURES_READ_ONE_OF !== 0) {
      await reader.renderPage(bytes, { page: 1, widthPx: 200 }, signal);
      return "picture";
    }
    await reader.read(bytes, {}, signal);
    return "document";
  } catch (error) {
    return error instanceof TaskFailure ? error.code : `${error}`;
  }
}
