/** The smallest change of a résumé's facts that would move a score: each fact is changed alone, the score is computed anew, and the smallest step wins. */
import type { SkillKind } from "#contract/recruiting/skill.ts";
import type { Facts } from "./facts.ts";
import { DEPTH, DURATION, MODEL, RECENCY } from "./rules.ts";
import { skillScoreOf } from "./score-skill.ts";

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
const NEW_STATEMENT = "One statement of work with this skill in a recent, dated job of 12 months";
/** A level that a statement of work may be read as. */
const LEVEL_OF_SOME_TASKS = 5;

/** `byModel`: scores follow a model's levels, so the change is stated as a level. */
export function whatWouldChange(facts: Facts | null, kind: SkillKind | null, byModel: boolean): string {
  if (kind === "language" && (facts === null || facts.judged === null || facts.language?.name !== "unknown")) return languageChange(facts);
  if (facts === null) {
    const read = byModel ? `, read as level ${LEVEL_OF_SOME_TASKS} of ${MODEL.levelMax},` : "";
    const { score } = skillScoreOf({ ...NEW_WORK, judged: byModel ? LEVEL_OF_SOME_TASKS : null }, kind);
    return `${NEW_STATEMENT}${read} would make it ${score}.`;
  }
  const { score } = skillScoreOf(facts, kind);
  const steps = (facts.judged === null ? stepsOf(facts, kind) : stepsOfJudged(facts, facts.judged, kind)).filter(
    (step) => step.score !== score,
  );
  const smallest = steps.sort((a, b) => Math.abs(a.score - score) - Math.abs(b.score - score))[0];
  return smallest ? `${smallest.change} would make it ${smallest.score}.` : "Nothing would raise it: every factor counts in full.";
}

function languageChange(facts: Facts | null): string {
  const c2 = skillScoreOf({ ...NEW_WORK, language: { value: 1, name: "c2" } }, "language").score;
  if (facts?.language?.value === 1) return "Nothing would raise it: the level is the highest.";
  return `A stated level, such as C1 or native, would move it, up to ${c2}.`;
}

type Step = { change: string; score: number };
type Add = (change: string, next: Partial<Facts>) => void;

function collecting(facts: Facts, kind: SkillKind | null): { steps: Step[]; add: Add } {
  const steps: Step[] = [];
  return { steps, add: (change, next) => steps.push({ change, score: skillScoreOf({ ...facts, ...next }, kind).score }) };
}

function stepsOf(facts: Facts, kind: SkillKind | null): Step[] {
  const { steps, add } = collecting(facts, kind);
  if (facts.onlyClaimed || facts.onlyTaught) {
    add(NEW_STATEMENT, { ...NEW_WORK, statements: facts.onlyClaimed ? 1 : facts.statements + 1, figure: facts.figure });
    return steps;
  }
  if (facts.statements < DEPTH.byStatements.length - 1) add("One more statement like the strongest", { statements: facts.statements + 1 });
  if (!facts.figure) add("A figure in a statement that shows it", { figure: true });
  if (facts.months === null) add("Dates of the practice, 12 months of it,", { months: 12 });
  else if (facts.months < DURATION.fullMonths) add("Six more months of practice", { months: facts.months + 6 });
  if (facts.agoMonths === null) add("A date within the last year", { agoMonths: 0 });
  else if (facts.agoMonths > RECENCY.fullMonths) add("Practice one year later", { agoMonths: facts.agoMonths - 12 });
  if (facts.place !== "work" && facts.level === 1)
    add("A statement of what was done at work", { place: "work", statements: facts.statements + 1 });
  if (facts.level < 1) add("A statement that names it, at full level,", { level: 1 });
  return steps;
}

function stepsOfJudged(facts: Facts, level: number, kind: SkillKind | null): Step[] {
  const { steps, add } = collecting(facts, kind);
  if (facts.onlyListed || facts.onlyClaimed || facts.onlyTaught)
    add(`A statement of work with it, read as level ${Math.max(level, LEVEL_OF_SOME_TASKS)} of ${MODEL.levelMax},`, {
      ...NEW_WORK,
      judged: Math.max(level, LEVEL_OF_SOME_TASKS),
    });
  if (level < MODEL.levelMax) add(`Lines that the model reads as level ${level + 1} of ${MODEL.levelMax}`, { judged: level + 1 });
  if (facts.agoMonths !== null && facts.agoMonths > MODEL.recency.fullMonths)
    add("Practice one year later", { agoMonths: facts.agoMonths - 12 });
  return steps;
}
