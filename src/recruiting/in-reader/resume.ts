/** Recruiting's work in the reader's child that is about a résumé. */
import type { Warning } from "#contract/task.ts";
import type { WorkContext } from "#documents/child/serve.ts";
import type { Document } from "#documents/document.ts";
import { documentFromWire } from "#documents/pool/document-wire.ts";
import { readingOf } from "#documents/read-document.ts";
import type { Finding } from "#engines/engine.ts";
import { packed, unpacked } from "#recruiting/kept-reading.ts";
import { type Scorable, scorableOf, scored } from "#recruiting/scorable.ts";
import { readResume, warmUp } from "#resumes/read-resume.ts";
import { cut, incompleteness, RESUME_FILE, RESUME_TEXT } from "#resumes/resume-file.ts";
import type { EvaluationAsk } from "#scoring/evaluate.ts";
import type { Judgement } from "#scoring/judged-by-model.ts";
import type { ReadResume, ResumeBytes } from "./works.ts";

export async function resume(ask: ResumeBytes & { findings?: Finding[] }, bytes: Buffer, context: WorkContext): Promise<ReadResume> {
  const { document, kept } = await opened(ask, bytes, context);
  const whole = readResume(document, ask.findings);
  const { outline: _, warnings, ...reading } = whole;
  // The rules read a document that looks like a résumé the same way with and without the caller saying that it is one.
  const isByRules = ask.findings === undefined && warnings.every(({ code }) => code !== "not_a_resume");
  const { mimeType, pageCount, pages } = document;
  return {
    ...reading,
    warnings: [...warnings, ...incompleteness(document)],
    mimeType,
    pageCount,
    pages: pages.map(({ number, width, height }) => ({ number, width, height })),
    scorable: isByRules ? scorableOf(document, whole) : scorableOf(document),
    kept,
  };
}

export async function claims(ask: ResumeBytes, bytes: Buffer, context: WorkContext): Promise<{ scorable: Scorable; kept: string | null }> {
  const { document, kept } = await opened(ask, bytes, context);
  return { scorable: scorableOf(document), kept };
}

type ScoreAsk = Omit<EvaluationAsk, "resume" | "judgements"> & {
  are: ResumeBytes["are"] | "claims";
  judgements?: [string, Judgement][];
  judged?: Warning[];
};

export async function score({ are, jobText, month, skills, judgements, judged }: ScoreAsk, bytes: Buffer, context: WorkContext) {
  const read = are === "claims" ? null : await claims({ are }, bytes, context);
  const scorable: Scorable = read?.scorable ?? JSON.parse(bytes.toString("utf8"));
  const ask = { jobText, month, skills, ...(judgements ? { judgements: new Map(judgements) } : {}) };
  return { evaluation: scored(scorable, ask, judged), read };
}

export function warm(): null {
  warmUp();
  return null;
}

/** `kept` is null for what was kept before, and for what is read again in milliseconds. */
async function opened({ are }: ResumeBytes, bytes: Buffer, context: WorkContext): Promise<{ document: Document; kept: string | null }> {
  if (are === "kept") return { document: unpacked(bytes), kept: null };
  if (are === "document") return withKept(documentFromWire(bytes));
  return withKept(cut(await context.read(readingOf(bytes, are === "text" ? RESUME_TEXT : RESUME_FILE), bytes)));
}

const withKept = (document: Document) => ({ document, kept: packed(document)?.toString("base64") ?? null });
