/** Recruiting's work in the reader's child that is about a résumé. */
import type { Bench } from "#documents/child/serve.ts";
import type { Document, Page } from "#documents/document.ts";
import { documentFromWire } from "#documents/pool/document-wire.ts";
import { readingOf } from "#documents/read-document.ts";
import type { Finding } from "#engines/engine.ts";
import { packed, unpacked } from "#recruiting/kept-reading.ts";
import { readAsResume, readResume, warmUp } from "#resumes/read-resume.ts";
import { cut, incompleteness, RESUME_FILE, RESUME_TEXT } from "#resumes/resume-file.ts";
import { claimsOf } from "#scoring/claims.ts";
import { type EvaluationAsk, evaluate } from "#scoring/evaluate.ts";
import type { Judgement } from "#scoring/judged-by-model.ts";
import type { BlindLine, ReadResume, ResumeBytes, Scored } from "./works.ts";

export async function resume(ask: ResumeBytes & { findings?: Finding[] }, bytes: Buffer, bench: Bench): Promise<ReadResume> {
  const { document, kept } = await opened(ask, bytes, bench);
  const { outline: _, warnings, ...reading } = readResume(document, ask.findings);
  const { mimeType, pageCount, pages } = document;
  return { ...reading, warnings: [...warnings, ...incompleteness(document)], mimeType, pageCount, pagesRead: pages.length, kept };
}

type ScoreAsk = ResumeBytes & Pick<EvaluationAsk, "jobText" | "skills"> & { judgements?: [string, Judgement][] };

export async function score(ask: ScoreAsk, bytes: Buffer, bench: Bench): Promise<Scored> {
  const { document, kept } = await opened(ask, bytes, bench);
  const { jobText, skills, judgements } = ask;
  const reading = readAsResume(document);
  const evaluation = evaluate({ document, reading, jobText, skills, ...(judgements ? { judgements: new Map(judgements) } : {}) });
  return { evaluation, ofReading: reading.warnings, incomplete: incompleteness(document), kept };
}

export async function blind(ask: ResumeBytes, bytes: Buffer, bench: Bench): Promise<{ lines: BlindLine[]; kept: string | null }> {
  const { document, kept } = await opened(ask, bytes, bench);
  return { lines: blinded(document), kept };
}

/** What a model may see of a résumé: nothing of who the person is, and no instructions. */
export function blinded(document: Document): BlindLine[] {
  const { outline, resume } = readAsResume(document);
  return claimsOf(outline, resume).map(({ text, place, period }) => ({ text, place, period: period?.raw ?? null }));
}

export function warm(): null {
  warmUp();
  return null;
}

export async function pageSizes(ask: ResumeBytes, bytes: Buffer, bench: Bench): Promise<Pick<Page, "number" | "width" | "height">[]> {
  const { document } = await opened(ask, bytes, bench);
  return document.pages.map(({ number, width, height }) => ({ number, width, height }));
}

/** `kept` is null for what was kept before, and for what is read again in milliseconds. */
async function opened({ are }: ResumeBytes, bytes: Buffer, bench: Bench): Promise<{ document: Document; kept: string | null }> {
  if (are === "kept") return { document: unpacked(bytes), kept: null };
  if (are === "document") return withKept(documentFromWire(bytes));
  return withKept(cut(await bench.read(readingOf(bytes, are === "text" ? RESUME_TEXT : RESUME_FILE), bytes)));
}

const withKept = (document: Document) => ({ document, kept: packed(document)?.toString("base64") ?? null });
