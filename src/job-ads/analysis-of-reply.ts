/** Turns a model's reply about a job ad into an analysis: keeps the skills that stand in the ad and the questions about them, refuses protected subjects. */
import { SKILL_KINDS, type SkillKind } from "#contract/recruiting/skill.ts";
import type { JobAnalysis, JobSkill } from "./analyse-job.ts";
import { baseFormOf } from "./base-form.ts";
import { ITEMS_MAX, ITEMS_MIN } from "./items-range.ts";
import { placeIn } from "./place-in.ts";
import { isProtectedQuestion, isProtectedSkill, protectedWarning } from "./protected.ts";
import { type Unglued, unglued } from "./unglued.ts";

/** Skills of a reply that are looked up in the ad. */
const NAMED_MAX = 20;
const QUESTION_CHARACTERS_MAX = 400;

/** A model's reply. `words`: copied from the ad; `name`: their base form. */
export type AdReply = {
  title: string;
  skills: { words: string; name: string; type: string; required: boolean }[];
  questions: { skill: string; question: string }[];
};
/** `isUsable` false: the ad has none of the skills that the model names. `analysis` null: model and rules together find fewer than two skills. */
export type ReadAdReply = { isUsable: boolean; analysis: JobAnalysis | null };

/** Linear in the reply and the ad. `byRules`: null when the rules find fewer than two skills in the ad. */
export function analysisOfReply(reply: AdReply, ad: string, byRules: JobAnalysis | null): ReadAdReply {
  const text = unglued(ad);
  const [refused, named] = partition(
    reply.skills.slice(0, NAMED_MAX),
    ({ name, words }) => isProtectedSkill(name) || isProtectedSkill(words),
  );
  const found = named.flatMap((each) => skillIn(text, each) ?? []);
  const own = distinctSkills(found.map(({ skill }) => skill));
  if (own.length === 0) return { isUsable: false, analysis: null };
  const skills = distinctSkills([...own, ...(own.length < ITEMS_MIN ? (byRules?.required_skills ?? []) : [])]).slice(0, ITEMS_MAX);
  if (skills.length < ITEMS_MIN) return { isUsable: true, analysis: null };
  const title = placeIn(text, reply.title)?.words ?? byRules?.name ?? "";
  const [asking, askable] = partition(reply.questions, ({ question, skill }) => isProtectedQuestion(question) || isProtectedSkill(skill));
  const calledOf = new Map(found.flatMap(({ skill, called }) => called.map((name) => [name, skill.name] as const)));
  const questions = askable.flatMap((each) => questionOf(each, skills, calledOf) ?? []).slice(0, ITEMS_MAX);
  const refusal = protectedWarning(
    refused.length + asking.length,
    byRules?.warnings.some(({ code }) => code === "protected_subject") ?? false,
  );
  const analysis: JobAnalysis = {
    name: title,
    required_skills: skills,
    interview_questions: questions.length >= ITEMS_MIN ? questions : questionsFor(skills, questions, byRules),
    warnings: [
      ...(title === "" ? [{ code: "title_not_found" as const, message: "The text does not say what the job is called." }] : []),
      ...(refusal ? [refusal] : []),
      ...removedWarning(named.length - own.length),
    ],
  };
  return { isUsable: true, analysis };
}

function removedWarning(invented: number): JobAnalysis["warnings"] {
  const message = `Skills that the model named and that are not in the ad, or named twice, were left out: ${invented}.`;
  return invented > 0 ? [{ code: "skills_removed", message }] : [];
}

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

const NAME_CHARACTERS_MAX = 100;

/** `called`: how the model may call the skill in its questions, in lower case. */
type Found = { skill: JobSkill; called: string[] };

/** The words have to stand in the ad; a name that is no form of them is not taken. */
function skillIn(ad: Unglued, { name, words, type, required }: AdReply["skills"][number]): Found | null {
  if (name.length > NAME_CHARACTERS_MAX || words.length > NAME_CHARACTERS_MAX) return null;
  const place = placeIn(ad, words);
  const named = placeIn(ad, name);
  const known = named ?? place;
  if (known === null) return null;
  const base = named?.words ?? baseFormOf(name.replace(/\s+/g, " ").trim(), known.words) ?? known.words;
  const { printed } = named ?? known;
  const kind: SkillKind = SKILL_KINDS.find((each) => each === type) ?? "technical";
  const skill = { name: base, type: kind, required, ...(printed === base ? {} : { evidence: printed }) };
  return { skill, called: [base, name, words].map(asCalled) };
}

const asCalled = (name: string): string => name.replace(/\s+/g, " ").trim().toLowerCase();

function distinctSkills(skills: readonly JobSkill[]): JobSkill[] {
  return [...Map.groupBy(skills, ({ name }) => name.toLowerCase()).values()].flatMap(([first]) => (first ? [first] : []));
}

/** A question has to belong to a skill of the list, and to be one. */
function questionOf(
  { skill, question }: AdReply["questions"][number],
  skills: readonly JobSkill[],
  calledOf: ReadonlyMap<string, string>,
): string | null {
  const about = asCalled(calledOf.get(asCalled(skill)) ?? skill);
  const words = question.replace(/\s+/g, " ").trim();
  const isQuestion = words.length >= 10 && words.length <= QUESTION_CHARACTERS_MAX && !/https?:|<|\{/.test(words);
  return isQuestion && skills.some(({ name }) => asCalled(name) === about) ? words : null;
}

/** The rules' questions where the model's do not suffice; without them one per skill. */
function questionsFor(skills: readonly JobSkill[], own: readonly string[], byRules: JobAnalysis | null): string[] {
  const more =
    byRules?.interview_questions ??
    skills.map(({ name }) => `Tell us about a task in which you used ${name}: what did you do, and what came of it?`);
  return [...new Set([...own, ...more])].slice(0, ITEMS_MAX);
}
