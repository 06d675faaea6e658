/** Words around a skill's name that say how it is required: "3+ years of experience with", "Kenntnisse in", "degree in". */
import { foldWord } from "#language/tokens.ts";

const set = (words: string) => new Set(words.split(/\s+/).map(foldWord));

const LEADING = set(`
  a an the some any strong good excellent great very solid proven basic advanced deep extensive hands on working practical fluent sound first
  experience experienced expertise knowledge understanding proficiency proficient familiarity familiar skilled skills competence competency
  ability able qualification background track record in with of to at as least minimum min more than over or and plus years year yrs months
  professional commercial relevant previous prior industry degree bachelor bachelors master masters diploma university bsc msc ba ma phd
  gute sehr fundierte solide sichere sicherer umgang erste mehrjährige berufserfahrung erfahrung erfahrungen kenntnisse kenntnis wissen mit im
  jahre jahren jahr mindestens abschluss studium abgeschlossenes hochschulstudium der des
  expérience expériences connaissance connaissances maîtrise bonne bonnes en avec de du d des la le les ans année années minimum diplôme licence
  experiencia conocimiento conocimientos dominio manejo con años año mínimo grado título`);
const TRAILING = set(`
  skill skills experience knowledge expertise proficiency competence competency competencies ability abilities developer engineer programmer
  specialist expert kenntnisse erfahrung required preferred`);

/** The words without introduction and ending; at least one is left. */
export function withoutIntroduction(words: readonly string[]): string[] {
  let from = 0;
  let to = words.length;
  while (from < to - 1 && (LEADING.has(foldWord(words[from] ?? "")) || /^\d+$/.test(words[from] ?? ""))) from += 1;
  while (to > from + 1 && TRAILING.has(foldWord(words[to - 1] ?? ""))) to -= 1;
  return words.slice(from, to);
}
