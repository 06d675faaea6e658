/** Scores a résumé against skills: deterministic, blind to the person, each score with its arithmetic. */

import type { EvaluateReply, SkillEvaluation, SkillExplanation } from "#contract/recruiting/evaluate.ts";
import type { Skill } from "#contract/recruiting/skill.ts";
import type { Warning } from "#contract/task.ts";
import { readSkills } from "#skills/find-skills.ts";
import { openSkills } from "#skills/skill-index.ts";
import { openMatcher, type SkillMatcher } from "#skills/skill-matcher.ts";
import { skillConfidence } from "./confidence.ts";
import { openCopyCheck } from "./copied.ts";
import { factsOf, type SkillScore } from "./facts.ts";
import { compareText, type Findings, findSkill, type Shown } from "./find-skill.ts";
import { type Judgement, judgedByModel } from "./judged-by-model.ts";
import { profileOf, yearsOf } from "./profile/profile.ts";
import { openClaims, type ResumeClaims } from "./resume-claims.ts";
import { MODEL, QUOTES, RULES_VERSION } from "./rules.ts";
import { skillScoreOf } from "./score-skill.ts";
import { measuredFrom } from "./timeline.ts";
import { whatWouldChange } from "./what-would-change.ts";

/**
 * `jobText` may be empty: then nothing counts as copied. `month`: the evaluation's, in months since year 0, to which what is ongoing counts.
 * `judgements`: a model's, by skill name; absent: rules only.
 */
export type EvaluationAsk = {
  resume: ResumeClaims;
  jobText: string;
  month: number;
  skills: readonly Skill[];
  judgements?: ReadonlyMap<string, Judgement>;
};
export type Evaluation = Pick<EvaluateReply, "skills" | "explanation" | "profile" | "warnings"> & {
  overallScore: number;
  rulesVersion: string;
  taxonomyVersion: string;
};

export function evaluate({ resume, jobText, month, skills, judgements }: EvaluationAsk): Evaluation {
  const claims = openClaims(resume);
  const now = measuredFrom(
    claims.map(({ period }) => period),
    resume.month,
    month,
  );
  const isCopy = openCopyCheck(jobText);
  const results = skills.map((asked) => {
    const matcher = openMatcher(asked.name);
    const byRules = findSkill(matcher, claims, isCopy, now);
    const judgement = judgements?.get(asked.name);
    if (!judgement) return { asked, matcher, apart: null, shown: byRules.shown, ...judge(resume, matcher, byRules, now) };
    const found = judgedByModel(matcher, { claims, isCopy, now }, judgement, byRules);
    const byModel = judge(resume, matcher, found, now, judgement.level);
    const rulesAlone = judge(resume, matcher, byRules, now);
    const rulesScore = rulesAlone.evaluation.score;
    // The rules read stated levels and the language of the résumé; the model's level counts only where it is higher.
    if (matcher.skill?.kind === "language" && rulesScore >= byModel.evaluation.score)
      return { asked, matcher, apart: null, shown: byRules.shown, ...rulesAlone };
    // A rules score of 0 is no disagreement: the rules miss skills that are shown without being named.
    const isFar = rulesScore > 0 && Math.abs(byModel.evaluation.score - rulesScore) > MODEL.disagreement.points;
    const apart = isFar ? rulesScore : null;
    return { asked, matcher, apart, shown: found.shown, ...(apart === null ? byModel : withDoubt(byModel, rulesScore)) };
  });
  return {
    skills: Object.fromEntries(results.map(({ asked, evaluation }) => [asked.name, evaluation])),
    explanation: Object.fromEntries(results.map(({ asked, explanation }) => [asked.name, explanation])),
    warnings: [
      ...hiddenSkills(
        resume,
        results.map(({ matcher }) => matcher),
      ),
      ...instructionWarnings(resume),
      ...results.flatMap(({ asked, evaluation, apart }) => (apart === null ? [] : [apartWarning(asked.name, evaluation.score, apart)])),
    ],
    profile: profileOf({ resume, claims, jobText, now, skills: results }),
    overallScore: overall(results.map(({ asked, evaluation }) => ({ score: evaluation.score, weight: asked.required ? 2 : 1 }))),
    rulesVersion: RULES_VERSION,
    taxonomyVersion: openSkills().version,
  };
}

export type TermScore = SkillEvaluation & { years: number | null };

/** For a search over many résumés: what `evaluate` gives for skills that are all required, without the explanations. `matchers`: opened once for all. */
export function scoreTerms(
  { resume, month }: Pick<EvaluationAsk, "resume" | "month">,
  matchers: readonly SkillMatcher[],
): { overallScore: number; terms: TermScore[] } {
  const claims = openClaims(resume);
  const now = measuredFrom(
    claims.map(({ period }) => period),
    resume.month,
    month,
  );
  const isCopy = openCopyCheck("");
  const terms = matchers.map((matcher) => {
    const found = findSkill(matcher, claims, isCopy, now);
    const { evaluation, facts } = score(resume, matcher, found, now);
    return { ...evaluation, years: facts === null || facts.months === null ? null : yearsOf(facts.months) };
  });
  return { overallScore: overall(terms.map((term) => ({ score: term.score, weight: 1 }))), terms };
}

