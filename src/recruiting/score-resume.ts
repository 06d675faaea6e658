/** Scores a résumé by the rules, or with a model's judgement. A file is read once, and nothing is where its claims were kept. */
import type { ProviderName } from "#contract/providers.ts";
import type { Skill } from "#contract/recruiting/skill.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import type { Model, Models } from "#platform/models/models.ts";
import type { Evaluation } from "#scoring/evaluate.ts";
import { monthOfDate } from "#scoring/timeline.ts";
import { CLAIMS, SCORE } from "./in-reader/works.ts";
import { type KeptClaims, keptClaims, type ResumeToScore } from "./kept-claims.ts";
import type { AskOnceDeps } from "./models/ask-once.ts";
import { type JudgeAsk, type Judged, judgeSkills } from "./models/judge-skills.ts";
import { orRules } from "./models/or-rules.ts";
import type { Scorable } from "./scorable.ts";

export type ScoreDeps = AskOnceDeps & { reader: DocumentReader; models: Models };

/** `jobText` may be empty. */
export type ScoreAsk = { resume: ResumeToScore; provider: ProviderName; jobText: string; skills: readonly Skill[] };

export type Scored = {
  evaluation: Evaluation;
  model: Model | null;
  claims: KeptClaims;
  /** The reading to be kept, as base64; null where there is none, or it is kept already. */
  reading: string | null;
};

/** Throws TaskFailure, and the signal's reason when aborted. */
export function scoreResume(deps: ScoreDeps, accountId: string, ask: ScoreAsk, signal: AbortSignal): Promise<Scored> {
  const { provider } = ask;
  return provider === "local"
    ? byRules(deps, ask, signal)
    : byModel(deps, accountId, deps.models.modelFor(provider, accountId), ask, signal);
}

async function byRules({ reader }: ScoreDeps, { resume, jobText, skills }: ScoreAsk, signal: AbortSignal): Promise<Scored> {
  if ("claims" in resume) {
    const { evaluation } = await reader.work(
      SCORE,
      { are: "claims", jobText, month: monthOfDate(new Date()), skills },
      bytesOf(resume.claims),
      signal,
    );
    return { evaluation, model: null, claims: resume.claims, reading: null };
  }
  const { evaluation, read } = await reader.work(
    SCORE,
    { are: resume.are, jobText, month: monthOfDate(new Date()), skills },
    resume.bytes,
    signal,
  );
  if (read === null) throw new Error("a résumé that was read has claims");
  return { evaluation, model: null, claims: keptClaims(read.scorable, resume.sha256), reading: read.kept };
}

/** A model sees the blinded lines only. A résumé without any has nothing to judge. */
async function byModel(
  deps: ScoreDeps,
  accountId: string,
  model: Model,
  { resume, jobText, skills }: ScoreAsk,
  signal: AbortSignal,
): Promise<Scored> {
  const { claims, reading } = await claimsOf(deps, resume, signal);
  // Loaded with the first model that judges: what blinds a résumé is word lists of all languages.
  const { blindLines } = await import("#scoring/resume-claims.ts");
  const lines = blindLines(claims.claims);
  const judged = lines.length === 0 ? null : await judgedOrNot(deps, accountId, model, { lines, skills, ad: jobText }, signal);
  const ask = {
    are: "claims",
    jobText,
    month: monthOfDate(new Date()),
    skills,
    judged: judged?.warnings ?? [],
    ...(judged?.judgements ? { judgements: [...judged.judgements] } : {}),
  } as const;
  const { evaluation } = await deps.reader.work(SCORE, ask, bytesOf(claims), signal);
  return { evaluation, model, claims, reading };
}

/**
 * An unusable answer leaves the rules to score, with a warning. A provider that does not answer fails the request: the caller asked for a model's
 * scores, and must not get the rules' in their place.
 */
async function judgedOrNot(deps: ScoreDeps, accountId: string, model: Model, ask: JudgeAsk, signal: AbortSignal): Promise<Judged> {
  const { answer, warnings } = await orRules({ provider: model.provider, waits: false }, () =>
    judgeSkills(deps, accountId, model, ask, signal),
  );
  return answer ?? { judgements: null, warnings };
}

async function claimsOf({ reader }: ScoreDeps, resume: ResumeToScore, signal: AbortSignal): Promise<Pick<Scored, "claims" | "reading">> {
  if ("claims" in resume) return { claims: resume.claims, reading: null };
  const { scorable, kept } = await reader.work(CLAIMS, { are: resume.are }, resume.bytes, signal);
  return { claims: keptClaims(scorable, resume.sha256), reading: kept };
}

const bytesOf = ({ claims, ofReading, incomplete }: Scorable): Buffer => Buffer.from(JSON.stringify({ claims, ofReading, incomplete }));
