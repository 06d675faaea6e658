/**
 * The program of a reader's child: reads documents and does all work whose duration depends on untrusted document text (child/serve.ts).
 */
import { serveReader, workHandler } from "#documents/child/serve.ts";
import { BUILD, COMPARE, EXTRACT, HINT, PAGE_WORDS, PART, POINT, READ, SPLIT, SUGGEST } from "#extraction/in-reader/works.ts";
import { READ_LIST, SURVEY_LIST } from "#lists/in-reader/works.ts";
import { LEARN } from "#memory/in-reader/works.ts";
import { AD_TEXT, ANALYSE, CLAIMS, READ_AD_REPLY, REDACT, RESUME, SCORE, SEARCH, WARM_UP } from "#recruiting/in-reader/works.ts";
import { EVALUATE_RULES } from "#rules/in-reader/works.ts";

const extraction = () => import("#extraction/in-reader/extract.ts");
const resumes = () => import("#recruiting/in-reader/resume.ts");
const jobAds = () => import("#recruiting/in-reader/job-ad.ts");

serveReader([
  workHandler(EXTRACT, async () => (await extraction()).extract),
  workHandler(READ, async () => (await import("#extraction/in-reader/kept.ts")).readWithKept),
  workHandler(POINT, async () => (await extraction()).point),
  workHandler(PART, async () => (await extraction()).part),
  workHandler(HINT, async () => (await extraction()).hint),
  workHandler(BUILD, async () => (await extraction()).build),
  workHandler(COMPARE, async () => (await import("#extraction/in-reader/compare-readings.ts")).compareReadings),
  workHandler(SUGGEST, async () => (await import("#extraction/in-reader/suggest.ts")).suggest),
  workHandler(SPLIT, async () => (await import("#extraction/in-reader/split.ts")).split),
  workHandler(PAGE_WORDS, async () => (await import("#extraction/in-reader/page-words.ts")).pageWords),
  workHandler(LEARN, async () => (await import("#memory/in-reader/learn.ts")).learn),
  workHandler(EVALUATE_RULES, async () => (await import("#rules/evaluate.ts")).evaluateRules),
  workHandler(READ_LIST, async () => (await import("#lists/in-reader/lists.ts")).read),
  workHandler(SURVEY_LIST, async () => (await import("#lists/in-reader/lists.ts")).survey),
  workHandler(RESUME, async () => (await resumes()).resume),
  workHandler(SCORE, async () => (await resumes()).score),
  workHandler(CLAIMS, async () => (await resumes()).claims),
  workHandler(SEARCH, async () => (await import("#recruiting/in-reader/search.ts")).search),
  workHandler(REDACT, async () => (await import("#recruiting/in-reader/redacted-copy.ts")).redact),
  workHandler(WARM_UP, async () => (await resumes()).warm),
  workHandler(AD_TEXT, async () => (await jobAds()).adText),
  workHandler(ANALYSE, async () => (await jobAds()).analyse),
  workHandler(READ_AD_REPLY, async () => (await jobAds()).readAdReply),
]);
