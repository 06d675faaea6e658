/** Work histories of the invented people of bench/personas, set in many ways: for languages and layouts that few marked résumés have. */
import { createHash } from "node:crypto";
import type { Document } from "#documents/document.ts";
import { pagesOfText } from "#documents/flow/read-text.ts";
import { EASTERN } from "../personas/people-han.ts";
import { WESTERN } from "../personas/people-latin.ts";
import { LETTERED } from "../personas/people-letters.ts";
import { MARKED } from "../personas/people-marks.ts";
import { type Job, nameOf, type Persona } from "../personas/persona.ts";

export type MadeUp = { id: string; document: Document; truth: { titles: string[]; companies: string[] } };

const PEOPLE: readonly Persona[] = [...WESTERN, ...MARKED, ...LETTERED, ...EASTERN];
/** Jobs of people of the same language are added up to so many. */
const JOBS_MAX = 4;

type Setting = (job: Job, place: string) => string[];
const SETTINGS: readonly Setting[] = [
  ({ title, employer, period }) => [title, employer, period],
  ({ title, employer, period }) => [employer, title, period],
  ({ title, employer, period }) => [period, employer, title],
  ({ title, employer, period }) => [period, title, employer],
  ({ title, employer, period }) => [title, period, employer],
  ({ title, employer, period }) => [employer, period, title],
  ({ title, employer, period }, place) => [`${employer}, ${place}`, title, period],
  ({ title, employer, period }, place) => [title, `${employer} - ${place}`, period],
  ({ title, employer, period }) => [`${title}, ${employer}`, period],
  ({ title, employer, period }) => [`${employer} | ${title} | ${period}`],
  ({ title, employer, period }) => [`${title} – ${employer} (${period})`],
  ({ title, employer, period }) => [`${employer}     ${period}`, title],
  ({ title, employer, period }) => [`${title}     ${period}`, employer],
  ({ title, employer, period }) => [`${period}: ${title}, ${employer}`],
  ({ title, employer, period }) => [`${employer} (${period})`, title],
  ({ title, employer, period }) => [employer.toUpperCase(), `${title}, ${period}`],
];
const BULLETS = ["- ", "• ", "* "];

/** `count`: of settings for each person. The same for each call. */
export function madeUpResumes(count: number): MadeUp[] {
  return PEOPLE.flatMap((persona, n) => Array.from({ length: count }, (_, i) => set(persona, n * count + i)));
}

function set(persona: Persona, number: number): MadeUp {
  const setting = SETTINGS[number % SETTINGS.length] ?? SETTINGS[0];
  const draw = createHash("sha256").update(`${persona.id} ${number}`).digest();
  const others = PEOPLE.filter(({ id, lang }) => id !== persona.id && lang === persona.lang).flatMap(({ jobs }) => jobs);
  const from = (draw[0] ?? 0) % Math.max(1, others.length);
  const jobs = [...persona.jobs, ...others.slice(from)].slice(0, JOBS_MAX);
  const bullet = BULLETS[(draw[1] ?? 0) % BULLETS.length] ?? "- ";
  const work = jobs.flatMap((job) => [...(setting?.(job, persona.place) ?? []), ...job.did.map((did) => `${bullet}${did}`), ""]);
  const lines = [nameOf(persona), persona.title, `${persona.email} | ${persona.phone}`, "", persona.headings.work, ...work];
  const text = [...lines, persona.headings.skills, persona.skills.join(", ")].join("\n");
  const pages = pagesOfText(text);
  return {
    id: `made-up-${persona.id}-${number}`,
    document: { mimeType: "text/plain", pageCount: pages.length, pages, pagesFailed: [], truncated: false },
    truth: { titles: jobs.map(({ title }) => title), companies: jobs.map(({ employer }) => employer) },
  };
}
