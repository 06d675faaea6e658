/** Analyses a job ad while the caller waits. */

import { answeringFailures } from "#contract/answer-failures.ts";
import { ApiError } from "#contract/errors.ts";
import type { AnalyzeJobBody, AnalyzeJobReply } from "#contract/recruiting/analyze-job.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import type { FetchRules } from "#platform/fetch/guarded-fetch.ts";
import { type ChooseDeps, chooseProvider } from "#platform/models/choose.ts";
import { ANALYSE } from "./in-reader/works.ts";
import { fetchJobDescription } from "./job-description.ts";
import { analyseAd } from "./models/analyse-ad.ts";
import { type AskOnceDeps, answeringProviders, modelUsageOf } from "./models/ask-once.ts";
import { orRules } from "./models/or-rules.ts";

/** Text wins over the URL, which is echoed then. The rules answer where a model cannot. Throws ApiError 400 and 429. */
export async function analyzeJob(
  deps: ChooseDeps & AskOnceDeps & { reader: DocumentReader; fetchRules: FetchRules },
  accountId: string,
  body: AnalyzeJobBody,
  signal: AbortSignal,
): Promise<AnalyzeJobReply> {
  const provider = await chooseProvider(deps, accountId, body.provider ?? null);
  const url = body.description_file_url ?? "";
  const sent = body.description ?? "";
  const description =
    sent.trim() === "" ? await answeringFailures("description_file_url", () => fetchJobDescription(deps, url, signal)) : sent;
  const byRules = await answeringFailures("description", () => deps.reader.work(ANALYSE, null, Buffer.from(description), signal));
  const model = provider === "local" ? null : deps.models.modelFor(provider, accountId);
  const ask = { ad: description, byRules };
  const asked =
    model &&
    (await answeringProviders(() =>
      orRules({ provider: model.provider, waits: true }, () => analyseAd(deps, accountId, model, ask, signal)),
    ));
  const analysis = asked?.answer ?? byRules;
  if (!analysis) throw new ApiError("too_little_text");
  const used = asked?.answer ? model : null;
  const engine = {
    engine: used?.provider ?? "local",
    provider: used?.provider ?? null,
    model: used?.name ?? null,
    usage: modelUsageOf(model),
  };
  const warnings = [...(asked?.warnings ?? []), ...analysis.warnings.map((warning) => ({ ...warning, path: null }))];
  return { ...analysis, warnings, description, description_file_url: url, ...engine };
}
