/**
 * Every constant of the evaluation, in one place. Raise the version with every change: stored evaluations name the rules they were made by.
 * tests/golden detects a changed score without it. The numbers are a judgement, not a measurement: work done counts most, self-description
 * least.
 */
export const RULES_VERSION = "1.4";

/** Where evidence can be, and its worth there, 0..1. */
export const PLACES = {
  work: { value: 1, name: "what was done at work" },
  title: { value: 0.95, name: "a job title" },
  project: { value: 0.85, name: "a project" },
  volunteer: { value: 0.8, name: "voluntary work" },
  certificate: { value: 0.8, name: "a certificate" },
  publication: { value: 0.7, name: "a publication or an award" },
  "work list": { value: 0.65, name: "a list of tools under a job" },
  education: { value: 0.6, name: "education" },
  list: { value: 0.6, name: "a list of skills" },
  language: { value: 0.6, name: "a list of languages" },
  other: { value: 0.5, name: "another part of the résumé" },
  summary: { value: 0.5, name: "a description of oneself" },
} as const;
export type EvidencePlace = keyof typeof PLACES;

/** Places whose entries' duration counts as practice. */
export const PRACTICE: readonly EvidencePlace[] = ["work", "title", "project", "volunteer", "work list"];
/** With evidence in these places only, the skill is claimed, not shown. */
export const CLAIMED: readonly EvidencePlace[] = ["list", "language", "other", "summary"];

/** Maximum score of a skill with evidence in weak places only. */
export const SCORE_CAPS = { claimed: 30, taught: 50 } as const;

/** Shares of the score. A certificate is held or not; practice has recency, duration and depth. They add up to 1. */
export const WEIGHTS = {
  practice: { place: 0.4, recency: 0.2, duration: 0.25, depth: 0.15 },
  certification: { place: 0.8, recency: 0.2, duration: 0, depth: 0 },
} as const;

/** Full up to this many months before the month that ages are measured from, then linear down to the floor. `unknown`: without dates. */
export const RECENCY = { fullMonths: 12, floorMonths: 120, floor: 0.3, unknown: 0.6 } as const;
/** Months of practice for the full value. `unknown`: without dates. */
export const DURATION = { fullMonths: 60, unknown: 0.3 } as const;
/** By the number of different statements, plus a bonus for a figure among them. */
export const DEPTH = { byStatements: [0, 0.4, 0.7, 1], figure: 0.2 } as const;
/** "basic", "beginner", "familiar with". */
export const WEAK_LEVEL = 0.6;
/** Share of the full score of what only implies a skill. */
export const IMPLIED_LEVEL = 0.5;
/** Share of the full score by stated language level (Common European Framework, and words for it); `written`: the résumé is written in it. */
export const LANGUAGE_LEVELS = { unknown: 0.6, written: 0.4, a1: 0.2, a2: 0.35, b1: 0.55, b2: 0.75, c1: 0.9, c2: 1, native: 1 } as const;

/** A year alone, "2021". */
export const SINGLE_YEAR_MONTHS = 6;

/** Parts of the confidence, 0..1 each; their product is the confidence. */
export const CERTAINTY = {
  /** Of the dates that the score depends on. */
  dates: { given: 1, ongoing: 0.9, none: 0.8, notNeeded: 1 },
  /** Whether the skill is in the taxonomy: an unknown one may have other names that are not searched for. */
  known: 1,
  unknown: 0.8,
  /** Certainty that a skill without evidence is really absent. */
  absent: 0.9,
} as const;

/** How a model's level becomes a score: the level's anchor, less what age takes, in points. */
export const MODEL = {
  levelMax: 10,
  /** Points by level, fitted to one reader's judgements of eight résumés for two ads on the same scale. */
  anchors: [0, 12, 25, 33, 40, 46, 54, 65, 75, 87, 96],
  /** Meaning of the levels, each with the highest level that has it. */
  meaning: [
    [2, "named, or implied by something else"],
    [4, "used a little"],
    [6, "used in some tasks"],
    [8, "used regularly, with results"],
    [10, "deep, long, or taught to others"],
  ],
  /** Nothing is taken up to `fullMonths` ago, then evenly more, up to `points` at `floorMonths`. */
  recency: { points: -10, fullMonths: 36, floorMonths: 120 },
  /** Where the only evidence is a list, a description of oneself, or education. */
  caps: { listed: 40, described: 55, taught: 60 },
  /** Certainty of evidence by the model: the line names the skill, a related one, or neither. */
  certainty: { named: 0.9, near: 0.8, unnamed: 0.75 },
  /** From this difference on between the model and rules that found the skill named, in points, the confidence is multiplied by this share. */
  disagreement: { points: 30, confidence: 0.6 },
} as const;

/** A statement is a copy when this share of its words is in the ad's text, in runs of this many words. */
export const COPY = { runWords: 4, wordsMin: 6, share: 0.7 } as const;

/** Number of statements quoted as evidence, and maximum characters of each. */
export const QUOTES = { statements: 3, characters: 400 } as const;
