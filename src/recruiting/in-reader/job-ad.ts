/** Recruiting's work in the reader's child that is about a job ad. */
import type { WorkContext } from "#documents/child/serve.ts";
import { readingOf } from "#documents/read-document.ts";
import { analyseJob, type JobAnalysis, TooLittleText } from "#job-ads/analyse-job.ts";
import { type AdReply, analysisOfReply, type ReadAdReply } from "#job-ads/analysis-of-reply.ts";
import { AD_FILE, descriptionText } from "#recruiting/job-description.ts";

export async function adText(_ask: null, bytes: Buffer, context: WorkContext): Promise<string> {
  return descriptionText(await context.read(readingOf(bytes, AD_FILE), bytes));
}

export function readAdReply({ reply, byRules }: { reply: AdReply; byRules: JobAnalysis | null }, ad: Buffer): ReadAdReply {
  return analysisOfReply(reply, ad.toString("utf8"), byRules);
}

export function analyse(_ask: null, text: Buffer): JobAnalysis | null {
  try {
    return analyseJob(text.toString("utf8"));
  } catch (error) {
    if (error instanceof TooLittleText) return null;
    throw error;
  }
}
