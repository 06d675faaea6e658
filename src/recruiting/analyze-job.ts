/** Analyses a job ad while the caller waits. */
import { ApiError } from "#contract/errors.ts";
import type { AnalyzeJobBody, AnalyzeJobReply } from "#contract/recruiting/analyze-job.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import type { FetchRules } from "#platform/fetch/guarded-fetch.ts";
import { answeringFailures } from "./answer-failures.ts";
import { fetchJobDescription } from "./job-description.ts";
import type { Scorer } from "./scoring/open-scorer.ts";

/** Text wins over the URL, which is echoed then. Throws ApiError 400. */
export async function analyzeJob(
  deps: { reader: DocumentReader; scorer: Scorer; fetchRules: FetchRules },
  body: AnalyzeJobBody,
  signal: AbortSignal,
): Promise<AnalyzeJobReply> {
  const url = body.description_file_url ?? "";
  const sent = body.description ?? "";
  const description =
    sent.trim() === "" ? await answeringFailures("description_file_url", () => fetchJobDescription(deps, url, signal)) : sent;
  const analysis = await deps.scorer.analyse(description, signal);
  if (!analysis) throw new ApiError("too_little_text");
  const warnings = analysis.warnings.map((warning) => ({ ...warning, path: null }));
  return { ...analysis, warnings, description, description_file_url: url, engine: "local", provider: null };
}
