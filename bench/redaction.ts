/** Redacts résumés with known names, e-mail addresses and numbers, reads the copies again, and counts what of these is still readable. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Document, Word } from "#documents/document.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import { READER_ENTRY } from "#main/from-config.ts";
import { REDACT } from "#recruiting/in-reader/works.ts";
import { readAsResume } from "#resumes/read-resume.ts";
import { cut, RESUME_FILE } from "#resumes/resume-file.ts";
import { shownWords } from "#scoring/redaction/shown-words.ts";
import { readOneByOne, spread } from "./reading.ts";

type Truth = {
  name?: string | null;
  email?: string | null;
  phone?: string | null;
  schools?: string[];
  skills?: string[];
  companies?: string[];
};
type Row = { id: string; file: string; truth: Truth };
/** By kind: values that the résumé has and the copy has. */
type Seen = { id: string; before: Record<string, string[]>; after: Record<string, string[]>; seconds: number; failed?: string };

const USE = "redaction --data DIR [--out DIR] [--only PATTERN] [--words]";
const SECONDS_MAX = 300;
/** Values that must not be left, and those that tell what a copy is still worth. */
const SECRET = ["name", "email", "phone"];
const KINDS = [...SECRET, "schools", "skills", "companies"];

/**
 * `--data` holds `resumes/truth.jsonl` and `resumes/docs`; `--out` keeps the copies. Both files are read by our own reader, the copy by OCR
 * as it has no text. `--words`: no copy is made, and what counts as readable are the words that are chosen to be shown; `--out` then keeps
 * these as text. The exit code is 1 when a name, an address or a number is left.
 */
export async function redaction(argv: string[]): Promise<void> {
  const options = { data: { type: "string" }, out: { type: "string" }, only: { type: "string" }, words: { type: "boolean" } } as const;
  const { values } = parseArgs({ args: argv, options });
  if (values.data === undefined) throw new Error(`Use: ${USE}`);
  const folder = path.resolve(values.data, "resumes");
  const lines = readFileSync(path.join(folder, "truth.jsonl"), "utf8").trim().split("\n");
  const rows = lines.map((line): Row => JSON.parse(line)).filter(({ id }) => new RegExp(values.only ?? "").test(id));
  if (values.out !== undefined) mkdirSync(values.out, { recursive: true });
  const judge = values.words ? chosen : redacted;
  const seen = await readOneByOne(rows, (row, reader) => judge(row, folder, reader, values.out), READER_ENTRY);
  for (const { id, failed } of seen) if (failed !== undefined) console.log(`failed ${id}: ${failed}`);
  for (const kind of KINDS) {
    const count = (side: "before" | "after") => seen.reduce((sum, each) => sum + (each[side][kind]?.length ?? 0), 0);
    console.log(`${kind}: ${count("after")} of ${count("before")} readable in the copy`);
  }
  console.log(`${seen.length} résumés; seconds per copy: ${spread(seen.map(({ seconds }) => seconds))}`);
  if (seen.some(({ after, failed }) => failed !== undefined || SECRET.some((kind) => after[kind]?.length))) process.exitCode = 1;
}

async function redacted({ id, file, truth }: Row, folder: string, reader: DocumentReader, out: string | undefined): Promise<Seen> {
  const bytes = readFileSync(path.join(folder, file));
  const signal = AbortSignal.timeout(SECONDS_MAX * 1000);
  try {
    const before = await reader.read(bytes, RESUME_FILE, signal);
    const start = performance.now();
    const pdf = Buffer.from(await reader.work(REDACT, null, bytes, signal), "base64");
    const seconds = (performance.now() - start) / 1000;
    if (out !== undefined) writeFileSync(path.join(out, `${id}.pdf`), pdf);
    const after = await reader.read(pdf, {}, signal);
    if (after.pages.some(({ textSource, lines }) => textSource !== "ocr" && lines.length > 0)) throw new Error("the copy has a text layer");
    return told({ id, before: readableIn(textsOf(before), truth), after: readableIn(textsOf(after), truth), seconds });
  } catch (error) {
    return failedBy(id, error);
  }
}

/** By the words that are chosen to be shown, before anything is drawn. */
async function chosen({ id, file, truth }: Row, folder: string, reader: DocumentReader, out: string | undefined): Promise<Seen> {
  try {
    const whole = cut(await reader.read(readFileSync(path.join(folder, file)), RESUME_FILE, AbortSignal.timeout(SECONDS_MAX * 1000)));
    const start = performance.now();
    const identity = readAsResume(whole);
    const shown = shownWords(whole, identity.outline, identity);
    const seconds = (performance.now() - start) / 1000;
    const runs = runsOf(whole, (word) => shown.get(word) ?? 0);
    if (out !== undefined) writeFileSync(path.join(out, `${id}.txt`), runs.join("\n"));
    return told({ id, before: readableIn(textsOf(whole), truth), after: readableIn(runs, truth), seconds });
  } catch (error) {
    return failedBy(id, error);
  }
}

/** Words that are shown one after the other; of a word that is shown in part, its beginning. */
function runsOf({ pages }: Document, shareOf: (word: Word) => number): string[] {
  const runs = [""];
  for (const { text, share } of pages
    .flatMap(({ lines }) => lines.flatMap(({ segments }) => segments.flatMap(({ words }) => words)))
    .map((word) => ({ text: word.text, share: shareOf(word) }))) {
    runs[runs.length - 1] += ` ${text.slice(0, Math.round(share * text.length))}`;
    if (share < 1) runs.push("");
  }
  return runs.filter((run) => run.trim() !== "");
}

function told(seen: Seen): Seen {
  const { id, before, after, seconds } = seen;
  console.log(
    `${id}: ${KINDS.map((kind) => `${kind} ${after[kind]?.length}/${before[kind]?.length}`).join(", ")}; ${seconds.toFixed(1)} s`,
  );
  for (const kind of [...SECRET, "schools"]) for (const value of after[kind] ?? []) console.log(`left in ${id}: ${kind} ${value}`);
  return seen;
}

const failedBy = (id: string, error: unknown): Seen => {
  return { id, before: {}, after: {}, seconds: 0, failed: error instanceof Error ? error.message : String(error) };
};

/** Letters and digits alone: OCR adds and drops spaces and points. */
const bare = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

const textsOf = ({ pages }: Document): string[] => [pages.flatMap(({ lines }) => lines.map((line) => line.text)).join(" ")];

function readableIn(texts: readonly string[], truth: Truth): Record<string, string[]> {
  const bared = texts.map(bare);
  const isIn = (value: string) => bare(value) !== "" && bared.some((text) => text.includes(bare(value)));
  return Object.fromEntries(
    KINDS.map((kind) => {
      const value = truth[kind as keyof Truth] ?? [];
      return [kind, (Array.isArray(value) ? value : [value]).filter(isIn)];
    }),
  );
}
