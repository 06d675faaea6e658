/** What recruiting has done in the reader's child: named here for both sides. */
import type { MimeType } from "#contract/file-types.ts";
import type { JsonResume } from "#contract/recruiting/json-resume.ts";
import type { Skill } from "#contract/recruiting/skill.ts";
import type { FieldResult, Warning } from "#contract/task.ts";
import { work } from "#documents/pool/work.ts";
import type { Finding } from "#engines/engine.ts";
import type { JobAnalysis } from "#job-ads/analyse-job.ts";
import type { AdReply, ReadAdReply } from "#job-ads/analysis-of-reply.ts";
import type { Scorable } from "#recruiting/scorable.ts";
import type { PageSize } from "#recruiting/tables.ts";
import type { Evaluation, TermScore } from "#scoring/evaluate.ts";
import type { Judgement } from "#scoring/judged-by-model.ts";

/** What the bytes of a request are: a file, plain text that was sent as such, a reading that was kept (kept-reading.ts), or one that was just made. */
export type ResumeBytes = { are: "file" | "text" | "kept" | "document" };
/** `kept`: the reading to be kept, as base64; null where reading again takes milliseconds. */
type Kept = { kept: string | null };

export type ReadResume = Kept & {
  mimeType: MimeType;
  pageCount: number;
  pages: PageSize[];
  resume: JsonResume;
  fields: Record<string, FieldResult>;
  confidence: number;
  warnings: Warning[];
  scorable: Scorable;
};

type ScoreAsk = { jobText: string; month: number; skills: readonly Skill[]; judgements?: [string, Judgement][]; judged?: Warning[] };

/** A résumé into JSON Resume. `findings`: what a model points at in it, instead of what the rules find. */
export const RESUME = work<ResumeBytes & { findings?: Finding[] }, ReadResume>("resume");
/** What a résumé is scored by. */
export const CLAIMS = work<ResumeBytes, Kept & { scorable: Scorable }>("claims");
/**
 * A résumé scored against skills; `claims`: the bytes are a Scorable as JSON, else it is read, and `read` gives what to keep. `month`: the
 * evaluation's, in months since year 0; `judgements`: a model's, by the names of the skills; `judged`: warnings of it.
 */
export const SCORE = work<
  ScoreAsk & { are: ResumeBytes["are"] | "claims" },
  { evaluation: Evaluation; read: (Kept & { scorable: Scorable }) | null }
>("score");
/** `version`: of the claims that can be scored. */
export type SearchAsk = { terms: string[]; month: number; version: string };
/** `at`: place in the array that was sent. `terms`: in the order asked for. `unread`: how many have no claims of this version. */
export type SearchAnswer = {
  hits: { at: number; overallScore: number; terms: TermScore[] }[];
  unread: number;
};
/** Claims of many résumés, as a JSON array, scored for the terms of a search. */
export const SEARCH = work<SearchAsk, SearchAnswer>("search");
/** A redacted copy of a résumé's file: a PDF as base64. */
export const REDACT = work<null, string>("redact");
/** So that the first résumé does not wait for lists of words to be looked up. */
export const WARM_UP = work<null, null>("warm up");
/** The text of a job ad's file, one line per printed line. */
export const AD_TEXT = work<null, string>("text of a job ad");
/** A job ad, its text being the bytes. Null when that is too short to derive two skills. */
export const ANALYSE = work<null, JobAnalysis | null>("analyse a job ad");
/** A model's reply about a job ad, whose text is the bytes. `byRules`: the rules' analysis of it. */
export const READ_AD_REPLY = work<{ reply: AdReply; byRules: JobAnalysis | null }, ReadAdReply>("read a reply about a job ad");
