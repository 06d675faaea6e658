/** The smallest change of a résumé's facts that would move a score: each fact is changed alone, and the smallest step wins. */
import type { SkillKind } from "#contract/recruiting/skill.ts";
import { DEPTH, DURATION } from "./rules.ts";
import { type Facts, skillScoreOf } from "./score-skill.ts";

const NEW_WORK: Facts = {
  place: "work",
  level: 1,
  levelSaid: "",
  agoMonths: 0,
  months: 12,
  statements: 1,
  figure: false,
  onlyClaimed: false,
  onlyTaught: false,
  onlyListed: false,
  judged: null,
  language: null,
};

export function whatWouldChange(facts: Facts | null, kind: SkillKind | null): string {
  if (kind === "language" && (facts === null || facts.language)) return languageChange(facts);
  if (facts === null) {
    const { score } = skillScoreOf(NEW_WORK, kind);
    return `One statement of work with this skill in a dated job of 12 months would make it ${score}.`;
  }
  const { score } = skillScoreOf(facts, kind);
  const steps = stepsOf(facts, kind).filter((step) => step.score !== score);
  const smallest = steps.sort((a, b) => Math.abs(a.score - score) - Math.abs(b.score - score))[0];
  return smallest ? `${smallest.change} would make it ${smallest.score}.` : "Nothing would raise it: every factor counts in full.";
}

function languageChange(facts: Facts | null): string {
  const c2 = skillScoreOf({ ...NEW_WORK, language: { value: 1, name: "c2" } }, "language").score;
  if (facts?.language?.value === 1) return "Nothing would raise it: the level is the highest.";
  return `A stated level, such as C1 or native, would move it, up to ${c2}.`;
}

function stepsOf(facts: Facts, kind: SkillKind | null): { change: string; score: number }[] {
  const steps: { change: string; score: number }[] = [];
  const add = (change: string, next: Partial<Facts>) => steps.push({ change, score: skillScoreOf({ ...facts, ...next }, kind).score });
  if (facts.onlyClaimed || facts.onlyTaught) {
    add("One statement of work with this skill in a dated job of 12 months", {
      ...NEW_WORK,
      statements: facts.onlyClaimed ? 1 : facts.statements + 1,
    });
    return steps;
  }
  if (facts.statements < DEPTH.byStatements.length - 1) add("One more statement that shows it", { statements: facts.statements + 1 });
  if (!facts.figure) add("A figure in a statement that shows it", { figure: true });
  if (facts.months === null) add("Dates of the practice, 12 months of it,", { months: 12 });
  else if (facts.months < DURATION.fullMonths) add("Six more months of practice", { months: facts.months + 6 });
  if (facts.agoMonths === null) add("A date within the last year", { agoMonths: 0 });
  else if (facts.agoMonths > 12) add("Practice one year later", { agoMonths: facts.agoMonths - 12 });
  if (facts.place !== "work") add("A statement of what was done at work", { place: "work", statements: facts.statements + 1 });
  if (facts.level < 1) add("A level above basic", { level: 1 });
  return steps;
}