type Judged = { evaluation: SkillEvaluation; explanation: SkillExplanation };

function withDoubt({ evaluation, explanation }: Judged, rulesScore: number): Judged {
  const { confidence: value, points } = MODEL.disagreement;
  const reason = `The rules alone give ${rulesScore}, more than ${points} points away.`;
  return {
    evaluation: { ...evaluation, confidence: Math.round(evaluation.confidence * value) },
    explanation: { ...explanation, confidence: [...explanation.confidence, { name: "agreement of model and rules", value, reason }] },
  };
}

function apartWarning(name: string, score: number, rulesScore: number): Warning {
  const message = `"${name}": the model's reading gives ${score}, the rules alone ${rulesScore}. Look at the evidence.`;
  return { code: "model_and_rules_differ", path: null, message };
}

function instructionWarnings({ instructions: { count, first } }: ResumeClaims): Warning[] {
  if (count === 0) return [];
  const message = `Statements that address the reader instead of describing the person were left out (${count}). The first: "${quote(first)}"`;
  return [{ code: "instructions_in_resume", path: null, message }];
}

/** `level`: a model's. */
function score(resume: ResumeClaims, matcher: SkillMatcher, found: Findings, now: number | null, level: number | null = null) {
  const kind = matcher.skill?.kind ?? null;
  const facts = factsOf(found.shown, kind, now, level);
  const scored: SkillScore = facts ? skillScoreOf(facts, kind) : { score: 0, factors: [], cap: null, formula: "No evidence: 0" };
  const confidence = skillConfidence(resume, found.shown, matcher.skill !== null);
  const evaluation = { score: scored.score, evidence: evidenceOf(matcher.name, found), confidence: confidence.percent };
  return { kind, facts, scored, confidence, evaluation };
}

/** `level`: a model's. */
function judge(resume: ResumeClaims, matcher: SkillMatcher, found: Findings, now: number | null, level: number | null = null): Judged {
  const { kind, facts, scored, confidence, evaluation } = score(resume, matcher, found, now, level);
  return {
    evaluation,
    explanation: {
      formula: scored.formula,
      factors: scored.factors,
      cap: scored.cap,
      confidence: confidence.factors,
      counted: found.shown.map(countedOf),
      not_counted: found.refused.map(({ claim, reason }) => ({ text: claim.text, reason })).sort((a, b) => compareText(a.text, b.text)),
      related: relatedOf(found),
      years: facts === null || facts.months === null ? null : yearsOf(facts.months),
      would_change: whatWouldChange(facts, kind, level !== null),
    },
  };
}

function countedOf({ claim, span }: Shown): SkillExplanation["counted"][number] {
  return {
    page: claim.page,
    text: claim.text,
    bbox: claim.bbox,
    section: claim.place,
    period: claim.period?.raw ?? null,
    months: span ? span.end - span.start : null,
  };
}

/** The strongest statements, verbatim, one per line; or a sentence that there is none. */
function evidenceOf(name: string, { shown, refused }: Findings): string {
  if (shown.length > 0)
    return shown
      .slice(0, QUOTES.statements)
      .map(({ claim }) => quote(claim.text))
      .join("\n");
  if (refused.length === 0) return `Nothing in the résumé shows "${name}".`;
  const why = {
    negated: "says that it is missing",
    wish: "names it as a wish",
    copied_from_job: "repeats the job description",
    somebody_else: "describes the work of another person",
  };
  return `Nothing in the résumé shows "${name}"; where it stands, the text ${why[refused[0]?.reason ?? "negated"]}.`;
}

function quote(text: string): string {
  if (text.length <= QUOTES.characters) return text;
  // Scripts without spaces are cut anywhere.
  const space = text.lastIndexOf(" ", QUOTES.characters);
  return `${text.slice(0, space > 0 ? space : QUOTES.characters)} …`;
}

const RELATED_MAX = 5;

function relatedOf({ related }: Findings): SkillExplanation["related"] {
  const bySkill = new Map<string, SkillExplanation["related"][number]>();
  for (const { claim, mention } of [...related].sort((a, b) => compareText(a.claim.text, b.claim.text))) {
    const { name } = mention.skill;
    if (!bySkill.has(name)) bySkill.set(name, { skill: name, relation: mention.relation, text: quote(claim.text) });
  }
  return [...bySkill.values()].slice(0, RELATED_MAX);
}

function overall(scores: readonly { score: number; weight: number }[]): number {
  const weight = scores.reduce((sum, each) => sum + each.weight, 0);
  return Math.round(scores.reduce((sum, each) => sum + each.score * each.weight, 0) / weight);
}

/** Warnings for required skills in text that a reader of the page does not see. */
function hiddenSkills({ hidden }: ResumeClaims, matchers: readonly SkillMatcher[]): Warning[] {
  if (hidden === "") return [];
  const read = readSkills(hidden);
  const named = matchers.filter((matcher) => matcher.find(read).length > 0).map(({ name }) => name);
  if (named.length === 0) return [];
  const message = `Text that a reader of the page does not see names ${named.map((name) => `"${name}"`).join(", ")}; it was left out.`;
  return [{ code: "hidden_skills", path: null, message }];
}
