/**
 * The program of a reader's child: reads documents and does all work whose duration depends on untrusted document text (child/serve.ts).
 */
import { doing, serveReader } from "#documents/child/serve.ts";
import { BUILD, EXTRACT, PAGE_WORDS, POINT, SUGGEST } from "#extraction/in-reader/works.ts";
import { AD_TEXT, ANALYSE, CLAIMS, PAGE_SIZES, RESUME, SCORE, WARM_UP } from "#recruiting/in-reader/works.ts";

const extraction = () => import("#extraction/in-reader/extract.ts");
const resumes = () => import("#recruiting/in-reader/resume.ts");
const jobAds = () => import("#recruiting/in-reader/job-ad.ts");

serveReader([
  doing(EXTRACT, async () => (await extraction()).extract),
  doing(POINT, async () => (await extraction()).point),
  doing(BUILD, async () => (await extraction()).build),
  doing(SUGGEST, async () => (await import("#extraction/in-reader/suggest.ts")).suggest),
  doing(PAGE_WORDS, async () => (await import("#extraction/in-reader/page-words.ts")).pageWords),
  doing(RESUME, async () => (await resumes()).resume),
  doing(SCORE, async () => (await resumes()).score),
  doing(CLAIMS, async () => (await resumes()).claims),
  doing(WARM_UP, async () => (await resumes()).warm),
  doing(PAGE_SIZES, async () => (await resumes()).pageSizes),
  doing(AD_TEXT, async () => (await jobAds()).adText),
  doing(ANALYSE, async () => (await jobAds()).analyse),
]);
