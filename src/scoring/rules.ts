/**
 * Every constant of the evaluation, in one place. Change one, raise the version: stored evaluations name the rules they were made by. tests/golden tells when a score
 * changed without it.
 *
 * The numbers are a judgement, not a measurement: what was done counts most, what people say of themselves least.
 */
export const RULES_VERSION = "1.2";

/** Where evidence can stand, and how much it is worth there, 0..1. */
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
export type Place = keyof typeof PLACES;

/** Places whose entries' time counts as time of practice. */
export const PRACTICE: readonly Place[] = ["work", "title", "project", "volunteer", "work list"];
/** Nothing but these: the skill is claimed, not shown. */
export const CLAIMED: readonly Place[] = ["list", "language", "other", "summary"];

/** Highest score of a skill that is shown nowhere better. */
export const CAPS = { claimed: 30, taught: 50 } as const;

/** Shares of the score. A certificate is held or not; practice has a past, a length and a depth. They add up to 1. */
export const WEIGHTS = {
  practice: { place: 0.4, recency: 0.2, duration: 0.25, depth: 0.15 },
  certification: { place: 0.8, recency: 0.2, duration: 0, depth: 0 },
} as const;

/** Full until this many months before the résumé's own date, then falling evenly to the floor. `unknown`: without dates. */
export const RECENCY = { fullMonths: 12, floorMonths: 120, floor: 0.3, unknown: 0.6 } as const;
/** Months of practice that count in full. `unknown`: without dates. */
export const DURATION = { fullMonths: 60, unknown: 0.3 } as const;
/** By the number of different statements, and for a figure among them. */
export const DEPTH = { byStatements: [0, 0.4, 0.7, 1], figure: 0.2 } as const;
/** "basic", "beginner", "familiar with". */
export const WEAK_LEVEL = 0.6;
/** Share of the full score by what a language is said to be spoken at (Common European Framework, and words for it). */
export const LANGUAGE_LEVELS = { unknown: 0.6, a1: 0.2, a2: 0.35, b1: 0.55, b2: 0.75, c1: 0.9, c2: 1, native: 1 } as const;

/** An ongoing entry in a résumé that shows no later date went on for at least this long, for all we know. */
export const ONGOING_MONTHS = 24;
/** A year alone, "2021". */
export const SINGLE_YEAR_MONTHS = 6;

/** Parts of the confidence, 0..1 each; their product is the confidence. */
export const CERTAINTY = {
  /** Of the dates that the score rests on. */
  dates: { given: 1, ongoing: 0.9, none: 0.8, notNeeded: 1 },
  /** Whether the skill is in the taxonomy: an unknown one may have names we do not look for. */
  known: 1,
  unknown: 0.8,
  /** That what was not found is not there. */
  absent: 0.9,
} as const;

/** What a model's judgement of a skill is worth: its levels 0 (nothing shows it) to 4 (expert) as shares of the full score. */
export const MODEL = {
  levels: [0, 0.5, 0.75, 0.9, 1],
  /** Certainty of evidence that only the model sees: no word of the line names the skill or a near one. */
  certainty: { named: 0.9, near: 0.75, unnamed: 0.6 },
  /** A line that names nothing near the skill counts as a claim, however strong its place. */
  unnamedWorth: 0.5,
  /** From this many points between model and rules on, the confidence falls to this share. */
  disagreement: { points: 30, confidence: 0.6 },
} as const;

/** Words of a statement in the job's own text, in runs of this many, from which on the statement is a copy. */
export const COPY = { runWords: 4, wordsMin: 6, share: 0.7 } as const;

/** Statements quoted as evidence, and the characters of each. */
export const QUOTES = { statements: 3, characters: 400 } as const;
